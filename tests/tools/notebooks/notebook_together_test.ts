/** Two clients at random on one notebook, of two programs: no edit is lost, and all copies are equal. */

import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import type { Connection } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { eventually } from "../../harness/eventually.ts";
import type { JupyterServer } from "../../harness/jupyter.ts";
import { code, onDisk, openRoom, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

/** Seconds; a minute by hand: `TOGETHER_SECONDS=60`. */
const seconds = Number(Deno.env.get("TOGETHER_SECONDS") ?? 8);

const fewestEdits = 4;

/** What one client has done, by the answers it got: cell id → source; null where it deleted the cell. */
class Editor {
  readonly cells = new Map<string, string | null>();
  conflicts = 0;
  edits = 0;

  constructor(
    readonly name: string,
    readonly connection: Connection,
    readonly path: string,
    /** Cells of everybody, to move; each edits its own. */
    readonly all: Set<string>,
  ) {}

  /** Until then, and until there are edits enough to speak of. */
  async work(until: number): Promise<void> {
    while (performance.now() < until || this.edits < fewestEdits) await this.#step();
  }

  async #step(): Promise<void> {
    const own = [...this.cells].flatMap(([id, source]) => source === null ? [] : [id]);
    const id = own[Math.floor(Math.random() * own.length)];
    const source = `${this.name} ${this.edits}\n${"line\n".repeat(Math.random() * 5)}`;
    const chance = id === undefined ? 0 : Math.random();
    if (id === undefined || chance < 0.3) {
      const position = Math.random() < 0.5 ? 0 : undefined;
      const added = await this.#call("notebook_add_cell", { cell_type: "code", source, position });
      if (added === undefined) return;
      this.cells.set(added.string("cell_id"), source);
      this.all.add(added.string("cell_id"));
    } else if (chance < 0.75) {
      if (await this.#call("notebook_edit_cell", { cell: id, source }) !== undefined) {
        this.cells.set(id, source);
      }
    } else if (chance < 0.9) {
      const cell = [...this.all][Math.floor(Math.random() * this.all.size)];
      await this.#call("notebook_move_cell", { cell, position: Math.random() < 0.5 ? 0 : -1 });
    } else if (await this.#call("notebook_delete_cell", { cell: id }) !== undefined) {
      this.cells.set(id, null);
      this.all.delete(id);
    }
  }

  /** What is refused as a conflict was not done, nor a move of a cell that the other has deleted; all else works. */
  async #call(tool: string, args: Record<string, unknown>) {
    const result = await this.connection.call(tool, { notebook_path: this.path, ...args });
    this.edits++;
    const isGone = tool === "notebook_move_cell" && result.at("error") === "cell_not_found";
    if (result.at("error") === "conflict" || isGone) {
      this.conflicts++;
      return undefined;
    }
    assert.equal(result.isError, false, `${tool} ${JSON.stringify(args)}: ${result.text}`);
    assert.equal(result.at("saved"), true, result.text);
    return result;
  }
}

/** A cell that both moved at the same moment is there twice for a short while. */
async function settled(jupyter: JupyterServer, path: string): Promise<void> {
  await using room = await openRoom(jupyter, path);
  await eventually(async () => {
    const ids = room.read().cells.map(({ id }) => id);
    const file = (await onDisk(jupyter, path)).cells.map(({ id }) => id);
    return new Set(ids).size === ids.length && ids.join() === file.join();
  }, { what: "the file is equal to the room, and no cell there twice" });
}

for (const kind of environmentKinds) {
  Deno.test(`two programs edit a notebook at once on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using one = await connect({ jupyter });
    await using other = await connect({ jupyter });
    const path = await putCells(jupyter, [code("first", "never touched")]);
    const all = new Set(["first"]);
    const editors = [new Editor("one", one, path, all), new Editor("other", other, path, all)];
    const until = performance.now() + seconds * 1_000;
    await Promise.all(editors.map((editor) => editor.work(until)));

    const expected = new Map([["first", "never touched"]]);
    for (const { cells } of editors) {
      for (const [id, source] of cells) if (source !== null) expected.set(id, source);
    }
    if (kind === "collaboration") await settled(jupyter, path);
    const file = (await onDisk(jupyter, path)).cells.map(({ id, source }) => [id, source]);
    assert.deepEqual(new Map(file.map(([id = "", source = ""]) => [id, source])), expected);
    assert.equal(file.length, expected.size, "no cell is there twice");
    for (const { connection } of editors) {
      const { contents: [content] } = await connection.client.readResource({
        uri: `jupyter://notebooks/${path}`,
      });
      const copy = JSON.parse(content !== undefined && "text" in content ? content.text : "{}");
      assert.deepEqual(copy.cells.map(({ id, source }: Record<string, unknown>) => [id, source]), file);
    }
    if (kind === "plain") return;
    await using room = await openRoom(jupyter, path);
    assert.deepEqual(room.read().cells.map(({ id, source }) => [id, source]), file);
  });
}
