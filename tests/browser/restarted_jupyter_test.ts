import assert from "node:assert/strict";
import { startPerson } from "../harness/browser.ts";
import { connect } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { freePort, startJupyter } from "../harness/jupyter.ts";
import { openSession } from "../harness/session.ts";
import { writeNotebook } from "./write_notebook.ts";

Deno.test("a notebook in a background tab that stays open while Jupyter is restarted is not edited", async () => {
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
    const layout = await eventually(() => layoutWith(workspaces, path), { what: "the layout is stored" });
    const connected = await known.call("notebook_add_cell", add);
    assert.match(connected.string("message"), /a browser has the notebook open/);
    // As in a background tab: JupyterLab stops asking the server, and storing its layout.
    await notebook.page.evaluate(
      'Object.defineProperty(document, "hidden", { value: true }); document.dispatchEvent(new Event("visibilitychange"))',
    );
    await first.stop();
    const hoursAgo = new Date(Date.now() - 10_000_000);
    await Deno.utime(layout, hoursAgo, hoursAgo);
    await using second = await start();
    await using fresh = await connect({ jupyter: second });
    const assertRefused = async () => {
      for (const connection of [known, fresh]) {
        const refused = await connection.call("notebook_add_cell", add);
        assert.equal(refused.at("error"), "conflict", refused.text);
        assert.match(refused.string("message"), /a browser may still have the notebook open/);
        assert.match(refused.string("hint"), /background tab.*Ask the person.*force: true/);
      }
    };
    await assertRefused();
    await using _session = await openSession(known, { notebook_path: path });
    await assertRefused();
    await notebook.save();
    assert.match(await Deno.readTextFile(`${root}/${path}`), /# a note of mine/);
    const forced = await fresh.call("notebook_add_cell", { ...add, force: true });
    assert.equal(forced.at("visible"), "after_reload", forced.text);
  }
  for (const folder of [root, workspaces]) await Deno.remove(folder, { recursive: true });
});

/** The stored layout that has a notebook; false if there is none yet. */
async function layoutWith(workspaces: string, path: string): Promise<string | false> {
  for await (const { name } of Deno.readDir(workspaces)) {
    const layout = `${workspaces}/${name}`;
    if ((await Deno.readTextFile(layout)).includes(`notebook:${path}`)) return layout;
  }
  return false;
}
