import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { code, markdown, openRoom, putCells, sourcesOnDisk } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

for (const kind of environmentKinds) {
  Deno.test(`notebook_delete_cell on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const path = await putCells(jupyter, [..."abcde"].map((id) => code(id, id)));
    const remove = (cell: unknown) => connection.call("notebook_delete_cell", { notebook_path: path, cell });

    const { change_id, ...removed } = (await remove("b")).json;
    assert.match(String(change_id), /^c-/);
    assert.deepEqual(removed, {
      notebook_path: path,
      cell_id: "b",
      visible: "no_browser",
      saved: true,
      deleted: { cell_type: "code", source: "b" },
    });
    assert.equal((await remove(-1)).at("cell_id"), "e");
    assert.equal((await remove("0")).at("cell_id"), "a");
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["c", "d"]);

    const again = await remove("b");
    assert.equal(again.at("error"), "cell_not_found");
    assert.partialDeepStrictEqual(again.at("available"), [{ id: "c", index: 0 }, { id: "d", index: 1 }]);

    await remove(0);
    await remove(0);
    assert.deepEqual(await sourcesOnDisk(jupyter, path), []);
    const none = await remove(0);
    assert.equal(none.at("error"), "cell_not_found");
    assert.match(none.string("hint"), /notebook_add_cell/);
  });
}

Deno.test("notebook_delete_cell takes the cell that was meant, though others come before it meanwhile", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, [code("a", "a"), markdown("b", "b"), code("c", "c")]);
  await using room = await openRoom(jupyter, path);
  const insert = { id: "p", cell_type: "raw", source: "person", metadata: {} };
  const removed = connection.call("notebook_delete_cell", { notebook_path: path, cell: "b" });
  room.update((notebook) => ({ ...notebook, cells: [insert, ...notebook.cells] }));
  assert.equal((await removed).at("cell_id"), "b");
  await room.flush();
  assert.deepEqual(room.read().cells.map(({ source }) => source), ["person", "a", "c"]);
});
