import assert from "node:assert/strict";
import { z } from "zod";
import { median } from "../../scripts/bench/statistics.ts";
import { say } from "../../scripts/terminal.ts";
import { startPerson } from "../harness/browser.ts";
import { connect } from "../harness/client.ts";
import { jupyterJson } from "../harness/rest.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession, TestSession } from "../harness/session.ts";
import { Gate } from "../harness/gate.ts";
import { printTimes, visibleDelays } from "./visible_delay.ts";
import { writeNotebook } from "./write_notebook.ts";

const jupyter = sharedJupyter("collaboration");

Deno.test("a notebook that is open in the browser is shared with the AI", async (t) => {
  const path = await writeNotebook(jupyter, ["answer = 6 * 7", "# a note"]);
  await using connection = await connect({ jupyter });
  await using person = await startPerson();
  const notebook = await person.open(jupyter, path);
  const { keyboard } = notebook.page;
  const run = notebook.cellWith("answer = 6 * 7");
  const note = notebook.cellWith("# a note");
  // Gone after a reload.
  await notebook.page.evaluate("window.isSamePage = true");

  await run.run();
  await run.untilPrompt("[1]:");
  const joined = await connection.call("session_connect", { notebook_path: path });
  await using session = new TestSession(connection, joined, { record: true });

  await t.step("session_connect shares the variables made in the page", async () => {
    assert.equal((await session.run("answer", { record: false })).at("result"), "42");
    assert.equal(await notebook.cells.count(), 2, "record: false leaves no cell");
  });

  await t.step("execute_code appears as a cell with its output, and the AI with its name", async () => {
    const ran = await session.run("print(answer + 1)");
    assert.equal(ran.at("recorded"), true);
    await notebook.cellWith("print(answer + 1)").untilOutput("43");
    await notebook.names.filter({ hasText: "AI (jupyter-mcp)" }).first().waitFor({ state: "attached" });
  });

  await t.step(
    "a running cell is marked, and its output grows while the person types elsewhere",
    async () => {
      await using gate = new Gate(jupyter);
      const running = session.run(`print("waiting")\n${gate.wait}\nprint("passed")`);
      const cell = notebook.cellWith('print("passed")');
      await cell.untilPrompt("[*]:");
      await cell.untilOutput("waiting");
      await note.focus();
      await keyboard.type(" typed while it runs");
      await gate.open();
      assert.equal((await running).at("stdout"), "waiting\npassed\n");
      await cell.untilOutput("passed");
      await cell.untilPrompt("[4]:");
      assert.equal(await note.source(), "# a note typed while it runs");
      assert.ok(await note.hasFocus());
    },
  );

  await t.step("cells that are added and run above do not move the person's cursor", async () => {
    for (let step = 0; step < "it runs".length; step++) await keyboard.press("ArrowLeft");
    const typing = keyboard.type("the AI adds cells and ", { delay: 40 });
    for (let count = 0; count < 3; count++) {
      const cell = { cell_type: "code", source: `f"added {answer + ${count}}"`, position: 0, execute: true };
      const added = await connection.call("notebook_add_cell", { notebook_path: path, ...cell });
      assert.equal(added.at("visible"), "live", added.text);
      assert.equal(added.at("success"), true, added.text);
      await notebook.cellWith(`answer + ${count}}`).untilOutput(`added ${42 + count}`);
    }
    await typing;
    assert.equal(await note.source(), "# a note typed while the AI adds cells and it runs");
    assert.ok(await note.hasFocus());
  });

  await t.step("notebook_execute_cell shows the outputs of cells that are there", async () => {
    const add = { notebook_path: path, cell_type: "code", source: 'print("run later", answer)' };
    const cell = (await connection.call("notebook_add_cell", add)).string("cell_id");
    const typing = keyboard.type("again ", { delay: 40 });
    const ran = await connection.call("notebook_execute_cell", { notebook_path: path, cell });
    assert.equal(ran.at("visible"), "live", ran.text);
    await notebook.cellWith("run later").untilOutput("run later 42");
    await typing;
    assert.equal(await note.source(), "# a note typed while the AI adds cells and again it runs");
  });

  await t.step("an edit of the cell in which the person types leaves the cursor where it was", async () => {
    const edit = { notebook_path: path, cell: 4, find: "# a note", replace: "# The note of a person," };
    const edited = await connection.call("notebook_edit_cell", edit);
    assert.equal(edited.at("visible"), "live", edited.text);
    const same = notebook.cellWith("# The note of a person,");
    await same.locator.waitFor();
    await keyboard.type("here ");
    assert.equal(
      await same.source(),
      "# The note of a person, typed while the AI adds cells and again here it runs",
    );
    assert.ok(await same.hasFocus());
  });

  await t.step("the person's undo takes back what the person typed, and nothing of the AI", async () => {
    const { cell_id: cell } = (await connection.call("notebook_add_cell", {
      notebook_path: path,
      cell_type: "code",
      source: "first = 1\nsecond = 2",
    })).json;
    const edited = notebook.cellWith("second = 2");
    await edited.focus();
    await keyboard.type("0 # typed");
    const replace = (find: string, replace: string) =>
      connection.call("notebook_edit_cell", { notebook_path: path, cell, find, replace });
    await replace("first = 1", "# by the AI\nfirst = 100");
    await notebook.cellWith("by the AI").locator.waitFor();
    await keyboard.press("Control+z");
    await notebook.page.waitForFunction("!document.body.innerText.includes('# typed')");
    assert.equal(await edited.source(), "# by the AI\nfirst = 100\nsecond = 2");
    await keyboard.type("5");
    assert.equal(
      await edited.source(),
      "# by the AI\nfirst = 100\nsecond = 25",
      "the cursor is where it was",
    );
    assert.ok(await edited.hasFocus());
  });

  await t.step("a program that has just come notices the page with its first write", async () => {
    await using newcomer = await connect({ jupyter });
    // A page that still draws what it was told before is slow to say that it is there.
    await notebook.page.evaluate("new Promise((resolve) => requestIdleCallback(resolve))");
    const add = { notebook_path: path, cell_type: "raw", source: "by a newcomer" };
    const added = await newcomer.call("notebook_add_cell", add);
    assert.equal(added.at("visible"), "live", added.text);
  });

  await t.step("outputs are seen as they come", async () => {
    const delays = await visibleDelays(notebook, () => session.run(printTimes));
    const [typical, worst] = [median(delays), Math.max(...delays)].map(Math.round);
    say(`kernel output → visible in the page: median ${typical} ms, worst ${worst} ms (goal ≤ 250 ms)`);
  });

  await t.step("the AI is in the list of those who are there", async () => {
    const names = await notebook.collaborators();
    await names.filter({ hasText: "AI (jupyter-mcp)" }).first().waitFor();
  });

  await t.step("all of it happened in one page that asked nothing", async () => {
    assert.equal(await notebook.page.evaluate("window.isSamePage"), true);
    assert.equal(await notebook.dialogs.count(), 0);
  });
});

Deno.test("session_create with notebook_path makes the kernel that the browser gets", async () => {
  const path = `made-${crypto.randomUUID()}.ipynb`;
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection, { notebook_path: path });
  await session.run("made_by = 'the AI'", { record: false });
  await using person = await startPerson();
  const notebook = await person.open(jupyter, path);
  const cell = notebook.cell(0);
  await cell.focus();
  await notebook.page.keyboard.type("made_by");
  await cell.run();
  await cell.untilOutput("'the AI'");
  assert.deepEqual(await kernelsOf(path), [session.kernelId]);
});

/** The kernels of all sessions of a notebook. */
async function kernelsOf(path: string): Promise<string[]> {
  const session = z.object({ path: z.string(), kernel: z.object({ id: z.string() }) });
  const sessions = z.array(session).parse(await jupyterJson(jupyter, "api/sessions"));
  return sessions.filter((one) => one.path === path).map(({ kernel }) => kernel.id);
}
