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
