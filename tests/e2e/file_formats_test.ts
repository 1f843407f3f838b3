/** Libraries that the compiled program loads when a file needs them. */

import assert from "node:assert/strict";
import { connect } from "../harness/client.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { makeTables } from "../harness/tables.ts";

Deno.test("the binary reads every format of tables by itself", async (t) => {
  const jupyter = sharedJupyter("plain");
  const folder = await makeTables(jupyter);
  await using connection = await connect({ program: "compiled", jupyter });
  const names = ["utf8.csv", "sjis.csv", "records.json", "lines.jsonl", "book.xlsx", "zstd.parquet"];
  for (const name of [...names, "brotli.parquet", "zstd.feather", "lz4.feather", "stream.arrow"]) {
    await t.step(name, async () => {
      const { json } = await connection.call("data_preview", { path: `${folder}/${name}` });
      assert.deepEqual([json["rows"], json["read_by"]], [1_000, "jupyter-mcp"], JSON.stringify(json));
    });
  }
  await t.step("a pattern of names", async () => {
    const { json } = await connection.call("file_list", { path: folder, glob: "**/*.xlsx" });
    assert.equal(Array.isArray(json["entries"]) && json["entries"].length, 1);
  });
});
