import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { code, markdown, putCells } from "../../harness/notebook.ts";
import { jupyterFetch } from "../../harness/rest.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const cells = [code("a", "import os\nprint(os.getcwd())"), markdown("b", "# Title"), code("c", "x = 1")];

Deno.test("notebook_diff matches cells by id and by likeness", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const older = await putCells(jupyter, cells);
  const newer = await putCells(jupyter, [
    markdown("b", "# Title"),
    code("copy-of-a", "import os\nprint(os.getcwd(), 1)"),
    code("new", "completely(different)"),
  ]);
  const diff = await connection.call("notebook_diff", { notebook_path: newer, against: older });
  assert.equal(diff.at("same"), false);
  assert.deepEqual(
    ["added", "deleted", "moved", "edited"].map((kind) => diff.at(kind)),
    [1, 1, 1, 1],
  );
  assert.match(
    diff.string("diff"),
    /edited cell copy-of-a\n.*\n import os\n-print\(os.getcwd\(\)\)\n\+print/,
  );
  const same = await connection.call("notebook_diff", { notebook_path: newer, against: "disk" });
  assert.equal(same.at("same"), true);
});

Deno.test("notebook_diff of a saved shared document with its file finds no difference", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, cells);
  await connection.call("notebook_edit_cell", { notebook_path: path, cell: "a", source: "x = 1" });
  const { at } = await connection.call("notebook_diff", { notebook_path: path, against: "disk" });
  assert.equal(at("same"), true);
});

Deno.test("notebook_diff compares a notebook with its checkpoint", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, cells);
  const compare = () => connection.call("notebook_diff", { notebook_path: path });
  const none = await compare();
  assert.equal(none.at("error"), "file_not_found");
  const made = await jupyterFetch(jupyter, `api/contents/${path}/checkpoints`, { method: "POST" });
  await made.body?.cancel();
  await connection.call("notebook_edit_cell", { notebook_path: path, cell: "c", source: "x = 2" });
  assert.match((await compare()).string("diff"), /edited cell c\n@@ -1 \+1 @@\n-x = 1\n\+x = 2/);
});
