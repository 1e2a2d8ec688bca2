# A cohort as a Snakemake workflow: one job a shard of 200 to 1,000 rows, then the tables. A job that is killed is begun again, and goes on
# where it was. On this machine:
#   snakemake -s cohort.smk --cores 8 --config manifest=pairs.csv out=results shards=20
# On SLURM or Kubernetes add the profile of your site, e.g. --executor slurm --jobs 50, or --profile NAME.
# config: manifest, out, shards; and, where other than usual, program, workers (pairs at a time in a job), mem_mb, minutes, options (of
# `occluscope cohort`).
import shlex

MANIFEST = config["manifest"]
OUT = config["out"]
SHARDS = int(config.get("shards", 1))
PROGRAM = shlex.split(str(config.get("program", "occluscope")))
OPTIONS = shlex.split(str(config.get("options", "")))
COHORT = shlex.join([*PROGRAM, "cohort", MANIFEST, "--out", OUT, *OPTIONS])


localrules: all, merge


rule all:
    input:
        OUT + "/cases.parquet",
        OUT + "/contacts.parquet",


rule shard:
    input:
        MANIFEST,
    output:
        touch(OUT + "/done/{i}-of-" + str(SHARDS)),
    wildcard_constraints:
        i="[0-9]+",
    threads: int(config.get("workers", 2))
    retries: 3
    resources:
        mem_mb=int(config.get("mem_mb", 4000)),
        runtime=int(config.get("minutes", 240)),
    params:
        cohort=COHORT,
        shards=SHARDS,
    shell:
        "{params.cohort} --shard {wildcards.i}/{params.shards} --workers {threads}"


rule merge:
    input:
        MANIFEST,
        expand(OUT + "/done/{i}-of-{n}", i=range(1, SHARDS + 1), n=SHARDS),
    output:
        OUT + "/cases.csv",
        OUT + "/cases.parquet",
        OUT + "/contacts.csv",
        OUT + "/contacts.parquet",
        OUT + "/failures.csv",
    params:
        cohort=COHORT,
    shell:
        "{params.cohort} --merge"
