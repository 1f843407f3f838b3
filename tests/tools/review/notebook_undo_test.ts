import assert from "node:assert/strict";
import { eventually } from "../../harness/eventually.ts";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import {
  code,
  markdown,
  onDisk,
  openRoom,
  printed,
  putCells,
  sourcesOnDisk,
} from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

for (const kind of environmentKinds) {
  Deno.test(`notebook_undo takes back every kind of edit on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const path = await putCells(jupyter, [
      code("a", "x = 1\n"),
      markdown("b", "# Title"),
      code("c", "print(x)"),
    ]);
    const call = (tool: string, args: Record<string, unknown>) =>
      connection.call(tool, { notebook_path: path, ...args });
    const original = (await call("notebook_get", { detail: "full" })).at("cells");

    await call("notebook_edit_cell", { cell: "a", find: "1", replace: "100" });
    await call("notebook_move_cell", { cell: "a", position: 2 });
    const deleted = await call("notebook_delete_cell", { cell: "b" });
    assert.deepEqual(deleted.at("deleted"), { cell_type: "markdown", source: "# Title" });
    await call("notebook_add_cell", { cell_type: "code", source: "new", position: 0 });
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["new", "print(x)", "x = 100\n"]);

    const listed = await call("notebook_changes", {});
    assert.deepEqual(
      listed.list("changes").map(({ tool }) => tool),
      ["notebook_add_cell", "notebook_delete_cell", "notebook_move_cell", "notebook_edit_cell"],
    );
    assert.equal(listed.list("changes")[3]?.["diff"], "edited cell a\n@@ -1 +1 @@\n-x = 1\n+x = 100");

    const one = await call("notebook_undo", { change_id: deleted.at("change_id") });
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["new", "# Title", "print(x)", "x = 100\n"]);
    assert.equal((await call("notebook_undo", { change_id: one.at("change_id") })).at("saved"), true);
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["new", "print(x)", "x = 100\n"]);

    const all = await call("notebook_undo", { last: 10 });
    assert.equal(all.list("undone").length, 4);
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["x = 1\n", "# Title", "print(x)"]);
    assert.deepEqual((await call("notebook_get", { detail: "full" })).at("cells"), original);
    assert.equal((await call("notebook_undo", {})).at("error"), "invalid_argument");
  });

  Deno.test(`notebook_undo moves the cell that was moved, not its neighbour, on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const path = await putCells(jupyter, [..."abcde"].map((id) => code(id, id)));
    const call = (tool: string, args: Record<string, unknown> = {}) =>
      connection.call(tool, { notebook_path: path, ...args });
    for (const [cell, from, to] of [["d", 3, 2], ["c", 2, 3]] as const) {
      await call("notebook_move_cell", { cell, position: to });
      assert.equal((await call("notebook_undo")).at("was"), `moved cell ${cell} from ${from} to ${to}`);
      const changes = (await call("notebook_changes")).list("changes");
      assert.equal(changes[0]?.["diff"], `moved cell ${cell} from ${to} to ${from}`);
      assert.deepEqual(await sourcesOnDisk(jupyter, path), [..."abcde"]);
    }
  });

  Deno.test(`notebook_undo takes back the outputs of a run on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const path = await putCells(jupyter, [code("a", "print('old')"), code("b", "print('second')")]);
    const call = (tool: string, args: Record<string, unknown>) =>
      connection.call(tool, { notebook_path: path, ...args });
    const outputs = async () =>
      (await call("notebook_get", { detail: "full" })).list("cells").map((cell) => cell["outputs"]);

    await call("notebook_execute_cell", { cell: "all" });
    const first = await outputs();
    await call("notebook_edit_cell", { cell: "a", source: "print('new')" });
    await call("notebook_execute_cell", { cell: "all" });
    assert.notDeepEqual(await outputs(), first);

    await call("notebook_undo", { last: 2 });
    assert.deepEqual(await outputs(), first);
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["print('old')", "print('second')"]);

    const added = await call("notebook_add_cell", { cell_type: "code", source: "print(3)", execute: true });
    await call("notebook_undo", { change_id: added.at("change_id") });
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["print('old')", "print('second')"]);
    await call("session_delete", { session_id: path });
  });

  Deno.test(`notebook_undo works for a second process, and the journal holds no token, on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    const path = await putCells(jupyter, [code("a", "kept"), code("b", "deleted")]);
    const state = await Deno.makeTempDir();
    const env = { XDG_STATE_HOME: state };
    {
      await using first = await connect({ jupyter, env });
      await first.call("notebook_delete_cell", { notebook_path: path, cell: "b" });
    }
    const journal = await textOfFolder(`${state}/jupyter-mcp/journal`);
    assert.match(journal, /deleted/);
    assert.ok(!journal.includes(jupyter.token), "the journal holds no token");
    await using second = await connect({ jupyter, env });
    await second.call("notebook_undo", { notebook_path: path });
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["kept", "deleted"]);
    await Deno.remove(state, { recursive: true });
  });
}

for (const kind of environmentKinds) {
  Deno.test(`notebook_undo restores what a run had replaced whose program was killed, on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    const old = { output_type: "stream", name: "stdout", text: "old\n" };
    const loop = "import time\nprint('new', flush=True)\ntime.sleep(600)";
    const path = await putCells(jupyter, [{ ...code("a", loop), outputs: [old], execution_count: 7 }]);
    const target = { notebook_path: path };
    const printedNow = async () => JSON.stringify((await onDisk(jupyter, path)).cells[0]?.outputs);
    await using killed = await connect({ jupyter });
    await killed.call("notebook_execute_cell", {
      ...target,
      cell: "a",
      timeout: 0.2,
      on_timeout: "continue",
    });
    assert.equal((await killed.call("notebook_undo", target)).at("error"), "invalid_argument");
    await eventually(async () => (await printedNow())?.includes("new"), {
      what: "the new output is on disk",
    });
    killed.kill("SIGKILL");
    await killed.status;
    await using connection = await connect({ jupyter });
    await eventually(async () => (await connection.call("notebook_undo", target)).at("saved"), {
      what: "the run counts as one that was cut off",
    });
    const [cell] = (await onDisk(jupyter, path)).cells;
    assert.deepEqual([cell && printed(cell), cell?.execution_count], ["old\n", 7]);
    await connection.call("session_delete", { session_id: path });
  });

  Deno.test(`notebook_undo tells which outputs were too large to keep, on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const large = { output_type: "stream", name: "stdout", text: "x".repeat(1_100_000) };
    const path = await putCells(jupyter, [
      { ...code("a", "print(1)"), outputs: [large], execution_count: 7 },
      code("b", "n = globals().get('n', 0) + 1\nprint(str(n) * 1_100_000)"),
    ]);
    const call = (tool: string, args: Record<string, unknown> = {}) =>
      connection.call(tool, { notebook_path: path, ...args });
    const notes = async (tool: string, args: Record<string, unknown> = {}) =>
      String((await call(tool, args)).at("notes"));
    const cells = async () => (await onDisk(jupyter, path)).cells;
    const tooLarge = (id: string) => new RegExp(`outputs of cell ${id} are too large for the journal`);
    const notRestored = (id: string) =>
      new RegExp(`outputs of cell ${id} before these changes were too large`);

    assert.match(await notes("notebook_edit_cell", { cell: "a", cell_type: "markdown" }), tooLarge("a"));
    assert.match(await notes("notebook_undo"), notRestored("a"));
    assert.deepEqual([(await cells())[0]?.outputs, (await cells())[0]?.execution_count], [[], null]);

    await call("notebook_execute_cell", { cell: "b" });
    assert.doesNotMatch(await notes("notebook_undo"), notRestored("b"));
    assert.deepEqual([(await cells())[1]?.outputs, (await cells())[1]?.execution_count], [[], null]);

    await call("notebook_execute_cell", { cell: "b" });
    assert.match(await notes("notebook_execute_cell", { cell: "b" }), tooLarge("b"));
    assert.match(await notes("notebook_clear_outputs"), tooLarge("b"));
    assert.match(await notes("notebook_undo", { last: 2 }), notRestored("b"));
    await call("session_delete", { session_id: path });
  });
}

Deno.test("notebook_undo of a notebook that does not exist says so", async () => {
  await using connection = await connect({ jupyter: sharedJupyter("plain") });
  const undone = await connection.call("notebook_undo", { notebook_path: "gone.ipynb" });
  assert.equal(undone.at("error"), "notebook_not_found");
});

Deno.test("notebook_undo says that a run in the background is not among the changes yet", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, [code("a", "import time\ntime.sleep(600)"), code("b", "b")]);
  const call = (tool: string, args: Record<string, unknown> = {}) =>
    connection.call(tool, { notebook_path: path, ...args });
  await call("notebook_edit_cell", { cell: "b", source: "changed" });
  await call("notebook_execute_cell", { cell: "a", timeout: 0.2, on_timeout: "continue" });
  assert.match(
    String((await call("notebook_undo")).at("notes")),
    /A run in this notebook is still in progress/,
  );
  assert.equal((await sourcesOnDisk(jupyter, path))[1], "b");
  await call("session_delete", { session_id: path });
});

Deno.test("notebook_undo keeps what a person types meanwhile, and is a conflict in the same place", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, [code("a", "x = 1\ny = 2\n"), code("b", "b")]);
  const call = (tool: string, args: Record<string, unknown>) =>
    connection.call(tool, { notebook_path: path, ...args });
  await call("notebook_edit_cell", { cell: "a", find: "x = 1", replace: "x = 100" });
  await call("notebook_edit_cell", { cell: "b", source: "changed" });

  await using room = await openRoom(jupyter, path);
  const type = (id: string, change: (source: string) => string) =>
    room.update((notebook) => ({
      ...notebook,
      cells: notebook.cells.map((cell) => cell.id === id ? { ...cell, source: change(cell.source) } : cell),
    }));
  type("a", (source) => source.replace("y = 2", "y = 2 + z"));
  type("b", (source) => `${source} by the person`);
  await room.flush();
  await eventually(
    async () => (await call("notebook_get", { detail: "source" })).text.includes("by the person"),
    { what: "the program has received what the person typed" },
  );

  const refused = await call("notebook_undo", { last: 2 });
  assert.equal(refused.at("error"), "conflict");
  assert.equal(refused.at("now_source"), "changed by the person");
  assert.equal(room.read().cells[0]?.source, "x = 100\ny = 2 + z\n");

  const changes = (await call("notebook_changes", {})).list("changes");
  await call("notebook_undo", { change_id: changes[1]?.["change_id"] });
  await room.flush();
  assert.deepEqual(room.read().cells.map(({ source }) => source), [
    "x = 1\ny = 2 + z\n",
    "changed by the person",
  ]);
});

Deno.test("notebook_changes says what others changed since the notebook was read", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, [code("a", "one")]);
  await connection.call("notebook_get", { notebook_path: path, detail: "source" });
  await putCells(jupyter, [code("a", "two")], path);
  const changes = await connection.call("notebook_changes", { notebook_path: path });
  assert.match(changes.string("by_others"), /edited cell a\n.*\n-one\n\+two/);
});

async function textOfFolder(folder: string): Promise<string> {
  const texts = [];
  for await (const { name } of Deno.readDir(folder)) texts.push(await Deno.readTextFile(`${folder}/${name}`));
  return texts.join("\n");
}
