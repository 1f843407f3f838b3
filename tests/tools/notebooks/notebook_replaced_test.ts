/** A file that somebody replaces by something else than a notebook while a cell of it runs: it is never written over. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import type { JupyterServer } from "../../harness/jupyter.ts";
import { code, notebookOf, openRoom, printedOnDisk, putCells, putFile } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";
import { untilBegun, untilSaved } from "../../harness/until_saved.ts";

const mine = "MY TEXT";

/**
 * Resolves when the server has looked at every file, and saved every document that was changed before this was called: it
 * does both with each notebook for itself, after a second, so that a notebook that is changed now comes later. Three times
 * one after the other, because its seconds begin at different moments.
 */
async function serverHasLookedAndSaved(jupyter: JupyterServer): Promise<void> {
  const path = await putCells(jupyter, [code("w", "0")]);
  await using room = await openRoom(jupyter, path);
  for (const round of [1, 2, 3]) {
    const [inRoom, outside] = [`in the room ${round}`, `outside ${round}`];
    room.update((notebook) => ({
      ...notebook,
      cells: notebook.cells.map((cell) => ({ ...cell, source: inRoom })),
    }));
    await untilSaved(jupyter, room, (text) => text.includes(inRoom));
    await putFile(jupyter, notebookOf([code("w", outside)]), path);
    await eventually(() => room.read().cells[0]?.source === outside, {
      what: "the server looks at the file",
    });
  }
}

Deno.test("notebook_execute_cell says that Jupyter has overwritten what was put in place of the notebook", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  await using first = new Gate(jupyter);
  await using second = new Gate(jupyter);
  const source = `print("begun", flush=True)\n${first.wait}\nprint("more", flush=True)\n${second.wait}`;
  const path = await putCells(jupyter, [code("a", source), code("b", "1")]);
  const running = connection.call("notebook_execute_cell", { notebook_path: path, cell: "a" });
  await untilBegun(jupyter, "collaboration", path);
  await putFile(jupyter, mine, path);
  await serverHasLookedAndSaved(jupyter);
  await first.open();
  await serverHasLookedAndSaved(jupyter);
  assert.equal(await Deno.readTextFile(join(jupyter.root, path)), mine, "it is not written by us");
  {
    // Someone types in the document, which Jupyter then saves.
    await using room = await openRoom(jupyter, path);
    room.update(({ cells, ...rest }) => ({
      ...rest,
      cells: cells.map((cell) => cell.id === "b" ? { ...cell, source: "typed" } : cell),
    }));
    await untilSaved(jupyter, room, (text) => text.includes("typed"));
  }
  await second.open();
  const ran = await running;
  assert.partialDeepStrictEqual(ran.json, { saved: false, success: true }, ran.text);
  assert.match(ran.text, /Jupyter's own save of the shared document has overwritten that/);
  const add = { notebook_path: path, cell_type: "raw", source: "next" };
  assert.equal((await connection.call("notebook_add_cell", add)).at("saved"), true);
  await connection.call("session_delete", { session_id: path });
});

for (const kind of environmentKinds) {
  Deno.test(`a file that is replaced while its cell runs stays as it is, on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const settled = () => kind === "plain" ? Promise.resolve() : serverHasLookedAndSaved(jupyter);
    const text = (path: string) => Deno.readTextFile(join(jupyter.root, path));

    await t.step("notebook_execute_cell says that nothing was saved, and why", async () => {
      await using gate = new Gate(jupyter);
      const path = await putCells(jupyter, [
        code("a", `print("begun", flush=True)\n${gate.wait}\nprint("through")`),
        code("b", "1"),
      ]);
      await using _session = await openSession(connection, { notebook_path: path });
      const running = connection.call("notebook_execute_cell", { notebook_path: path, cell: "all" });
      await untilBegun(jupyter, kind, path);
      await putFile(jupyter, mine, path);
      await settled();
      await gate.open();
      const ran = await running;
      assert.partialDeepStrictEqual(ran.json, { saved: false, not_run: ["b"] }, ran.text);
      assert.match(ran.text, /begun\\nthrough/);
      assert.match(
        ran.text,
        /could not be written to the notebook: Cannot read notebook .*: its content is not JSON/,
      );
      await settled();
      assert.equal(await text(path), mine);
    });

    await t.step("execute_code says that nothing was recorded, and why", async () => {
      await using gate = new Gate(jupyter);
      const path = await putCells(jupyter, [code("mine", "mine")]);
      await using session = await openSession(connection, { notebook_path: path });
      const running = session.run(`print("begun", flush=True)\n${gate.wait}\nprint("through")`);
      await untilBegun(jupyter, kind, path);
      await putFile(jupyter, mine, path);
      await settled();
      await gate.open();
      const ran = await running;
      assert.partialDeepStrictEqual(ran.json, { recorded: false, stdout: "begun\nthrough\n" }, ran.text);
      assert.match(ran.string("reason"), /could not be written to the notebook/);
      await settled();
      assert.equal(await text(path), mine);
    });

    await t.step("nothing is written while it is no notebook, and all when it is one again", async () => {
      await using first = new Gate(jupyter);
      await using second = new Gate(jupyter);
      const source = [
        'print("begun", flush=True)',
        first.wait,
        'print("more", flush=True)',
        second.wait,
        'print("end")',
      ].join("\n");
      const path = await putCells(jupyter, [code("a", source)]);
      await using _session = await openSession(connection, { notebook_path: path });
      const running = connection.call("notebook_execute_cell", { notebook_path: path, cell: "a" });
      await untilBegun(jupyter, kind, path);
      await putFile(jupyter, mine, path);
      await settled();
      await first.open();
      await eventually(
        async () => {
          const { string } = await connection.call("execution_list", { limit: 1 });
          const execution_id = string("executions.0.execution_id");
          return (await connection.call("execution_get", { execution_id })).string("stdout").includes("more");
        },
        { what: "the second output has come" },
      );
      await settled();
      assert.equal(await text(path), mine);
      await putFile(jupyter, notebookOf([code("a", source)]), path);
      await settled();
      await second.open();
      const ran = await running;
      assert.partialDeepStrictEqual(ran.json, { saved: true, success: true }, ran.text);
      assert.equal(await printedOnDisk(jupyter, path, "a"), "begun\nmore\nend\n");
    });
  });
}
