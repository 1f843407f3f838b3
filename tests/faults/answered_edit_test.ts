/** An edit that is made is answered as made, though Jupyter cannot be asked any more what became of it. */

import assert from "node:assert/strict";
import { connect } from "../harness/client.ts";
import { code, onDisk, putCells } from "../harness/notebook.ts";
import { startProxy } from "../harness/proxy.ts";
import { sharedJupyter } from "../harness/servers.ts";

/** Requests that a Jupyter does not answer, and whether the edit was made by then. */
const questions = [
  { kind: "collaboration", to: /GET \/api\/sessions/, isMade: true },
  { kind: "collaboration", to: /GET \/api\/contents\/.*hash=1/, isMade: true },
  // Whether a browser has the file open is asked before it is written.
  { kind: "plain", to: /GET \/api\/sessions/, isMade: false },
] as const;

for (const { kind, to, isMade } of questions) {
  const outcome = isMade ? "added once" : "refused and not added";
  Deno.test(`a cell is ${outcome} on a ${kind} Jupyter that does not answer ${to.source}`, async () => {
    const jupyter = sharedJupyter(kind);
    await using proxy = startProxy(jupyter);
    await using connection = await connect({ jupyter: proxy.server });
    const path = await putCells(jupyter, [code("first", "1")]);
    const add = (source: string) =>
      connection.call("notebook_add_cell", { notebook_path: path, cell_type: "code", source });
    assert.equal((await add("2")).at("saved"), true);
    proxy.answer({ status: 503, to, times: 1_000 });
    const added = await add("3");
    assert.equal(added.isError, !isMade, added.text);
    assert.equal(added.at("saved"), isMade ? true : undefined, added.text);
    const { cells } = await onDisk(jupyter, path);
    assert.deepEqual(cells.map(({ source }) => source), isMade ? ["1", "2", "3"] : ["1", "2"]);
  });
}
