import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

/** Writes files that pyarrow itself does not survive, some that it does, and some whose rows are not counted. */
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
import gzip, openpyxl, zipfile
book = openpyxl.Workbook(write_only=True)
sheet = book.create_sheet("long")
for row in range(25_000): sheet.append([row, f"name {row}", row / 7])
book.save("long.xlsx")
with gzip.open("long.csv.gz", "wt") as file:
    file.write("a,b\\n")
    file.write("".join(f"{row},{row * 7919 % 1000}\\n" for row in range(600_000)))
with zipfile.ZipFile("table.csv.zip", "w") as file: file.writestr("table.csv", "a\\n1\\n")
kept = 42
`;

Deno.test("data_preview of damaged and odd files lets no kernel die", async (t) => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  const folder = `damaged-${crypto.randomUUID().slice(0, 8)}`;
  const made = await session.run(write(`${jupyter.root}/${folder}`), { timeout: 200 });
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

  await t.step("rows that are not counted are estimated, here and in the kernel", async () => {
    for (const [name, rows] of [["long.xlsx", 25_000], ["long.csv.gz", 600_000]] as const) {
      for (const session_id of [session.id, undefined]) {
        const { json } = await connection.call("data_preview", { path: `${folder}/${name}`, session_id });
        const near = Math.abs(Number(json["rows"]) - rows) < rows / 5;
        assert.ok(near, `${name}: ${JSON.stringify(json)}`);
      }
    }
    const zipped = await through("table.csv.zip");
    assert.equal(zipped.at("error"), "unsupported");
    assert.match(zipped.string("hint"), /execute_code/);
  });

  await t.step("a large text without line ends is one column", async () => {
    const { json } = await through("no_ends.csv");
    assert.deepEqual([json["rows"], json["rows_exact"], json["read_by"]], [0, true, "kernel"]);
    assert.deepEqual(json["columns"], [`${"a".repeat(200)}…`]);
  });
});
