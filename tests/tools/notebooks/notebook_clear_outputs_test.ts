import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { code, markdown, onDisk, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

for (const kind of environmentKinds) {
  Deno.test(`notebook_clear_outputs on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const ran = { outputs: [{ output_type: "stream", name: "stdout", text: ["x"] }], execution_count: 3 };
    const path = await putCells(jupyter, [
      code("a", "a", { ...ran, metadata: { tags: ["keep"] } }),
      markdown("b", "b"),
      code("c", "c", ran),
    ]);
    const clear = (args: Record<string, unknown> = {}) =>
      connection.call("notebook_clear_outputs", { notebook_path: path, ...args });
    const cleared = { outputs: [], execution_count: null };

    const one = await clear({ cell: -1 });
    assert.partialDeepStrictEqual(one.json, { cell_id: "c", index: 2, saved: true, visible: "no_browser" });
    const { cells: [a, , c] } = await onDisk(jupyter, path);
    assert.partialDeepStrictEqual(a, ran);
    assert.partialDeepStrictEqual(c, { source: "c", ...cleared });

    const all = await clear();
    const { change_id, ...reply } = all.json;
    assert.equal(typeof change_id, "string");
    assert.deepEqual(reply, { notebook_path: path, visible: "no_browser", saved: true });
    const after = await onDisk(jupyter, path);
    assert.partialDeepStrictEqual(after.cells[0], { source: "a", metadata: { tags: ["keep"] }, ...cleared });
    assert.deepEqual(after.cells[1], { id: "b", cell_type: "markdown", source: "b", metadata: {} });

    assert.equal((await clear()).at("saved"), true, "nothing to clear is no error");
    assert.equal((await clear({ cell: "x" })).at("error"), "cell_not_found");
  });
}
