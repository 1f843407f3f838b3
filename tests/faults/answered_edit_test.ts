/** An edit that is made is answered as made, though Jupyter cannot be asked any more what became of it. */

import assert from "node:assert/strict";
import { connect } from "../harness/client.ts";
import { environmentKinds } from "../harness/environment.ts";
import { code, onDisk, putCells } from "../harness/notebook.ts";
import { startProxy } from "../harness/proxy.ts";
import { sharedJupyter } from "../harness/servers.ts";

/** Request lines that only what follows a write sends. */
const questions = {
  plain: [/GET \/api\/sessions/],
  collaboration: [/GET \/api\/sessions/, /GET \/api\/contents\/.*hash=1/],
} as const;

for (const kind of environmentKinds) {
  for (const to of questions[kind]) {
    Deno.test(`a cell is added once on a ${kind} Jupyter that does not answer ${to.source}`, async () => {
      const jupyter = sharedJupyter(kind);
      await using proxy = startProxy(jupyter);
      await using connection = await connect({ jupyter: proxy.server });
      const path = await putCells(jupyter, [code("first", "1")]);
      const add = (source: string) =>
        connection.call("notebook_add_cell", { notebook_path: path, cell_type: "code", source });
      assert.equal((await add("2")).at("saved"), true);
      proxy.answer({ status: 503, to, times: 1_000 });
      const added = await add("3");
      assert.equal(added.isError, false, added.text);
      assert.equal(added.at("saved"), true, added.text);
      const { cells } = await onDisk(jupyter, path);
      assert.deepEqual(cells.map(({ source }) => source), ["1", "2", "3"]);
    });
  }
}
