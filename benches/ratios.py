#!/usr/bin/env python3
"""The figures of docs/PERFORMANCE.md that have a goal, measured now, beside their goals. It fails nothing.

    python3 benches/ratios.py [--scans UPPER LOWER] [--rounds 3] [--without raster,window]

Makes the synthetic jaws (`cargo bench -p occluscope-benches --bench exact`), then measures: live frames against Embree (benches/peers/embree.py says
what that needs), import and preparation cold and from the cache, the window's memory, and a drag of the lower jaw of `--scans`
(the sample case without; where the hand takes hold suits case 1 and the sample). Nothing else should run meanwhile.
"""
import argparse, json, os, pathlib, re, subprocess, sys, tempfile, types

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "peers"))
PROGRAM = HERE.parent / "target/release/occluscope"
HERE_POSE = "0,0,0,0,0,0"
# Scenes of `occluscope bench` in which many pixels need the order of layers, with the directions that it sees them along.
LAYERED = {"teeth-c": "0.3,-0.3,-0.9", "teeth-d": "0.3,-0.3,-0.9", "paper-c": "0.06,0.04,-1"}


def line(name, seen, goal):
    print(f"{name:<66} {seen:>16}   goal {goal}", flush=True)


def live(folder, args):
    import embree

    def measure(upper, lower, executions, direction="auto"):
        jaws = types.SimpleNamespace(
            upper=folder / upper, lower=folder / lower, rounds=args.rounds, frames=40, direction=direction)
        return embree.measure(jaws, HERE_POSE, executions)

    executions = ["native", "compute"] + ([] if "raster" in args.without else ["raster"])
    small = measure("upper_200k.stl", "lower_200k.stl", executions)
    large = measure("upper_500k.stl", "lower_500k.stl", ["native"])
    worst = 0.0
    for scene, direction in LAYERED.items():
        subprocess.run([PROGRAM, "bench", "--scene", scene, "--write", folder / scene], check=True, capture_output=True)
        names = [f"{scene}/{scene}-{body}.stl" for body in ("upper", "lower")]
        worst = max(worst, measure(*names, ["native"], direction)["native"])
    fastest = min(executions, key=small.get)
    line(f"live frame, 200k a jaw, fastest execution ({fastest}) / Embree", f"{small[fastest]:.2f}", "0.15")
    for execution in executions:
        line(f"live frame, 200k a jaw, {execution} / Embree", f"{small[execution]:.2f}", "1 (raster)" if execution == "raster" else "-")
    line("order of layers included, worst of teeth-c, -d, paper-c, native / Embree", f"{worst:.2f}", "0.5")
    line("contact by closest gap in motion, 200k a jaw / Embree", f"{small['contact_frame']:.2f}", "1.1")
    line("contact by closest gap at rest, 200k a jaw / Embree", f"{small['contact_rest']:.2f}", "4")
    # Times, not ratios, are compared: Embree's own changes with the size.
    ms = {size: timed(folder, size) for size in ("200k", "500k")}
    line("live frame, 500k a jaw / 200k a jaw", f"{ms['500k'] / ms['200k']:.2f}", "1.6")
    line("  live frame, 500k a jaw, native / Embree", f"{large['native']:.2f}", "-")


def analyze(folder, size, *more, home=None):
    command = [PROGRAM, "analyze", folder / f"upper_{size}.stl", folder / f"lower_{size}.stl", "--json", "-", "--adapter", "none", *more]
    place = {} if home is None else {"HOME": str(home), "XDG_CACHE_HOME": str(home)}
    done = subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True, env={**os.environ, **place})
    return json.loads(done.stdout)["timing_ms"]


def timed(folder, size):
    return sorted(analyze(folder, size, "--patches", "1", "--time", "40")["frame"] for _ in range(5))[2]


def opening(folder):
    with tempfile.TemporaryDirectory() as home:
        seconds = []
        for _ in range(2):
            times = analyze(folder, "200k", "--patches", "1", home=home)
            seconds.append((times["import"] + times["prepare"]) / 1e3)
    line("import and preparation, 2 x 200k, cold", f"{seconds[0]:.2f} s", "1.5 s")
    line("import and preparation, 2 x 200k, from the cache", f"{seconds[1]:.2f} s", "0.3 s")


def window(folder, args):
    def run(*command):
        return subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True, cwd=HERE.parent).stdout

    said = run("scripts/memory", folder / "upper_500k.stl", folder / "lower_500k.stl")
    line("memory with 2 x 500k, at rest", re.search(r"at rest (\d+) MB", said)[1] + " MB", "600 MB")
    drag = json.loads("{" + run("scripts/drag-times", "jaw", *args.scans).rstrip().rstrip(",") + "}")["drag"]
    line("window frame while dragging, 95th percentile", f"{drag['frame_ms']['p95']:.1f} ms", "50 ms")
    frames = drag["latency_ms"]["p95"] / drag["frame_ms"]["median"]
    line("hand to picture, 95th percentile", f"{frames:.1f} frames", "2 frames")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scans", nargs=2, default=[])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--without", default="")
    args = parser.parse_args()
    subprocess.run(["cargo", "build", "--release", "--quiet"], check=True, cwd=HERE.parent)
    with tempfile.TemporaryDirectory() as folder:
        make = ["cargo", "bench", "--quiet", "-p", "occluscope-benches", "--bench", "exact"]
        subprocess.run(make, check=True, cwd=HERE.parent, env={**os.environ, "OCCLUSCOPE_BENCH_WRITE": folder})
        folder = pathlib.Path(folder)
        live(folder, args)
        opening(folder)
        if "window" not in args.without:
            window(folder, args)


if __name__ == "__main__":
    main()
