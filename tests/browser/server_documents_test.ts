import assert from "node:assert/strict";
import { join } from "node:path";
import { startPerson } from "../harness/browser.ts";
import { connect } from "../harness/client.ts";
import { ensureEnvironment, environmentOf } from "../harness/environment.ts";
import { Gate } from "../harness/gate.ts";
import { startJupyter } from "../harness/jupyter.ts";
import { sourcesOnDisk } from "../harness/notebook.ts";
import { TestSession } from "../harness/session.ts";
import { writeNotebook } from "./write_notebook.ts";

async function startServer() {
  await ensureEnvironment("documents");
  return await startJupyter({ environment: "plain", venv: environmentOf("documents") });
}

Deno.test("a notebook is shared with the AI on a server with jupyter-server-documents", async (t) => {
  await using jupyter = await startServer();
  const path = await writeNotebook(jupyter, ["answer = 6 * 7\nprint(answer)", "# a note", "# last"]);
  await using connection = await connect({ jupyter });
  await using person = await startPerson();
  const notebook = await person.open(jupyter, path);
  const { keyboard } = notebook.page;
  const note = notebook.cellWith("# a note");

  await t.step("what the person ran is read, with its output", async () => {
    const cell = notebook.cellWith("answer = 6 * 7");
    await cell.run();
    await cell.untilPrompt("[1]:");
    await cell.untilOutput("42");
    const { at } = await connection.call("notebook_get", { notebook_path: path, detail: "full" });
    assert.deepEqual([at("cells.0.state"), at("cells.0.outputs.0.stdout")], ["[1]", "42\n"]);
  });

  const joined = await connection.call("session_connect", { notebook_path: path });
  await using session = new TestSession(connection, joined, { record: true });

  await t.step("output grows in the page while the person types, and the AI has its name there", async () => {
    await using gate = new Gate(jupyter);
    const running = session.run(`print("waiting")\n${gate.wait}\nprint(answer + 1)`);
    const cell = notebook.cellWith("print(answer + 1)");
    await cell.untilOutput("waiting");
    await note.focus();
    await keyboard.type(" typed while it runs");
    await gate.open();
    const ran = await running;
    assert.deepEqual([ran.at("stdout"), ran.at("recorded")], ["waiting\n43\n", true], ran.text);
    await cell.untilOutput("43");
    assert.equal(await note.source(), "# a note typed while it runs");
    assert.ok(await note.hasFocus());
    await notebook.names.filter({ hasText: "AI (jupyter-mcp)" }).first().waitFor({ state: "attached" });
  });

  await t.step("edits are live, and in the file", async () => {
    const edit = { cell: "cell-2", source: "# changed by the AI" };
    const edited = await connection.call("notebook_edit_cell", { notebook_path: path, ...edit });
    assert.deepEqual([edited.at("visible"), edited.at("saved")], ["live", true], edited.text);
    const move = { cell: "cell-2", position: 0 };
    const moved = await connection.call("notebook_move_cell", { notebook_path: path, ...move });
    assert.deepEqual([moved.at("visible"), moved.at("saved")], ["live", true], moved.text);
    await notebook.cells.nth(0).filter({ hasText: "# changed by the AI" }).waitFor();
    assert.deepEqual(
      (await sourcesOnDisk(jupyter, path)).map((source) => source.split("\n")[0]),
      ["# changed by the AI", "answer = 6 * 7", "# a note typed while it runs", 'print("waiting")'],
    );
    assert.equal(await notebook.dialogs.count(), 0);
  });
});

Deno.test("the AI and the person go on when the page is opened after the AI's first run, with jupyter-server-documents", async () => {
  await using jupyter = await startServer();
  const path = await writeNotebook(jupyter, ["print('of mine', answer)"]);
  await using connection = await connect({ jupyter });
  await using session = new TestSession(
    connection,
    await connection.call("session_create", { notebook_path: path }),
  );
  assert.equal((await session.run("answer = 42")).at("recorded"), true);
  await using person = await startPerson();
  const notebook = await person.open(jupyter, path);
  // This server lets the newest of a kernel's clients alone reach it.
  const second = await session.run("print(answer + 1)");
  assert.deepEqual([second.at("success"), second.at("stdout")], [true, "43\n"], second.text);
  await notebook.cellWith("print(answer + 1)").untilOutput("43");
  const mine = notebook.cellWith("of mine");
  await mine.run();
  await mine.untilOutput("of mine 42");
  assert.equal((await session.run("answer")).at("result"), "42");
});

Deno.test("a notebook that jupyter-server-documents cannot load is read, run and written as a file", async () => {
  await using jupyter = await startServer();
  const path = "bare.ipynb";
  const cells = [{ cell_type: "code", id: "a", source: "6 * 7" }];
  await Deno.writeTextFile(
    join(jupyter.root, path),
    JSON.stringify({ nbformat: 4, nbformat_minor: 5, cells }),
  );
  await using connection = await connect({ jupyter });
  const read = await connection.call("notebook_get", { notebook_path: path, detail: "source" });
  assert.equal(read.at("cells.0.source"), "6 * 7", read.text);
  const ran = await connection.call("notebook_execute_cell", { notebook_path: path, cell: "a" });
  assert.deepEqual([ran.at("cells.0.result"), ran.at("saved")], ["42", true], ran.text);
  assert.ok((await Deno.readTextFile(join(jupyter.root, path))).includes('"42"'));
});
