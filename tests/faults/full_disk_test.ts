/** A Jupyter that cannot write a notebook, as on a full disk: it says "success" all the same. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../harness/client.ts";
import { startJupyter } from "../harness/jupyter.ts";
import { code, onDisk, printed, putCells, sourcesOnDisk } from "../harness/notebook.ts";
import { openSession } from "../harness/session.ts";

const config = `
import os
from tornado.web import HTTPError

def refuse_if_full(model, path, contents_manager, **_):
    if os.path.exists(os.path.join(contents_manager.root_dir, "full")):
        raise HTTPError(500, "No space left on device")

c.FileContentsManager.pre_save_hook = refuse_if_full
`;

Deno.test("a run whose outputs Jupyter cannot write to the file of a shared notebook is not reported as recorded", async () => {
  const folder = await Deno.makeTempDir({ prefix: "jupyter-mcp-config-" });
  const file = join(folder, "jupyter_config.py");
  await Deno.writeTextFile(file, config);
  {
    await using jupyter = await startJupyter({
      environment: "collaboration",
      extraArgs: [`--config=${file}`],
    });
    const path = await putCells(jupyter, [code("a", "1")]);
    await using connection = await connect({ jupyter });
    await using session = await openSession(connection, { notebook_path: path });
    await Deno.writeTextFile(join(jupyter.root, "full"), "");
    const full = await session.run("print('full')");
    assert.partialDeepStrictEqual(full.json, { recorded: false, stdout: "full\n" }, full.text);
    assert.match(full.string("reason"), /the Jupyter server did not write the file/);
    const add = { notebook_path: path, cell_type: "code", source: "2" };
    assert.equal((await connection.call("notebook_add_cell", add)).at("saved"), false);
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["1"]);

    await Deno.remove(join(jupyter.root, "full"));
    const ran = await session.run("print('room again')");
    assert.equal(ran.at("recorded"), true, ran.text);
    const { cells } = await onDisk(jupyter, path);
    assert.deepEqual(cells.map(printed), ["", "full\n", "", "room again\n"]);

    await Deno.writeTextFile(join(jupyter.root, "full"), "");
    const next = await session.run("print('full again')");
    assert.partialDeepStrictEqual(next.json, { recorded: false, stdout: "full again\n" }, next.text);
  }
  await Deno.remove(folder, { recursive: true });
});
