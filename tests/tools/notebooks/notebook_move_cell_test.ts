import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { code, onDisk, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

for (const kind of environmentKinds) {
  Deno.test(`notebook_move_cell on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const outputs = [{ output_type: "stream", name: "stdout", text: ["kept\n"] }];
    const path = await putCells(
      jupyter,
      [..."abcd"].map((id) => code(id, id, { outputs, execution_count: 3, metadata: { mine: id } })),
    );
    const before = await onDisk(jupyter, path);
    const move = (cell: unknown, position: unknown) =>
      connection.call("notebook_move_cell", { notebook_path: path, cell, position });
    const order = async () => (await onDisk(jupyter, path)).cells.map(({ id }) => id).join("");

    const { change_id, ...reply } = (await move("a", 2)).json;
    assert.equal(typeof change_id, "string");
    assert.deepEqual(reply, {
      notebook_path: path,
      cell_id: "a",
      index: 2,
      visible: "no_browser",
      saved: true,
    });
    assert.equal(await order(), "bcad");
    assert.equal((await move(-1, 0)).at("cell_id"), "d");
    assert.equal(await order(), "dbca");
    assert.equal((await move("d", -1)).at("index"), 3);
    assert.equal(await order(), "bcad");
    assert.equal((await move("1", 1)).at("index"), 1);
    assert.equal(await order(), "bcad");

    const after = await onDisk(jupyter, path);
    const sorted = after.cells.toSorted((one, other) => String(one.id) < String(other.id) ? -1 : 1);
    assert.deepEqual(sorted, before.cells, "the cells are as they were, outputs and all");

    for (const position of [4, -5]) {
      assert.equal((await move("a", position)).at("error"), "invalid_argument");
    }
    assert.equal((await move("z", 0)).at("error"), "cell_not_found");
    assert.equal(await order(), "bcad");
  });
}
