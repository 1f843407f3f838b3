import assert from "node:assert/strict";
import { join } from "node:path";
import { z } from "zod";
import { startPerson } from "../harness/browser.ts";
import { connect } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { type JupyterServer, startJupyter } from "../harness/jupyter.ts";
import { jupyterJson } from "../harness/rest.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { TestSession } from "../harness/session.ts";
import { writeNotebook } from "./write_notebook.ts";

/** The tools that change cells, and what they are called with. */
const edits: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["notebook_add_cell", { cell_type: "code", source: "1", execute: true }],
  ["notebook_edit_cell", { cell: 1, find: "note", replace: "word" }],
  ["notebook_delete_cell", { cell: 1 }],
  ["notebook_move_cell", { cell: 0, position: 1 }],
  ["notebook_clear_outputs", {}],
  ["notebook_clear_outputs", { cell: 0 }],
];

Deno.test("without collaboration a notebook that is open in the browser", async (t) => {
  const jupyter = sharedJupyter("plain");
  const path = await writeNotebook(jupyter, ["answer = 6 * 7", "# a note"]);
  const onDisk = () => Deno.readTextFile(join(jupyter.root, path));
  await using connection = await connect({ jupyter });
  await using person = await startPerson();
  const notebook = await person.open(jupyter, path);
  await notebook.cell(0).run();
  await notebook.cell(0).untilPrompt("[1]:");
  const joined = await connection.call("session_connect", { notebook_path: path });
  await using session = new TestSession(connection, joined);

  await t.step("shares its variables, and execute_code says that it left the file alone", async () => {
    const ran = await session.run("answer + 1");
    assert.equal(ran.at("result"), "43");
    assert.equal(ran.at("recorded"), false);
    assert.match(ran.string("reason"), /a person's notebook: pass record: true/);
    const again = await session.run("answer + 1");
    assert.equal(again.at("recorded"), undefined, "it is said once");
    assert.equal((await session.run("answer + 1", { record: true })).at("error"), "conflict");
  });

  await t.step("is saved by the person without a question", async () => {
    const note = notebook.cellWith("# a note");
    await note.focus();
    await notebook.page.keyboard.type(" of mine");
    await notebook.save();
    assert.match(await onDisk(), /# a note of mine/);
    assert.equal(await notebook.dialogs.count(), 0);
  });

  await t.step("is not edited under what the person types", async () => {
    const note = notebook.cellWith("# a note of mine");
    await note.focus();
    await notebook.page.keyboard.type(", unsaved");
    const before = await onDisk();
    for (const [tool, args] of edits) {
      const refused = await connection.call(tool, { notebook_path: path, ...args });
      assert.equal(refused.at("error"), "conflict", `${tool}: ${refused.text}`);
      assert.match(refused.string("message"), /a browser has the notebook open/);
      assert.match(refused.string("hint"), /save and close the notebook.*force/);
    }
    const run = await connection.call("notebook_execute_cell", { notebook_path: path, cell: 0 });
    assert.equal(run.at("success"), true, run.text);
    assert.equal(run.at("saved"), false);
    assert.equal(run.at("visible"), undefined);
    assert.match(run.string("notes.0"), /could not be written.*a browser has the notebook open/);
    assert.equal(await onDisk(), before);
    await notebook.save();
    assert.match(await onDisk(), /# a note of mine, unsaved/);
    assert.equal(await notebook.dialogs.count(), 0);
  });

  await t.step("shows a cell that the AI adds with force after a reload, as the answer says", async () => {
    const add = { notebook_path: path, cell_type: "code", source: "# added by the AI", force: true };
    const added = await connection.call("notebook_add_cell", add);
    assert.equal(added.at("visible"), "after_reload", added.text);
    assert.equal(added.at("saved"), true);
    assert.equal(await notebook.cellWith("# added by the AI").locator.count(), 0);
    assert.equal(await notebook.dialogs.count(), 0);
    await notebook.page.reload();
    await notebook.cellWith("# added by the AI").locator.waitFor();
    assert.equal(await notebook.cellWith("# a note").source(), "# a note of mine, unsaved");
  });

  await t.step("is edited once the person has closed it", async () => {
    await notebook.close();
    await eventually(async () => {
      const { at } = await connection.call("notebook_edit_cell", {
        notebook_path: path,
        cell: 0,
        source: "answer = 7 * 7",
      });
      return at("visible") === "no_browser";
    }, { what: "the notebook is known to be closed" });
    assert.match(await onDisk(), /answer = 7 \* 7/);
  });
});

Deno.test("with collaboration switched off a notebook is not edited under what the person types", async () => {
  const extraArgs = ["--YDocExtension.disable_rtc=True"];
  await using jupyter = await startJupyter({ environment: "collaboration", extraArgs });
  const path = await writeNotebook(jupyter, ["answer = 6 * 7", "# a note"]);
  await using connection = await connect({ jupyter });
  await using person = await startPerson();
  const notebook = await person.open(jupyter, path);
  await notebook.cellWith("# a note").focus();
  await notebook.page.keyboard.type(", unsaved");
  for (const [tool, args] of edits) {
    const refused = await connection.call(tool, { notebook_path: path, ...args });
    assert.equal(refused.at("error"), "conflict", `${tool}: ${refused.text}`);
  }
  const run = await connection.call("notebook_execute_cell", { notebook_path: path, cell: 0 });
  assert.deepEqual([run.at("success"), run.at("saved")], [true, false], run.text);
  await notebook.save();
  assert.match(await Deno.readTextFile(join(jupyter.root, path)), /# a note, unsaved/);
  assert.equal(await notebook.dialogs.count(), 0);
  const edit = { notebook_path: path, cell: 0, source: "answer = 49", force: true };
  const edited = await connection.call("notebook_edit_cell", edit);
  assert.deepEqual([edited.at("visible"), edited.at("saved")], ["after_reload", true], edited.text);
});

Deno.test("without collaboration a page whose kernel is gone still has its notebook open", async () => {
  const jupyter = sharedJupyter("plain");
  const path = await writeNotebook(jupyter, ["# a note"]);
  await using connection = await connect({ jupyter });
  await using person = await startPerson();
  const notebook = await person.open(jupyter, path);
  await notebook.cell(0).focus();
  await notebook.save();
  await eventually(() => hasLayout(jupyter, path), { what: "the page has written its layout" });
  await connection.call("session_delete", { session_id: path });
  const edit = { notebook_path: path, cell: 0, source: "# edited" };
  assert.equal((await connection.call("notebook_edit_cell", edit)).at("error"), "conflict");
  const edited = await connection.call("notebook_edit_cell", { ...edit, force: true });
  assert.equal(edited.at("visible"), "after_reload", edited.text);
  const made = await connection.call("session_create", { notebook_path: path });
  await using session = new TestSession(connection, made);
  const ran = await session.run("print(7)");
  assert.equal(ran.at("recorded"), false, ran.text);
  assert.match(ran.string("reason"), /a browser may still have the notebook open/);
  const listed = await connection.call("notebook_list", { path: "", limit: 1_000 });
  const found = z.array(z.object({ path: z.string(), open: z.boolean().default(false) })).parse(
    listed.at("notebooks"),
  );
  assert.equal(found.find((one) => one.path === path)?.open, true);

  // Closing the notebook in JupyterLab takes it out of the layout.
  await notebook.close();
  await eventually(async () => !await hasLayout(jupyter, path), { what: "the layout is without it" });
  assert.equal((await session.run("print(8)")).at("recorded"), true);
});

Deno.test("without collaboration a page that went with its browser has its notebook open no longer", async () => {
  const jupyter = sharedJupyter("plain");
  const path = await writeNotebook(jupyter, ["# a note"]);
  await using connection = await connect({ jupyter });
  const write = async () => {
    const args = { notebook_path: path, cell: 0, source: `# ${crypto.randomUUID()}` };
    const { at } = await connection.call("notebook_edit_cell", args);
    return at("visible") ?? at("error");
  };
  {
    await using person = await startPerson();
    await person.open(jupyter, path);
    await eventually(() => hasLayout(jupyter, path), { what: "the page has written its layout" });
    assert.equal(await write(), "conflict");
  }
  await eventually(async () => await write() === "no_browser", { what: "the page is known to be gone" });
  await connection.call("session_delete", { session_id: path });
  assert.equal(await write(), "no_browser");
  const made = await connection.call("session_create", { notebook_path: path });
  await using session = new TestSession(connection, made);
  assert.equal((await session.run("print(7)")).at("recorded"), true);
});

/** Whether a layout that JupyterLab keeps on the server has the notebook. */
async function hasLayout(jupyter: JupyterServer, path: string): Promise<boolean> {
  return JSON.stringify(await jupyterJson(jupyter, "lab/api/workspaces")).includes(`notebook:${path}`);
}
