/** Shared notebooks over several starts of the Jupyter that the program starts by itself. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../harness/client.ts";
import { sourcesOnDisk } from "../harness/notebook.ts";
import { ownJupyter } from "../harness/own_jupyter.ts";
import { openSession } from "../harness/session.ts";

Deno.test("a notebook is whole at every start of the managed Jupyter, and no store of documents is left", async () => {
  const home = await Deno.makeTempDir({ prefix: "jupyter-mcp-home-" });
  const temp = await Deno.makeTempDir({ prefix: "jupyter-mcp-temp-" });
  const path = "kept.ipynb";
  const expected = ["a = 1", "b = 2"];
  const own = ownJupyter(home);
  for (let start = 0; start < 4; start++) {
    await using connection = await connect({ ...own, env: { ...own.env, TMPDIR: temp } });
    if (start === 0) {
      const cells = expected.map((source) => ({ cell_type: "code", source }));
      assert.equal((await connection.call("notebook_create", { name: path, cells })).at("saved"), true);
    }
    const got = await connection.call("notebook_get", { notebook_path: path });
    assert.equal(got.at("outline.length"), expected.length, got.text);
    for (const [cell, source] of [[0, `a = ${start}`], [-1, `last = ${start}`]] as const) {
      const edited = await connection.call("notebook_edit_cell", { notebook_path: path, cell, source });
      assert.equal(edited.at("saved"), true, edited.text);
      expected.splice(cell, 1, source);
    }
    await using session = await openSession(connection, { notebook_path: path });
    assert.equal((await session.run(`print(${start})`)).at("recorded"), true);
    expected.push(`print(${start})`);
  }
  assert.deepEqual(await sourcesOnDisk({ url: "", token: "", root: home }, path), expected);
  assert.deepEqual(await storesBelow(home), []);
  assert.deepEqual(await storesBelow(temp), []);
  for (const folder of [home, temp]) await Deno.remove(folder, { recursive: true });
});

async function storesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) found.push(...await storesBelow(join(folder, name)));
    else if (name.includes("ystore")) found.push(join(folder, name));
  }
  return found;
}
