"""Reads the tables of a cohort: python3 read_tables.py RESULTS. With pandas or polars, and with DuckDB where it is there."""
import sys
from pathlib import Path

results = Path(sys.argv[1])
cases, contacts = results / "cases.parquet", results / "contacts.parquet"


def with_pandas():
    import pandas as pd

    table = pd.read_parquet(cases)
    ok = table[table["status"] == "ok"]
    print(f"pandas {pd.__version__}: {len(table)} cases, {len(ok)} ok")
    print(table["status"].value_counts().to_string())
    print(ok.groupby(ok["group"].fillna("-"))["depth_mm"].describe()[["count", "mean", "50%"]].to_string())
    pairs = pd.read_parquet(contacts).groupby(["tooth_upper", "tooth_lower"], dropna=False)["area_mm2"]
    print(pairs.agg(["count", "mean"]).sort_values("count", ascending=False).head().to_string())


def with_polars():
    import polars as pl

    table = pl.read_parquet(cases)
    ok = table.filter(pl.col("status") == "ok")
    print(f"polars {pl.__version__}: {len(table)} cases, {len(ok)} ok")
    print(ok.group_by("group").agg(pl.len(), pl.col("depth_mm").mean()))


def with_duckdb():
    import duckdb

    print(f"DuckDB {duckdb.__version__}:")
    print(duckdb.sql(f"""
        SELECT status, count(*) AS cases, avg(depth_mm) AS depth_mm, max(n) AS most_contacts
        FROM read_parquet('{cases}')
        LEFT JOIN (SELECT case_id, count(*) AS n FROM read_parquet('{contacts}') GROUP BY case_id) USING (case_id)
        GROUP BY status ORDER BY status"""))


for read in (with_pandas, with_polars, with_duckdb):
    try:
        read()
    except ImportError as missing:
        print(f"{read.__name__} left out: {missing}")
