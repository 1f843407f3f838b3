import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

Deno.test("chartelier_visualize draws tables that never pass through the model", async (t) => {
  await using connection = await connect({ jupyter: sharedJupyter("plain") });
  await using session = await openSession(connection);
  const draw = (args: Record<string, unknown>) =>
    connection.call("chartelier_visualize", {
      query: "sales trend by region",
      options: { dpi: 96 },
      ...args,
    });
  await session.run(`
import pandas as pd
frame = pd.DataFrame([(pd.Timestamp(2024, m, 1), r, 100 * m + k) for m in range(1, 10) for k, r in enumerate(["North", "South"])],
                     columns=["month", "region", "sales"])
large = pd.DataFrame({"v": range(200_000)})
turns = pd.DataFrame({"shop": ["A", "B"] * 100_000, "amount": 1})
number = 5
plain = {"month": ["2024-01", "2024-02"], "sales": [4, 9]}
nothing = pd.DataFrame({"month": [], "sales": []})
open("blank.csv", "w").close()
with pd.ExcelWriter("charted.xlsx") as book:
    frame.to_excel(book, sheet_name="Orders", index=False)
    frame.to_excel(book, sheet_name="Returns", index=False)
by_month = frame.groupby("month").sales.sum()
both = frame.set_index(["month", "region"])
periods = pd.DataFrame({"North": [1, 2, 4], "South": [3, 2, 1]}, index=pd.period_range("2024-01", periods=3, freq="M"))
kept = frame[frame.region == "South"]
frame.to_csv("charted.csv", index=False)
frame.to_parquet("charted.parquet")
with open("charted.ipynb", "w") as file: file.write('{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}')
`);
  const { id: session_id } = session;

  await t.step("a table in the kernel", async () => {
    const result = await draw({ session_id, variable_name: "frame" });
    assert.equal(result.isError, false, result.text);
    assert.equal(result.at("metadata.pattern_id"), "P12");
    assert.deepEqual(result.at("metadata.mapping"), { x: "month", y: "sales", color: "region" });
    assert.match(result.string("summary"), /South is highest with 901/);
    assert.equal(result.images.length, 1);
  });

  await t.step("a table whose rows are called by a time or a group", async () => {
    const one = await draw({ session_id, variable_name: "by_month", query: "sales trend" });
    assert.deepEqual(one.at("metadata.mapping"), { x: "month", y: "sales" }, one.text);
    const two = await draw({ session_id, variable_name: "both" });
    assert.deepEqual(two.at("metadata.mapping"), { x: "month", y: "sales", color: "region" });
    const unnamed = await draw({ session_id, variable_name: "periods", query: "trend of all columns" });
    assert.equal(unnamed.at("metadata.pattern_id"), "P12", unnamed.text);
    assert.match(unnamed.string("summary"), /At the end \(Mar 2024\), North is highest/);
    const rest = await draw({ session_id, variable_name: "kept", query: "sales trend" });
    assert.equal(rest.at("metadata.stats.cols"), 3);
  });

  await t.step("of a large one a sample, and that is said", async () => {
    const result = await draw({ session_id, variable_name: "large", query: "distribution of v" });
    assert.equal(result.at("metadata.stats.rows"), 200_000);
    assert.equal(result.at("metadata.stats.sampled"), true);
    assert.equal(result.at("metadata.stats.sampled_rows"), 50_000);
    assert.ok(JSON.stringify(result.at("metadata.operations_applied")).includes('"sample"'));
    assert.match(JSON.stringify(result.at("metadata.warnings")), /random sample of 50000 of 200000 rows/);
    assert.match(result.string("summary"), /^Note: the chart is based on a random sample/);
  });

  await t.step("groups that take turns are all in the sample, and sums are told for all rows", async () => {
    const result = await draw({ session_id, variable_name: "turns", query: "total amount by shop" });
    const summary = result.string("summary");
    assert.match(summary, /50000 of 200000 rows.*sums and counts are estimates, scaled up to all rows\./);
    const [highest = 0, lowest = 0] = [...summary.matchAll(/\b(?:99|10[01]),\d{3}\b/g)].map(([n]) =>
      Number(n.replace(",", ""))
    );
    assert.equal(highest + lowest, 200_000, summary);
  });

  await t.step("a file, as text or not", async () => {
    for (const path of ["charted.csv", "charted.parquet"]) {
      const result = await draw({ path });
      assert.equal(result.isError, false, result.text);
      assert.match(result.string("summary"), /South is highest with 901/, path);
    }
  });

  await t.step("a plain container of the kernel", async () => {
    const result = await draw({ session_id, variable_name: "plain", query: "sales trend" });
    assert.match(result.string("summary"), /^sales went from 4 \(Jan 2024\) to 9/, result.text);
  });

  await t.step("the first sheet of a workbook, and that there are others", async () => {
    const result = await draw({ path: "charted.xlsx" });
    assert.match(result.string("summary"), /South is highest with 901/, result.text);
    assert.deepEqual(result.at("metadata.warnings"), [
      'sheet "Orders" is drawn; the workbook also has "Returns"',
    ]);
  });

  await t.step("of an empty table its own name", async () => {
    const variable = await draw({ session_id, variable_name: "nothing" });
    assert.match(String(variable.json["message"]), /^Cannot draw "nothing": /);
    const file = await draw({ path: "blank.csv" });
    assert.match(String(file.json["message"]), /^Cannot draw "blank.csv": it is empty/);
  });

  await t.step("a file that is too large is refused before it is read", async () => {
    await session.run('with open("too_large.csv", "wb") as file: file.truncate(60 * 1024 * 1024)');
    const { json } = await draw({ path: "too_large.csv" });
    assert.equal(json["error"], "too_large");
    assert.match(String(json["message"]), /"too_large.csv": it has 62914560 bytes, over 50 MB/);
    assert.match(String(json["hint"]), /variable_name/);
  });

  await t.step("what is not there, or no table, is a clear error", async () => {
    assert.equal((await draw({ session_id, variable_name: "nobody" })).json["error"], "variable_not_found");
    assert.equal((await draw({ session_id, variable_name: "number" })).json["error"], "not_a_table");
    assert.equal((await draw({ path: "nothing.csv" })).json["error"], "file_not_found");
    assert.equal((await draw({ path: "charted.ipynb" })).json["error"], "not_a_table");
    assert.equal(
      (await draw({ session_id: "nobody-has-this", variable_name: "frame" })).json["error"],
      "session_not_found",
    );
  });

  await t.step("there is exactly one source", async () => {
    for (
      const args of [
        {},
        { data: "a\n1", path: "charted.csv" },
        {
          session_id,
          variable_name: "frame",
          data: "a\n1",
        },
        { variable_name: "frame" },
        { session_id, data: "a\n1" },
        { session_id, path: "charted.csv" },
        { session_id },
      ]
    ) {
      const { json } = await draw(args);
      assert.equal(json["error"], "invalid_argument", JSON.stringify(args));
    }
  });
});
