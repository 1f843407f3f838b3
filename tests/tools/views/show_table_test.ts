import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import type { Connection } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";
import { viewsCapability } from "../../harness/views_capability.ts";

const jupyter = sharedJupyter("collaboration");
const range = { kind: "range", low: null, high: null, low_open: false, high_open: false, negate: false };
const text = { kind: "text", number: null, low: null, high: null };

/** Conditions and the values of column `n` that meet them, in every library. */
const conditions: readonly (readonly [condition: unknown, found: readonly number[]])[] = [
  [{ ...text, text: "RO" }, [0, 3]],
  [{ ...text, text: "4", number: 4 }, [4]],
  [{ ...text, text: "2024-02", low: "2024-02-01", high: "2024-03-01" }, [1, 2]],
  [{ ...text, text: "true" }, [0, 2, 4]],
  [{ ...range, place: 0, low: 3 }, [3, 4, 5]],
  [{ ...range, place: 0, low: 3, low_open: true, high: 4 }, [4]],
  [{ ...range, place: 2, high: "2024-02-10", high_open: true }, [0, 1]],
  [{ kind: "equal", place: 1, text: "oslo", negate: false }, [1]],
  [{ kind: "equal", place: 1, text: "oslo", negate: true }, [0, 2, 3, 4]],
];

async function checkTable(connection: Connection, handle: string): Promise<void> {
  const read = (query: Record<string, unknown>) =>
    connection.call("view_read", { handle, places: [0], ...query });
  const column = async (query: Record<string, unknown>) => {
    const rows = (await read(query)).at("rows");
    assert.ok(Array.isArray(rows));
    return rows.map((row) => Array.isArray(row) ? row[0] : row);
  };
  for (const [condition, found] of conditions) {
    assert.deepEqual(await column({ condition }), found, JSON.stringify(condition));
  }
  assert.deepEqual(await column({ sort: { place: 1, descending: false } }), [2, 4, 1, 0, 3, 5]);
  assert.deepEqual(await column({ sort: { place: 0, descending: true }, offset: 1, limit: 2 }), [4, 3]);
  const page = await read({ places: [0, 1, 2, 3], limit: 1, outline: true });
  assert.deepEqual(page.at("rows"), [[0, "Rome", "2024-01-15", true]]);
  assert.equal(page.at("matching"), 6);
  assert.deepEqual(
    ["number", "text", "time", "bool"],
    [0, 1, 2, 3].map((at) => page.at(`outline.columns.${at}.kind`)),
  );
  const profiles = await read({ places: [0, 1], profile: true });
  assert.equal(profiles.at("profiles.1.nulls"), 1);
  assert.deepEqual([profiles.at("profiles.0.low"), profiles.at("profiles.0.high")], [0, 5]);
}

Deno.test("show_table", async (t) => {
  await using connection = await connect({ jupyter, capabilities: viewsCapability });
  await using session = await openSession(connection);
  await session.run(`
import pandas as pd, polars as pl, pyarrow as pa
frame = pd.DataFrame({
    "n": range(6),
    "city": ["Rome", "Oslo", "Kyoto", "Rome", "Lima", None],
    "day": pd.to_datetime(["2024-01-15", "2024-02-01", "2024-02-20", "2024-03-05", None, "2025-01-01"]),
    "open": [True, False] * 3,
})
polars_frame = pl.from_pandas(frame)
arrow_table = pa.Table.from_pandas(frame, preserve_index=False)
lazy = polars_frame.lazy()
records = [{"n": 1, "a": "x"}, {"n": 2, "a": None}]
named = frame.set_index("city")
before = set(dir())`);
  const show = (args: Record<string, unknown>) =>
    connection.call("show_table", { session_id: session.id, ...args });

  for (const variable_name of ["frame", "polars_frame", "arrow_table"]) {
    await t.step(`sorts, filters and pages ${variable_name} in the kernel`, async () => {
      const shown = await show({ variable_name });
      assert.equal(shown.at("note"), "4 columns × 6 rows are shown to the person; do not repeat them");
      await checkTable(connection, shown.string("handle"));
    });
  }

  await t.step("tells the model the shape, and no values", async () => {
    const { json } = await show({ variable_name: "frame" });
    const { handle: _, ...told } = json;
    assert.deepEqual(told, {
      shown: "table",
      title: "frame",
      type: "DataFrame",
      rows: 6,
      width: 4,
      columns: { n: "int64", city: "str", day: "datetime64[us]", open: "bool" },
      note: "4 columns × 6 rows are shown to the person; do not repeat them",
    });
  });

  await t.step("shows lists of records, and an index that says something", async () => {
    const records = await show({ variable_name: "records" });
    const page = await connection.call("view_read", { handle: records.string("handle"), places: [0, 1] });
    assert.deepEqual(page.at("rows"), [[1, "x"], [2, null]]);
    const named = await show({ variable_name: "named" });
    assert.deepEqual(Object.keys(named.json["columns"] ?? {}), ["city", "n", "day", "open"]);
  });

  await t.step("computes a lazy table only if asked", async () => {
    const refused = await show({ variable_name: "lazy" });
    assert.equal(refused.at("error"), "unsupported");
    assert.match(refused.string("hint"), /lazy_rows/);
    const shown = await show({ variable_name: "lazy", lazy_rows: 2 });
    assert.deepEqual([shown.at("rows"), shown.at("is_first")], [2, true]);
  });

  await t.step("leaves no name behind, and keeps the last four snapshots", async () => {
    const first = await show({ variable_name: "frame" });
    for (let more = 0; more < 4; more++) await show({ variable_name: "frame" });
    const gone = await connection.call("view_read", { handle: first.string("handle"), places: [0] });
    assert.equal(gone.at("error"), "variable_not_found");
    assert.equal(
      (await session.run("print({one for one in dir() if one not in before and one[0] != '_'})")).at(
        "stdout",
      ),
      "{'before'}\n",
    );
  });

  await t.step(
    "counts missing values of columns that hold arrays, lists or records, and sorts by them",
    async () => {
      await session.run(`
import numpy as np
arrays = pd.DataFrame({"a": [np.array([3, 1]), None, np.array([1.5, np.nan]), np.array([])],
    "l": [[2], [1, 2], None, []], "d": [{"k": 1}, None, None, {}]})
polars_arrays = pl.DataFrame({"a": pl.Series([[3, 1], None, [1, 5], [0, 0]], dtype=pl.Array(pl.Int64, 2)),
    "l": [[2], [1, 2], None, []], "d": [{"k": 1}, None, None, {"k": 2}]})
arrow_arrays = pa.table({"a": pa.array([[3, 1], None, [1, 5], [0]]), "l": pa.array([[2], [1, 2], None, []]),
    "d": pa.array([{"k": 1}, None, None, {"k": 2}])})
record_arrays = [{"a": np.array([3, 1]), "l": [2], "d": {"k": 1}}, {"a": None, "l": [1, 2], "d": None},
    {"a": np.array([1, 5]), "l": None, "d": None}, {"a": np.array([0]), "l": [], "d": {}}]`);
      for (const variable_name of ["arrays", "polars_arrays", "arrow_arrays", "record_arrays"]) {
        const handle = (await show({ variable_name })).string("handle");
        const read = (query: Record<string, unknown>) =>
          connection.call("view_read", { handle, places: [0, 1, 2], ...query });
        const nulls = (await read({ profile: true })).list("profiles").map((one) => one["nulls"]);
        assert.deepEqual(nulls, [1, 1, 2], variable_name);
        for (const place of [0, 1, 2]) {
          const sorted = await read({ sort: { place, descending: false } });
          const rows = sorted.at("rows");
          assert.ok(Array.isArray(rows) && rows.length === 4, `${variable_name} ${place}: ${sorted.text}`);
          assert.equal(rows.at(-1)[place], null);
        }
      }
    },
  );

  await t.step(
    "filters and sorts columns of odd types, beside which the others are searched as ever",
    async () => {
      await session.run(`
import datetime, decimal
hours = [datetime.timedelta(hours=1), None, datetime.timedelta(0)]
texts, lists = ["Rome", None, "Oslo"], [[1], None, [2]]
odd_frame = pd.DataFrame({"s": texts, "interval": pd.interval_range(0, 3), "time": hours, "z": [1 + 2j, 3j, 0],
    "lists": pd.Series(lists, dtype=pd.ArrowDtype(pa.list_(pa.int64()))), "mixed": [1, "a", None]})
odd_polars = pl.DataFrame({"s": texts, "time": hours, "bytes": [b"a", None, b"\\xff"], "nothing": [None] * 3,
    "decimal": [decimal.Decimal("1.10"), None, decimal.Decimal(2)], "object": pl.Series([object(), None, object()], dtype=pl.Object)})
odd_arrow = pa.table({"s": texts, "half": np.array([1, 2, 3], "float16"), "time": hours, "nothing": pa.nulls(3),
    "map": pa.array([[("k", 1)], None, []], pa.map_(pa.string(), pa.int64()))})
odd_array = np.array([("Rome", 1, b"x"), ("Oslo", 2, b"y")], dtype=[("s", "U9"), ("n", int), ("b", "S3")])`);
      for (const variable_name of ["odd_frame", "odd_polars", "odd_arrow", "odd_array"]) {
        const shown = await show({ variable_name });
        const read = (query: Record<string, unknown>) =>
          connection.call("view_read", { handle: shown.string("handle"), places: [0], ...query });
        const found = await read({
          condition: { ...text, text: "ome", number: 7, low: "2024-01-01", high: "2025-01-01" },
        });
        assert.deepEqual(found.at("rows"), [["Rome"]], `${variable_name}: ${found.text}`);
        for (let place = 0; place < Number(shown.at("width")); place++) {
          const sorted = await read({ sort: { place, descending: true } });
          assert.equal(sorted.at("matching"), shown.at("rows"), `${variable_name} ${place}: ${sorted.text}`);
        }
      }
    },
  );

  await t.step("shows numbers with all digits", async () => {
    await session.run(`
digits = {"i": [2**63 - 1, 1_234_567_890_123_456], "x": [0.1 + 0.2, 139.6917111111111], "f": np.array([0.1, 1 / 3], "float32")}
pandas_digits = pd.DataFrame(digits)
polars_digits = pl.DataFrame(digits)
arrow_digits = pa.table(digits)`);
    for (const variable_name of ["pandas_digits", "polars_digits", "arrow_digits", "digits"]) {
      const handle = (await show({ variable_name })).string("handle");
      const page = await connection.call("view_read", { handle, places: [0, 1, 2] });
      assert.deepEqual(page.at("rows"), [
        ["9223372036854775807", 0.1 + 0.2, 0.1],
        [1_234_567_890_123_456, 139.6917111111111, 0.33333334],
      ], variable_name);
    }
  });

  await t.step("compares whole numbers of 64 bits exactly, and times of day", async () => {
    await session.run(`
ids = {"id": [1234567890123456789, 1234567890123456790, 7], "n": [0, 1, 2],
    "at": [datetime.datetime(2024, 5, 5, 10), datetime.datetime(2024, 5, 5, 11, 0, 30), None]}
exact_frame, exact_polars, exact_arrow = pd.DataFrame(ids), pl.DataFrame(ids), pa.table(ids)
exact_list = [dict(zip(ids, row)) for row in zip(*ids.values())]
exact_unsigned = exact_frame.astype({"id": "uint64"})
polars_unsigned = exact_polars.cast({"id": pl.UInt64})
arrow_unsigned = exact_arrow.cast(pa.schema([("id", pa.uint64()), ("n", pa.int8()), ("at", pa.timestamp("us", "UTC"))]))
decimals = [decimal.Decimal(one) for one in ids["id"]]
polars_decimal = exact_polars.with_columns(id=pl.Series(decimals))
arrow_decimal = exact_arrow.set_column(0, "id", pa.array(decimals, pa.decimal128(20, 0)))`);
    const exact = "1234567890123456789";
    const cases: readonly (readonly [condition: unknown, found: readonly number[]])[] = [
      [{ ...range, place: 0, low: exact, high: exact }, [0]],
      [{ ...range, place: 0, low: exact, high: exact, negate: true }, [1, 2]],
      [{ ...range, place: 0, low: "1234567890123456790" }, [1]],
      [{ ...range, place: 0, high: exact, high_open: true }, [2]],
      [{ ...range, place: 0, low: 6.5, high: 7.5 }, [2]],
      [{ ...range, place: 0, low: "99999999999999999999" }, []],
      [{ ...range, place: 0, high: "99999999999999999999" }, [0, 1, 2]],
      [{ ...range, place: 0, low: "-99999999999999999999" }, [0, 1, 2]],
      [{ ...range, place: 0, low: -1 }, [0, 1, 2]],
      [{ ...range, place: 1, low: exact }, []],
      [{ ...text, text: exact, number: exact }, [0]],
      [{ ...text, text: "1.5", number: 1.5 }, []],
      [{ ...text, text: "7", number: 7 }, [2]],
    ];
    const times: typeof cases = [
      [{ ...range, place: 2, low: "2024-05-05T11:00:00" }, [1]],
      [{ ...range, place: 2, low: "2024-05-05T10:00:00.000000", high: "2024-05-05T10:00:00.500000" }, [0]],
      [{ ...text, text: "2024-05-05 10:00", low: "2024-05-05T10:00:00", high: "2024-05-05T10:01:00" }, [0]],
    ];
    for (
      const variable_name of [
        ...["exact_frame", "exact_polars", "exact_arrow", "exact_list", "exact_unsigned"],
        ...["polars_unsigned", "arrow_unsigned", "polars_decimal", "arrow_decimal"],
      ]
    ) {
      const handle = (await show({ variable_name })).string("handle");
      for (const [condition, found] of [...cases, ...(variable_name === "exact_list" ? [] : times)]) {
        const page = await connection.call("view_read", { handle, places: [1], condition });
        const about = `${variable_name} ${JSON.stringify(condition)} ${page.text}`;
        assert.deepEqual(page.at("rows"), found.map((one) => [one]), about);
      }
      const last = await connection.call("view_read", { handle, places: [1], offset: 200 });
      assert.deepEqual([last.at("offset"), last.at("rows")], [2, [[2]]]);
    }
  });

  await t.step("gives whole values for a copy, and says if one is too long for that", async () => {
    await session.run(`
whole = pd.DataFrame({"x": [0.1 + 0.2, 1 / 3, 5e-324], "s": ["a" * 3_000, "\x1b[31mred", ""],
    "l": [list(range(50)), {"k": {"k": {"k": {"k": [1]}}}}, np.arange(3) / 3], "f": np.array([0.1, 1 / 3, 2], "float32"),
    "i": pd.Series([2**63, 1, None], dtype=object), "b": [b"x" * 100, None, b""]})
polars_whole = pl.DataFrame({"x": [0.1 + 0.2], "f": pl.Series([0.1], dtype=pl.Float32), "s": ["a" * 3_000]})
arrow_whole = polars_whole.to_arrow()
vast = pd.DataFrame({"s": ["a" * 50_000, "b" * 60_000, "c" * 1_000_000]})`);
    const page = async (variable_name: string, query: Record<string, unknown> = {}) => {
      const handle = (await show({ variable_name })).string("handle");
      return await connection.call("view_read", {
        handle,
        places: [0, 1, 2, 3, 4, 5],
        exact: true,
        ...query,
      });
    };
    const deep = { k: { k: { k: { k: [1] } } } };
    assert.deepEqual((await page("whole")).at("rows"), [
      [
        0.1 + 0.2,
        "a".repeat(3_000),
        Array.from({ length: 50 }, (_, n) => n),
        0.1,
        "9223372036854775808",
        `b'${"x".repeat(100)}'`,
      ],
      [1 / 3, "\x1b[31mred", deep, 0.33333334, 1, null],
      [5e-324, "", [0, 1 / 3, 2 / 3], 2, null, "b''"],
    ]);
    for (const variable_name of ["polars_whole", "arrow_whole"]) {
      assert.deepEqual((await page(variable_name)).at("rows"), [[0.1 + 0.2, 0.1, "a".repeat(3_000)]]);
    }
    const first = await page("vast");
    assert.deepEqual([first.list("rows").length, first.at("is_shortened")], [1, undefined]);
    const last = await page("vast", { offset: 2 });
    assert.equal(last.at("is_shortened"), true);
    assert.ok(last.text.length < 150_000, "some clients keep longer answers from the view");
  });

  await t.step("shows the first rows of a file, and says how many there are", async () => {
    const rows = Array.from({ length: 12_000 }, (_, row) => `${row},${row % 2 ? "odd" : "even"}`);
    const path = `${crypto.randomUUID()}.csv`;
    await connection.call("file_write", { path, content: `n,kind\n${rows.join("\n")}\n` });
    const shown = await connection.call("show_table", { path });
    assert.deepEqual(
      [shown.at("rows"), shown.at("rows_in_file"), shown.at("note")],
      [10_000, 12_000, "2 columns × the first 10,000 rows are shown to the person; do not repeat them"],
    );
    const page = await connection.call("view_read", {
      handle: shown.string("handle"),
      places: [0, 1],
      limit: 1,
      sort: { place: 0, descending: true },
      condition: { kind: "equal", place: 1, text: "even", negate: false },
    });
    assert.deepEqual([page.at("matching"), page.at("rows")], [5_000, [[9_998, "even"]]]);
  });

  await t.step("says what is missing", async () => {
    assert.equal((await show({})).at("error"), "invalid_argument");
    assert.equal((await show({ variable_name: "nothing" })).at("error"), "variable_not_found");
    assert.equal((await show({ variable_name: "before" })).at("error"), "not_a_table");
    const read = await connection.call("view_read", { handle: "nonsense", places: [] });
    assert.equal(read.at("error"), "variable_not_found");
  });
});
