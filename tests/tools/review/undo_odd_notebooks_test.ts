/** Undo of notebooks that are not plain and quiet: no ids, duplicate ids, attachments, widgets, large outputs, renames. */

import assert from "node:assert/strict";
import { connect, type Connection } from "../../harness/client.ts";
import { connectDatalayer } from "../../harness/datalayer.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import {
  code,
  freshPath,
  markdown,
  notebookOf,
  onDisk,
  openRoom,
  putCells,
  putFile,
  sourcesOnDisk,
} from "../../harness/notebook.ts";
import { jupyterJson } from "../../harness/rest.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const widgetState = { "application/vnd.jupyter.widget-state+json": { version_major: 2, state: { m: {} } } };
const picture = { "a b.png": { "image/png": "iVBORw0KGgo=" } };
const large = { output_type: "stream", name: "stdout", text: ["z".repeat(1_500_000)] };

const notebooks = {
  "attachments and the state of widgets": notebookOf([
    markdown("a", "![x](attachment:a b.png)", { attachments: picture }),
    code("b", "x = 1"),
    code("c", "y = 2", { metadata: { tags: ["kept"], deep: [[], null, 1.5] } }),
  ], { metadata: { widgets: widgetState } }),
  "large outputs": notebookOf([
    code("a", "x = 1"),
    code("b", "print(x)"),
    code("c", "big", { outputs: [large] }),
  ]),
  "duplicate ids": notebookOf([markdown("a", "one"), code("a", "two"), code("a", "three")]),
  "no ids": notebookOf(
    ["# one", "two = 2", "three = 3"].map((source) => ({
      cell_type: "code",
      source,
      metadata: {},
      outputs: [],
      execution_count: null,
    })),
    { nbformat_minor: 4 },
  ),
};

/** Edits, moves, adds and deletes; the last cell stays as it is. */
async function changeAll(connection: Connection, path: string): Promise<void> {
  const calls = [
    ["notebook_edit_cell", { cell: 1, source: "changed = 1" }],
    ["notebook_move_cell", { cell: 0, position: 1 }],
    ["notebook_add_cell", { cell_type: "code", source: "added", position: 0 }],
    ["notebook_delete_cell", { cell: 2 }],
  ] as const;
  for (const [tool, args] of calls) {
    const { isError, text } = await connection.call(tool, { notebook_path: path, ...args });
    assert.ok(!isError, text);
  }
}

for (const kind of environmentKinds) {
  for (const [name, content] of Object.entries(notebooks)) {
    Deno.test(`notebook_undo by a second process, with ${name}, on a ${kind} Jupyter`, async () => {
      const jupyter = sharedJupyter(kind);
      const path = await putFile(jupyter, content);
      {
        await using first = await connect({ jupyter });
        await changeAll(first, path);
      }
      assert.deepEqual((await sourcesOnDisk(jupyter, path)).slice(0, 2), ["added", "changed = 1"]);
      await using second = await connect({ jupyter });
      // It gives ids of its own to cells without one.
      await second.call("notebook_get", { notebook_path: path });
      const undone = await second.call("notebook_undo", { notebook_path: path, last: 4 });
      assert.ok(!undone.isError, undone.text);
      const withoutIds = ({ cells, metadata }: Awaited<ReturnType<typeof onDisk>>) => ({
        metadata,
        cells: cells.map(({ id: _, ...cell }) => cell),
      });
      const expected = await putFile(jupyter, content);
      assert.deepEqual(
        withoutIds(await onDisk(jupyter, path)),
        withoutIds(await onDisk(jupyter, expected)),
      );
    });
  }

  Deno.test(`notebook_undo finds the right one of equal cells without ids, in each process, on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    const cells = ["# a", "t = 1", "# b", "t = 1", "t = 1"].map((source, index) => ({
      ...{ cell_type: "code", source, metadata: {}, execution_count: index },
      outputs: [{ output_type: "stream", name: "stdout", text: [`${index}`] }],
    }));
    const path = await putFile(jupyter, notebookOf(cells, { nbformat_minor: 4 }));
    const original = await onDisk(jupyter, path);
    const calls = [
      ["notebook_edit_cell", { cell: 3, source: "changed" }],
      ["notebook_delete_cell", { cell: 1 }],
      ["notebook_clear_outputs", { cell: 3 }],
      ["notebook_move_cell", { cell: 3, position: 0 }],
    ] as const;
    const summaries = [];
    for (const [tool, args] of calls) {
      await using connection = await connect({ jupyter });
      const { isError, text } = await connection.call(tool, { notebook_path: path, ...args });
      assert.ok(!isError, text);
      const { cells } = await onDisk(jupyter, path);
      summaries.push(cells.map(({ source, outputs }) => `${source} ${outputs?.[0]?.["text"] ?? "-"}`));
    }
    assert.deepEqual(summaries.at(-1), ["t = 1 -", "# a 0", "# b 2", "changed 3"]);
    await using connection = await connect({ jupyter });
    for (const summary of summaries.toReversed()) {
      const { cells } = await onDisk(jupyter, path);
      assert.deepEqual(
        cells.map(({ source, outputs }) => `${source} ${outputs?.[0]?.["text"] ?? "-"}`),
        summary,
      );
      const undone = await connection.call("notebook_undo", { notebook_path: path });
      assert.ok(!undone.isError, undone.text);
    }
    assert.deepEqual(await onDisk(jupyter, path), original);
  });

  Deno.test(`notebook_undo finds the changes of a notebook that a person has renamed on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const path = await putCells(jupyter, [code("a", "old")]);
    await using session = await openSession(connection, { notebook_path: path });
    await connection.call("notebook_edit_cell", { notebook_path: path, cell: "a", source: "new" });
    const renamed = freshPath("renamed");
    const patch = { method: "PATCH", body: JSON.stringify({ path: renamed }) };
    await jupyterJson(jupyter, `api/contents/${path}`, patch);
    await jupyterJson(jupyter, `api/sessions/${session.id}`, patch);
    const undone = await connection.call("notebook_undo", { notebook_path: renamed });
    assert.ok(!undone.isError, undone.text);
    assert.deepEqual(await sourcesOnDisk(jupyter, renamed), ["old"]);
  });

  Deno.test(`notebook_undo continues with the change before one that is gone already on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const path = await putCells(jupyter, [code("a", "one"), code("b", "two")]);
    const call = async (tool: string, args: Record<string, unknown> = {}) => {
      const result = await connection.call(tool, { notebook_path: path, ...args });
      assert.ok(!result.isError, result.text);
    };
    await call("notebook_edit_cell", { cell: "a", source: "changed" });
    await call("notebook_edit_cell", { cell: "b", source: "changed" });
    // As a person would put it back.
    await call("notebook_edit_cell", { cell: "b", source: "two" });
    await call("notebook_undo", { last: 2 });
    await call("notebook_undo");
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["one", "two"]);
    // The caller knows what its undo has written.
    await call("notebook_edit_cell", { cell: "a", source: "changed again" });
  });
}

Deno.test("notebook_undo of a run keeps what a person typed into the cell while it ran", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  await using gate = new Gate(jupyter);
  const source = `print("begun", flush=True)\n${gate.wait}\n`;
  const path = await putCells(jupyter, [code("a", source)]);
  await using _session = await openSession(connection, { notebook_path: path });
  const running = connection.call("notebook_execute_cell", { notebook_path: path, cell: "a" });
  await using room = await openRoom(jupyter, path);
  await eventually(() => room.read().cells[0]?.outputs?.length === 1, { what: "the run has printed" });
  room.update((notebook) => ({
    ...notebook,
    cells: notebook.cells.map((cell) => ({ ...cell, source: `${cell.source}# by the person` })),
  }));
  await room.flush();
  await gate.open();
  await running;
  const undone = await connection.call("notebook_undo", { notebook_path: path });
  assert.ok(!undone.isError, undone.text);
  const [cell] = (await onDisk(jupyter, path)).cells;
  assert.equal(cell?.source, `${source}# by the person`);
  assert.deepEqual(cell.outputs, []);
});

Deno.test("--mark-cells marks what the AI writes, for notebook_get to filter on, until it is undone", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter, args: ["--mark-cells"] });
  const path = await putCells(jupyter, [code("a", "one"), code("b", "two")]);
  const call = (tool: string, args: Record<string, unknown>) =>
    connection.call(tool, { notebook_path: path, ...args });
  await call("notebook_edit_cell", { cell: "b", source: "changed" });
  const metadata = (await onDisk(jupyter, path)).cells[1]?.["metadata"];
  assert.match(JSON.stringify(metadata), /^\{"jupyter_mcp":\{"at":"20[^"]+Z","by":"jupyter-mcp"\}\}$/);
  for (const detail of ["outline", "source"]) {
    const { text } = await call("notebook_get", { detail, written_by_ai: true });
    assert.ok(text.includes("changed") && !text.includes("one"), text);
  }
  await call("notebook_undo", {});
  assert.deepEqual((await onDisk(jupyter, path)).cells[1]?.["metadata"], {});
  const created = freshPath();
  await connection.call("notebook_create", { notebook_path: created, cells: [{ source: "new" }] });
  const marked = (await onDisk(jupyter, created)).cells[0]?.["metadata"];
  assert.match(JSON.stringify(marked), /"by":"jupyter-mcp"/);
});

Deno.test("notebook_undo takes back that file_write has replaced a notebook", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const path = await putFile(jupyter, notebooks["attachments and the state of widgets"]);
  const before = await onDisk(jupyter, path);
  const content = JSON.stringify(notebookOf([code("b", "x = 2"), code("new", "y")]));
  const written = await connection.call("file_write", { path, content, overwrite: true });
  assert.deepEqual(await sourcesOnDisk(jupyter, path), ["x = 2", "y"]);
  const { list } = await connection.call("notebook_changes", { notebook_path: path });
  assert.deepEqual(list("changes").map(({ change_id }) => change_id), [written.at("change_id")]);
  const undone = await connection.call("notebook_undo", { notebook_path: path });
  assert.ok(!undone.isError, undone.text);
  assert.deepEqual(await onDisk(jupyter, path), before);
});

Deno.test("edits through Datalayer's tools can be listed and undone", async () => {
  const jupyter = sharedJupyter("plain");
  const path = await putCells(jupyter, [code("a", "one"), code("b", "print(2)")]);
  {
    await using datalayer = await connectDatalayer({ jupyter, env: { START_NEW_CODE_SANDBOX: "false" } });
    const call = (tool: string, args: Record<string, unknown>) => datalayer.call(tool, args);
    await call("use_notebook", { notebook_name: "nb", notebook_path: path });
    await call("overwrite_cell_source", { cell_index: 0, cell_source: "changed" });
    await call("insert_execute_code_cell", { cell_index: 2, cell_source: "print(3)" });
    await call("delete_cell", { cell_indices: [1] });
  }
  await using connection = await connect({ jupyter });
  const { list } = await connection.call("notebook_changes", { notebook_path: path });
  assert.deepEqual(
    list("changes").map(({ tool }) => tool),
    ["delete_cell", "insert_execute_code_cell", "overwrite_cell_source"],
  );
  await connection.call("notebook_undo", { notebook_path: path, last: 3 });
  assert.deepEqual(await sourcesOnDisk(jupyter, path), ["one", "print(2)"]);
  await connection.call("session_delete", { session_id: path });
});

Deno.test("the journal survives kill -9, and two processes that write at once", async () => {
  const jupyter = sharedJupyter("plain");
  const path = await putCells(jupyter, [code("a", "original")]);
  const edit = (connection: Connection, source: string) =>
    connection.call("notebook_add_cell", { notebook_path: path, cell_type: "code", source });
  await using first = await connect({ jupyter });
  await using second = await connect({ jupyter });
  const both = Array.from(
    { length: 6 },
    (_, index) => edit(index % 2 === 0 ? first : second, `cell ${index}`),
  );
  await Promise.all(both);
  // The first is killed in the middle of its next edits.
  const lost = Array.from({ length: 3 }, (_, index) => edit(first, `lost ${index}`).catch(() => undefined));
  await lost[0];
  first.kill("SIGKILL");
  await first.status;
  await Promise.all(lost);
  const { list } = await second.call("notebook_changes", { notebook_path: path });
  assert.ok(list("changes").length >= 7, `${list("changes").length} changes`);
  const undone = await second.call("notebook_undo", { notebook_path: path, last: list("changes").length });
  assert.equal(undone.at("saved"), true, undone.text);
  assert.deepEqual(
    (await sourcesOnDisk(jupyter, path)).filter((source) => !source.startsWith("lost")),
    ["original"],
  );
});
