import assert from "node:assert/strict";
import { connect } from "../harness/client.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";

/** Writes files that pyarrow itself does not survive, and some that it does. */
const write = (folder: string) => `
import os, struct
import pyarrow as pa, pyarrow.feather as feather, pyarrow.orc as orc
os.makedirs(${JSON.stringify(folder)}, exist_ok=True)
os.chdir(${JSON.stringify(folder)})
table = pa.table({"n": [1, 2, 3], "s": ["aaa", "bbb", "ccc"]})
feather.write_feather(table, "old.feather", version=1)
orc.write_table(table, "table.orc")
feather.write_feather(table, "new.feather", compression="uncompressed")
offsets = struct.pack("<4i", 0, 3, 6, 9)
good = open("new.feather", "rb").read()
assert offsets in good
open("far.feather", "wb").write(good.replace(offsets, struct.pack("<4i", 0, 2**30, 2**31 - 2, 2**31 - 1)))
open("zeros.feather", "wb").write(b"FEA1" + bytes(100) + b"FEA1")
open("cut.orc", "wb").write(open("table.orc", "rb").read()[:40])
open("no_ends.csv", "w").write("a" * 9_000_000)
kept = 42
`;

Deno.test("data_preview through a kernel does not let a damaged file end it", async (t) => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  const folder = `damaged-${crypto.randomUUID().slice(0, 8)}`;
  const made = await session.run(write(`${jupyter.root}/${folder}`));
  assert.equal(made.at("success"), true, made.text);
  const through = (name: string) =>
    connection.call("data_preview", { path: `${folder}/${name}`, session_id: session.id });

  for (const name of ["zeros.feather", "far.feather", "cut.orc"]) {
    await t.step(`${name} is an error, and the variables stay`, async () => {
      const { json, at } = await through(name);
      assert.ok(["not_a_table", "unsupported"].includes(String(at("error"))), JSON.stringify(json));
      assert.equal((await session.run("kept", { record: false })).at("result"), "42");
    });
  }

  for (
    const [name, format] of [["old.feather", "feather"], ["table.orc", "orc"], ["new.feather", "feather"]]
  ) {
    await t.step(`${name} is read`, async () => {
      const { json } = await through(name ?? "");
      assert.partialDeepStrictEqual(json, { format, rows: 3, rows_exact: true, read_by: "kernel" });
      assert.deepEqual(json["head"], [{ n: 1, s: "aaa" }, { n: 2, s: "bbb" }, { n: 3, s: "ccc" }]);
    });
  }

  await t.step("a large text without line ends is one column", async () => {
    const { json } = await through("no_ends.csv");
    assert.deepEqual([json["rows"], json["rows_exact"], json["read_by"]], [0, true, "kernel"]);
    assert.deepEqual(json["columns"], [`${"a".repeat(200)}…`]);
  });
});
