/** What data_preview shows of values whose types have more digits than a float, or fewer than one shows. */

import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";
import { makeTables } from "../../harness/tables.ts";

const oddPart = { day: "2024-02-29", cost: 1.1, sum: 0.3 };
const oddRows = [
  {
    sum: 0.3,
    single: 0.1,
    half: 0.1,
    decimal: "12345678901234567890.123456789",
    time: "12:30:15.123456",
    micros: "2024-01-02T03:04:05.123456",
    zoned: "2024-01-02T00:00:00+00:00",
    days: ["2024-02-29"],
    singles: [0.1, 3.3],
    parts: oddPart,
    nothing: null,
    kind: "x",
  },
  {
    sum: 1 / 3,
    single: 3.3,
    half: 2.5,
    decimal: -0.5,
    time: "01:02:03",
    micros: "1969-12-31T00:00:00",
    zoned: "2024-01-02T00:00:00+00:00",
    days: [],
    singles: [],
    parts: oddPart,
    nothing: null,
    kind: "y",
  },
  Object.fromEntries(
    [
      "sum",
      "single",
      "half",
      "decimal",
      "time",
      "micros",
      "zoned",
      "days",
      "singles",
      "parts",
      "nothing",
      "kind",
    ]
      .map((name) => [name, null]),
  ),
];

Deno.test("data_preview of columnar files", async (t) => {
  const jupyter = sharedJupyter("collaboration");
  const folder = await makeTables(jupyter);
  await using connection = await connect({ jupyter });
  const preview = (name: string, args: Record<string, unknown> = {}) =>
    connection.call("data_preview", { path: `${folder}/${name}`, ...args });

  for (const name of ["odd.parquet", "odd.feather", "odd.arrow"]) {
    await t.step(`${name}: values as they were written, without noise and without loss`, async () => {
      const shown = await preview(name);
      assert.deepEqual(shown.at("head"), oddRows, shown.text);
    });
  }

  for (const codec of ["uncompressed", "lz4", "zstd"]) {
    await t.step(`polars_${codec}.arrow: what Polars writes is read`, async () => {
      const shown = await preview(`polars_${codec}.arrow`);
      assert.equal(shown.at("rows"), 3, shown.text);
      const text = "a text that is longer than twelve bytes";
      assert.deepEqual(shown.at("head.1"), {
        text,
        list: [],
        kind: "y",
        nothing: null,
        wait: "P1DT0H1M1S",
        part: { text, number: 1 },
      });
    });
  }

  await t.step("all rows of a small file are counted, in however many batches", async () => {
    assert.partialDeepStrictEqual((await preview("many.arrow")).json, { rows: 1_000, rows_exact: true });
  });

  await t.step("a kernel shows the same values", async () => {
    await using session = await openSession(connection);
    for (const name of ["odd.parquet", "odd.feather"]) {
      const shown = await preview(name, { session_id: session.id });
      assert.equal(shown.at("read_by"), "kernel", shown.text);
      assert.deepEqual(shown.at("head"), oddRows, shown.text);
    }
  });
});
