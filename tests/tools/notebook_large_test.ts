/** Notebooks full of figures are changed without being held several times over. */

import assert from "node:assert/strict";
import { connect } from "../harness/client.ts";
import { environmentKinds } from "../harness/environment.ts";
import { code, onDisk, putCells } from "../harness/notebook.ts";
import { peakMemory } from "../harness/peak_memory.ts";
import { sharedJupyter } from "../harness/servers.ts";

/** Bytes; the notebook as one text, as bytes and on its way is more. */
const mostMore = 180_000_000;

for (const kind of environmentKinds) {
  Deno.test(`a cell of a notebook of 60 MB is edited in little more memory on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const last = "# 日本 🚀\n".repeat(1_000);
    const data = { "image/png": `iVBORw0KGgo${"A".repeat(600_000)}` };
    const outputs = [{ output_type: "display_data", data, metadata: {} }];
    const path = await putCells(
      jupyter,
      Array.from({ length: 100 }, (_, n) => code(`c${n}`, n === 99 ? last : `plot(${n})`, { outputs })),
    );
    await connection.call("notebook_get", { notebook_path: path });
    const before = await peakMemory(connection.pid);
    const { at, text } = await connection.call("notebook_edit_cell", {
      notebook_path: path,
      cell: 3,
      source: "plot('é')",
    });
    assert.equal(at("saved"), true, text);
    const more = await peakMemory(connection.pid) - before;
    const { cells } = await onDisk(jupyter, path);
    assert.equal(cells[3]?.source, "plot('é')");
    assert.equal(cells.length, 100);
    assert.ok(cells[99]?.source === last);
    assert.ok(JSON.stringify(cells[99]?.outputs).includes(data["image/png"]));
    assert.ok(more < mostMore, `${Math.round(more / 1e6)} MB more`);
    await Deno.remove(`${jupyter.root}/${path}`);
  });
}
