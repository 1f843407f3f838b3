import assert from "node:assert/strict";
import { startPerson } from "../harness/browser.ts";
import { connect } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { freePort, startJupyter } from "../harness/jupyter.ts";
import { writeNotebook } from "./write_notebook.ts";

Deno.test("a notebook in a page that stays open while Jupyter is restarted is not edited", async () => {
  const [port, token, root] = [freePort(), crypto.randomUUID(), await Deno.makeTempDir()];
  const workspaces = await Deno.makeTempDir();
  const extraArgs = [`--LabApp.workspaces_dir=${workspaces}`];
  const start = () => startJupyter({ environment: "plain", port, token, root, extraArgs });
  {
    const first = await start();
    const path = await writeNotebook(first, ["# a note"]);
    const add = { notebook_path: path, cell_type: "raw", source: "ours" };
    await using known = await connect({ jupyter: first });
    await using person = await startPerson();
    const notebook = await person.open(first, path);
    await notebook.cell(0).focus();
    await notebook.page.keyboard.type(" of mine");
    const isLaidOut = async () => {
      for await (const { name } of Deno.readDir(workspaces)) {
        if ((await Deno.readTextFile(`${workspaces}/${name}`)).includes(`notebook:${path}`)) return true;
      }
      return false;
    };
    await eventually(isLaidOut, { what: "the page has stored its layout" });
    assert.equal((await known.call("notebook_add_cell", add)).at("error"), "conflict");
    await first.stop();
    await using second = await start();
    await using fresh = await connect({ jupyter: second });
    for (const connection of [known, fresh]) {
      const refused = await connection.call("notebook_add_cell", add);
      assert.equal(refused.at("error"), "conflict", refused.text);
    }
  }
  for (const folder of [root, workspaces]) await Deno.remove(folder, { recursive: true });
});
