import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { wholeForm } from "../../../../src/jupyter/nbformat/for_disk.ts";
import type { Cell, Edit, Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";
import { FileBackend } from "../../../../src/jupyter/notebooks/file_backend.ts";
import { restoreRuns } from "../../../../src/jupyter/nbformat/cell_run_edits.ts";

function cell(id: string): Cell {
  return { id, cell_type: "code", source: id, metadata: {}, outputs: [], execution_count: null };
}

/** A file in memory, and how often it was written. */
class Disk {
  readonly path = "a.ipynb";
  notebook: Notebook = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: ["a", "b", "c"].map(cell) };
  writes = 0;
  reads = 0;
  error: AppError | undefined;

  get counts() {
    return this.notebook.cells.map((one) => one.execution_count);
  }

  read() {
    this.reads++;
    return Promise.resolve({ notebook: this.notebook, hash: String(this.writes), form: wholeForm });
  }

  update(edit: Edit) {
    if (this.error !== undefined) return Promise.reject(this.error);
    const after = edit(this.notebook);
    if (after !== this.notebook) this.writes++;
    this.notebook = after;
    return Promise.resolve({ notebook: after, saved: true as const, notes: [] });
  }

  /** What others have made of the file since. */
  isOvertaken = false;

  isAsWritten() {
    return Promise.resolve(!this.isOvertaken);
  }

  settled() {
    return Promise.resolve();
  }

  forget() {}
}

/** An edit like that of a run: it fails where the cell is gone. */
function ran(id: string, count: number): Edit {
  return (notebook) => {
    if (!notebook.cells.some((one) => one.id === id)) {
      throw new AppError("cell_not_found", `cell "${id}" is gone`);
    }
    return {
      ...notebook,
      cells: notebook.cells.map((one) => one.id === id ? { ...one, execution_count: count } : one),
    };
  };
}

/** A backend whose gathered writes wait until something else has them written. */
function homeOn(disk: Disk): FileBackend {
  return new FileBackend(disk, { pause: 1_000_000 });
}

const mayWait = true;

Deno.test("the file is read again for what may be recent only after an edit", async () => {
  const disk = new Disk();
  const backend = homeOn(disk);
  const counts = async () => {
    const { cells } = await backend.read(undefined, { mayBeRecent: true });
    return cells.map((one) => one.execution_count);
  };
  await backend.read();
  await backend.editUnsaved(ran("a", 1), { mayWait });
  const waiting = backend.editUnsaved(ran("b", 2), { mayWait });
  assert.deepEqual([await counts(), disk.reads], [[1, 2, null], 1]);
  await backend.editAndSave(ran("c", 3));
  await waiting;
  assert.deepEqual([await counts(), disk.reads], [[1, 2, 3], 2]);
  await backend.read();
  assert.equal(disk.reads, 3);
});

Deno.test("writes that may wait go into the file together, after the first of them", async () => {
  const disk = new Disk();
  const backend = homeOn(disk);
  await backend.editUnsaved(ran("a", 1), { mayWait });
  const waiting = [
    backend.editUnsaved(ran("b", 2), { mayWait }),
    backend.editUnsaved(ran("c", 3), { mayWait }),
  ];
  assert.deepEqual([disk.writes, disk.counts], [1, [1, null, null]]);
  assert.deepEqual((await backend.read()).cells.map((one) => one.execution_count), [1, 2, 3]);
  assert.deepEqual(backend.unsaved.map(({ id }) => id), ["b", "c"]);
  await backend.save();
  await Promise.all(waiting);
  assert.deepEqual([disk.writes, disk.counts, backend.unsaved], [2, [1, 2, 3], []]);
});

Deno.test("what others have written over since is written again before it is said to be saved", async () => {
  const disk = new Disk();
  const backend = homeOn(disk);
  const before = disk.notebook;
  await backend.editUnsaved(ran("a", 1));
  await backend.editUnsaved(ran("b", 2));
  disk.notebook = before;
  disk.isOvertaken = true;
  await backend.save();
  assert.deepEqual([disk.writes, disk.counts], [3, [1, 2, null]]);
  await backend.save();
  assert.equal(disk.writes, 3, "and not again");
});

Deno.test("what an edit has taken back is not written again", async () => {
  const disk = new Disk();
  const backend = homeOn(disk);
  const before = disk.notebook;
  await backend.editUnsaved(ran("a", 1));
  await backend.editAndSave(() => before);
  disk.isOvertaken = true;
  await backend.save();
  assert.deepEqual(disk.counts, [null, null, null]);
});

Deno.test("any other write, an edit and the end of the use take along what waits", async () => {
  const ends: Record<string, (backend: FileBackend) => Promise<unknown>> = {
    write: (backend) => backend.editUnsaved(ran("c", 3)),
    update: (backend) => backend.editAndSave(ran("c", 3)),
    close: (backend) => backend.close(),
  };
  for (const [name, end] of Object.entries(ends)) {
    const disk = new Disk();
    const backend = homeOn(disk);
    await backend.editUnsaved(ran("a", 1), { mayWait });
    const waiting = backend.editUnsaved(ran("b", 2), { mayWait });
    await end(backend);
    await waiting;
    assert.deepEqual(disk.counts, [1, 2, name === "close" ? null : 3], name);
  }
});

Deno.test("a write that cannot be made fails by itself, a file that cannot be written for all", async () => {
  const disk = new Disk();
  const backend = homeOn(disk);
  await backend.editUnsaved(ran("a", 1), { mayWait });
  const gone = assert.rejects(backend.editUnsaved(ran("x", 2), { mayWait }), /"x" is gone/);
  const made = backend.editUnsaved(ran("b", 2), { mayWait });
  await backend.save();
  await Promise.all([gone, made]);
  assert.deepEqual(disk.counts, [1, 2, null]);

  disk.error = new AppError("read_only", "it is read-only");
  const refused = ["b", "c"].map((id) =>
    assert.rejects(backend.editUnsaved(ran(id, 4), { mayWait }), /read-only/)
  );
  await backend.save();
  await Promise.all(refused);
  disk.error = undefined;
  await backend.editUnsaved(ran("c", 5));
  assert.deepEqual(disk.counts, [1, 2, 5], "and the next write is made");
});

Deno.test("restoreRuns puts what was not written into cells that are what ran", () => {
  const { notebook } = new Disk();
  const outputs = [{ output_type: "stream", name: "stdout", text: "1\n" }];
  const unsaved = [
    { ...cell("a"), outputs, execution_count: 1 },
    { ...cell("b"), source: "older", outputs, execution_count: 2 },
    { ...cell("x"), outputs, execution_count: 3 },
  ];
  const restored = restoreRuns(unsaved, () => false)(notebook);
  assert.deepEqual(restored.cells.map((one) => one.execution_count), [1, null, null]);
  assert.deepEqual(restored.cells[0]?.outputs, outputs);
});
