# Writes one table in every format, as pandas, pyarrow and openpyxl do, into the folder FOLDER.
import datetime
import decimal
import gzip
import os

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet

os.makedirs(FOLDER, exist_ok=True)
os.chdir(FOLDER)
rows = 1000
frame = pd.DataFrame({
    "id": range(1, rows + 1),
    "price": np.round(np.linspace(0, 99.9, rows), 2),
    "name": [f"項目 {i}" for i in range(rows)],
    "ok": [i % 2 == 0 for i in range(rows)],
})
frame.loc[1, "price"] = np.nan
frame.loc[2, "name"] = 'a "quoted", long\nname'
for name, encoding in [("utf8", "utf-8"), ("bom", "utf-8-sig"), ("utf16", "utf-16"), ("sjis", "cp932")]:
    frame.to_csv(f"{name}.csv", index=False, encoding=encoding)
frame.to_csv("tabs.tsv", index=False, sep="\t")
frame.to_csv("semicolons.csv", index=False, sep=";")
frame.to_csv("zipped.csv.gz", index=False)
frame.to_json("records.json", orient="records", force_ascii=False)
frame.to_json("columns.json")
frame.to_json("split.json", orient="split")
frame.to_json("lines.jsonl", orient="records", lines=True)
with pd.ExcelWriter("book.xlsx") as book:
    frame.assign(when=pd.Timestamp("2024-02-29 12:30")).to_excel(book, sheet_name="売上", index=False)
    frame.head(3)[["id"]].to_excel(book, sheet_name="Second", index=False)

table = pa.table({
    "id": pa.array(range(1, rows + 1), pa.int64()),
    "price": pa.array([None if i == 1 else i / 10 for i in range(rows)], pa.float64()),
    "name": pa.array([f"項目 {i}" for i in range(rows)]),
    "ok": pa.array([i % 2 == 0 for i in range(rows)]),
    "when": pa.array([datetime.datetime(2024, 1, 1) + datetime.timedelta(hours=i) for i in range(rows)], pa.timestamp("us")),
    "day": pa.array([datetime.date(2024, 2, 29)] * rows),
    "amount": pa.array([decimal.Decimal("1.50")] * rows, pa.decimal128(5, 2)),
    "list": pa.array([[1, 2]] * rows, pa.list_(pa.int64())),
    "struct": pa.array([{"a": 1, "b": "x"}] * rows),
    "bytes": pa.array([b"\x00\x01"] * rows),
    "small": pa.array([3] * rows, pa.int8()),
    "big": pa.array([2**62] * rows, pa.int64()),
})
for codec in ["snappy", "zstd", "gzip", "brotli", "lz4", "none"]:
    pa.parquet.write_table(table, f"{codec}.parquet", compression=codec, row_group_size=400)
zoned = pd.DataFrame({"zone": pd.date_range("2024-01-01", periods=3, tz="Asia/Tokyo"), "kind": pd.Categorical(["a", "b", "a"])})
zoned.to_parquet("zoned.parquet", index=False)
for codec in ["lz4", "zstd", "uncompressed"]:
    pa.feather.write_feather(table, f"{codec}.feather", compression=codec, chunksize=300)
with pa.ipc.new_stream("stream.arrow", table.schema) as stream:
    stream.write_table(table, max_chunksize=300)

# Values whose types have more digits than a float, or fewer than one shows.
noon = datetime.time(12, 30, 15, 123456)
odd = pa.table({
    "sum": pa.array([0.1 + 0.2, 1 / 3, None]),
    "single": pa.array([0.1, 3.3, None], pa.float32()),
    "half": pa.array([np.float16(0.1), np.float16(2.5), None], pa.float16()),
    "decimal": pa.array([decimal.Decimal("12345678901234567890.123456789"), decimal.Decimal("-0.5"), None], pa.decimal128(38, 9)),
    "time": pa.array([noon, datetime.time(1, 2, 3), None], pa.time64("us")),
    "micros": pa.array([datetime.datetime(2024, 1, 2, 3, 4, 5, 123456), datetime.datetime(1969, 12, 31), None], pa.timestamp("us")),
    "zoned": pa.array([datetime.datetime(2024, 1, 2, tzinfo=datetime.timezone.utc)] * 2 + [None], pa.timestamp("us", "UTC")),
    "days": pa.array([[datetime.date(2024, 2, 29)], [], None]),
    "singles": pa.array([[0.1, 3.3], [], None], pa.list_(pa.float32())),
    "parts": pa.array([{"day": datetime.date(2024, 2, 29), "cost": decimal.Decimal("1.10"), "sum": 0.1 + 0.2}] * 2 + [None]),
    "nothing": pa.nulls(3),
    "kind": pa.array(["x", "y", None]).dictionary_encode(),
})
pa.parquet.write_table(odd, "odd.parquet")
pa.feather.write_feather(odd, "odd.feather", compression="lz4")
with pa.ipc.new_stream("odd.arrow", odd.schema) as stream:
    stream.write_table(odd)

import polars as pl

long = "a text that is longer than twelve bytes"
own = pl.DataFrame({
    "text": ["short", long, None],
    "list": [["short", long], [], None],
    "kind": pl.Series(["x", "y", None], dtype=pl.Categorical),
    "nothing": [None] * 3,
    "wait": [datetime.timedelta(days=1, seconds=61)] * 2 + [None],
    "part": [{"text": long, "number": 1}] * 2 + [None],
})
for codec in ["uncompressed", "lz4", "zstd"]:
    own.write_ipc(f"polars_{codec}.arrow", compression=codec)

with pa.ipc.new_file("many.arrow", table.schema) as many:
    many.write_table(table, max_chunksize=4)
