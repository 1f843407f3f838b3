import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { AppError } from "../../../../src/base/errors.ts";
import { deleteCells, editCell, insertCell } from "../../../../src/jupyter/nbformat/edit_cells.ts";
import type { Edit } from "../../../../src/jupyter/nbformat/notebook.ts";
import { finishRun, showRun, startRun } from "../../../../src/jupyter/nbformat/cell_run_edits.ts";
import { NotebookFile, type NotebookFileOptions } from "../../../../src/jupyter/notebooks/notebook_file.ts";
import { JupyterHttp } from "../../../../src/jupyter/rest/http.ts";

/** The files of a test. */
const files: NotebookFile[] = [];

/** A test that ends when its files have been looked at for the last time. */
function test(name: string, run: () => Promise<void>): void {
  Deno.test(name, async () => {
    await run();
    await Promise.all(files.splice(0).map((file) => file.settled()));
  });
}

/** The contents API of one file, in memory. */
class Disk {
  text: string;
  puts = 0;
  trusted = false;
  /** A proxy refuses what does not say its length. */
  wantsLengths = false;
  /** What becomes of what is sent: hooks may change it; undefined where the file is put back that was there before. */
  stored = (text: string): string | undefined => text;
  /** How many writes a reader moves aside, with nothing to put in their place. */
  movedAside = 0;
  /** What somebody else's save makes of the file right after ours, once. */
  overtake: ((text: string) => string) | undefined;
  /** Called before each read after the first write, with its number. */
  onRead = (_number: number) => {};
  #reads = 0;
  sent: { cells: { metadata: Record<string, unknown> }[] } | undefined;
  readonly #hasHashes: boolean;
  #time = 0;

  constructor(text: string, { hasHashes = true } = {}) {
    this.text = text;
    this.#hasHashes = hasHashes;
  }

  get file(): NotebookFile {
    return this.fileWith({});
  }

  fileWith(options: NotebookFileOptions): NotebookFile {
    const target = { url: "http://jupyter/", token: "t", origin: "given" } as const;
    const http = new JupyterHttp({ target, fetch: (url, init) => this.#answer(url, init) });
    const file = new NotebookFile(http, "a.ipynb", { moment: 20, ...options });
    files.push(file);
    return file;
  }

  sources(): string[] {
    const { cells } = JSON.parse(this.text);
    return cells.map((cell: { source: string }) => cell.source);
  }

  async #answer(input: URL | RequestInfo, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(input));
    const isStream = init.body instanceof ReadableStream;
    if (isStream && this.wantsLengths) return Response.json({ message: "no length" }, { status: 411 });
    if (init.method === "PUT") this.#put(await new Response(init.body ?? "").text());
    const isAside = this.puts > 0 && this.puts <= this.movedAside;
    if (url.pathname.endsWith(".invalid") !== isAside) {
      return Response.json({ message: "No such file" }, { status: 404 });
    }
    if (init.method !== "PUT" && this.puts > 0) this.onRead(++this.#reads);
    const answered = this.text;
    if (init.method === "PUT") {
      this.text = this.overtake?.(this.text) ?? this.text;
      this.overtake = undefined;
    }
    const digest = createHash("sha256").update(answered).digest("hex");
    const hash = this.#hasHashes ? { hash: digest } : {};
    const model = {
      name: "a.ipynb",
      path: "a.ipynb",
      type: "notebook",
      writable: true,
      last_modified: `${this.#time} ${digest}`,
      ...hash,
    };
    if (url.searchParams.get("type") === "directory") {
      return Response.json({ name: "", path: "", type: "directory", content: [model] });
    }
    if (url.searchParams.get("content") !== "1") return Response.json(model);
    if (url.searchParams.get("format") === "text") return Response.json({ ...model, content: this.text });
    const content = JSON.parse(this.text);
    if (content.cells === undefined) {
      return Response.json({ message: "Unreadable Notebook" }, { status: 400 });
    }
    for (const cell of content.cells) cell.metadata.trusted = this.trusted;
    return await Promise.resolve(Response.json({ ...model, content }));
  }

  #put(body: string): void {
    this.puts++;
    this.sent = JSON.parse(body).content;
    const stored = JSON.parse(body).content;
    for (const cell of stored.cells) delete cell.metadata.trusted;
    const kept = this.stored(JSON.stringify(stored));
    if (kept === undefined) return;
    this.#time++;
    this.text = kept;
  }
}

const html = { output_type: "display_data", data: { "text/html": "<script>" }, metadata: {} };
const cellOf = (id: string, outputs: unknown[] = []) => ({
  id,
  cell_type: "code",
  source: id,
  metadata: {},
  outputs,
  execution_count: null,
});
const textOf = (...cells: unknown[]) =>
  JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });

/** The edit, with somebody else saving right before its first result is written. */
function interrupted(disk: Disk, edit: Edit, theirs: string): Edit {
  let first = true;
  return (notebook) => {
    if (first) disk.text = theirs;
    first = false;
    return edit(notebook);
  };
}

const hasCode = (code: string) => (error: unknown) => error instanceof AppError && error.code === code;

test("NotebookFile writes an edit and reads the file only when it has changed", async () => {
  const disk = new Disk(textOf(cellOf("a"), cellOf("b")));
  const { file } = disk;
  const { notebook, saved } = await file.update(editCell("a", { source: "new" }));
  assert.equal(saved, true);
  assert.deepEqual(disk.sources(), ["new", "b"]);
  assert.equal((await file.read()).notebook, notebook);
  disk.text = textOf(cellOf("z"));
  assert.equal((await file.read()).notebook.cells[0]?.id, "z");
});

test("NotebookFile does not write when the edit changes nothing", async () => {
  const disk = new Disk(textOf(cellOf("a")));
  await disk.file.update((notebook) => notebook);
  assert.equal(disk.puts, 0);
});

test("NotebookFile makes an edit again when others changed other cells", async () => {
  for (const hasHashes of [true, false]) {
    const disk = new Disk(textOf(cellOf("a"), cellOf("b")), { hasHashes });
    const theirs = textOf(cellOf("new"), cellOf("a"), { ...cellOf("b"), source: "theirs" });
    await disk.file.update(interrupted(disk, editCell("a", { source: "ours" }), theirs));
    assert.deepEqual(disk.sources(), ["new", "ours", "theirs"]);
  }
});

test("NotebookFile refuses an edit of a cell that others changed", async () => {
  const theirs = [
    textOf({ ...cellOf("a"), source: "theirs" }, cellOf("b")),
    textOf(cellOf("a", [html]), cellOf("b")),
  ];
  for (const text of theirs) {
    const disk = new Disk(textOf(cellOf("a"), cellOf("b")));
    const edit = interrupted(disk, editCell("a", { source: "ours" }), text);
    await assert.rejects(disk.file.update(edit), hasCode("conflict"));
    assert.equal(disk.text, text);
  }
});

test("NotebookFile refuses an edit whose index means another cell now", async () => {
  const disk = new Disk(textOf(cellOf("a"), cellOf("b")));
  const theirs = textOf(cellOf("new"), cellOf("a"), cellOf("b"));
  await assert.rejects(disk.file.update(interrupted(disk, deleteCells([0]), theirs)), hasCode("conflict"));
  assert.equal(disk.text, theirs);
});

test("NotebookFile gives up when the file never stands still", async () => {
  const disk = new Disk(textOf(cellOf("a")));
  let count = 0;
  const edit: Edit = (notebook) => {
    disk.text = textOf(cellOf("a"), cellOf(`b${count++}`));
    return editCell("a", { source: "ours" })(notebook);
  };
  await assert.rejects(disk.file.update(edit), hasCode("conflict"));
  assert.equal(disk.puts, 0);
});

test("NotebookFile makes an edit again that somebody's save took away", async () => {
  const disk = new Disk(textOf(cellOf("a"), cellOf("b")));
  disk.overtake = () => textOf(cellOf("a"), { ...cellOf("b"), source: "theirs" });
  await disk.file.update(editCell("a", { source: "ours" }));
  assert.deepEqual(disk.sources(), ["ours", "theirs"]);
});

test("NotebookFile makes an edit again that somebody wrote over after it was found in the file", async () => {
  const disk = new Disk(textOf(cellOf("a"), cellOf("b")));
  // Right after the write it is looked at and read; the third time is a moment later.
  disk.onRead = (number) => {
    if (number === 3) disk.text = textOf(cellOf("a"), { ...cellOf("b"), source: "theirs" });
  };
  await disk.file.update(editCell("a", { source: "ours" }));
  assert.deepEqual(disk.sources(), ["ours", "theirs"]);
});

test("NotebookFile looks for an edit again after the answer where nobody else writes", async () => {
  const disk = new Disk(textOf(cellOf("a"), cellOf("b")));
  const { file } = disk;
  await file.update(editCell("a", { source: "first" }));
  const before = disk.text;
  await file.update(editCell("b", { source: "second" }));
  disk.text = before;
  await file.settled();
  assert.deepEqual(disk.sources(), ["first", "second"]);
});

/** Two programs that share a lock. */
function twoPrograms(disk: Disk) {
  let record = "";
  const acquireLock = () =>
    Promise.resolve({ isLocked: true, record, release: (left = record) => void (record = left) });
  return { one: disk.fileWith({ acquireLock }), other: disk.fileWith({ acquireLock }) };
}

test("NotebookFile takes a file for its own if a program with the same lock has undone its last edit", async () => {
  const disk = new Disk(textOf(cellOf("a"), cellOf("b")));
  const { one, other } = twoPrograms(disk);
  await one.update(editCell("a", { source: "first" }), { skipsSecondCheck: true });
  await other.update(editCell("a", { source: "a" }), { skipsSecondCheck: true });
  await other.update(editCell("b", { source: "theirs" }), { skipsSecondCheck: true });
  assert.equal(await one.isAsWritten(), true);
});

test("NotebookFile leaves alone what a program with the same lock takes away after the answer", async () => {
  const disk = new Disk(textOf(cellOf("a"), cellOf("b")));
  const { one, other } = twoPrograms(disk);
  await one.update(editCell("a", { source: "first" }));
  await one.update(editCell("b", { source: "second" }));
  await other.update(deleteCells(["b"]), { skipsSecondCheck: true });
  await one.settled();
  assert.deepEqual(disk.sources(), ["first"]);
});

test("NotebookFile does not repeat an edit that it has taken back itself, whoever wrote in between", async () => {
  const disk = new Disk(textOf(cellOf("a"), cellOf("b")));
  const { file } = disk;
  await file.update(editCell("a", { source: "first" }));
  await file.update(insertCell({ id: "c", type: "code", source: "added" }));
  // A person's save, or that of a program that was killed before it could record it.
  disk.text = disk.text.replace('"source":"b"', '"source":"theirs"');
  await file.update(deleteCells(["c"]));
  await file.settled();
  assert.deepEqual(disk.sources(), ["first", "theirs"]);
});

test("NotebookFile repeats an edit that is lost after one that took another back", async () => {
  const disk = new Disk(textOf(cellOf("a"), cellOf("b")));
  const { file } = disk;
  const before = disk.text;
  await file.update(editCell("a", { source: "first" }));
  await file.update(insertCell({ id: "c", type: "code", source: "added" }));
  await file.update(editCell("a", { source: "a" }));
  // By someone who had read the file before all of them, in which the last edit seems to be.
  disk.text = before;
  await file.settled();
  assert.deepEqual(disk.sources(), ["a", "b", "added"]);
});

test("NotebookFile repeats an edit that others overwrote before its next one", async () => {
  const disk = new Disk(textOf(cellOf("a"), cellOf("b")));
  const { file } = disk;
  await file.update(editCell("a", { source: "first" }));
  const before = disk.text;
  await file.update(insertCell({ id: "c", type: "code", source: "added" }));
  disk.text = before;
  await file.update(editCell("b", { source: "second" }));
  await file.settled();
  assert.deepEqual(disk.sources(), ["first", "second", "added"]);
});

test("NotebookFile says that it has no lock", async () => {
  const disk = new Disk(textOf(cellOf("a")));
  const { notes } = await disk.fileWith({
    acquireLock: () => Promise.resolve({ isLocked: false, record: "", release() {} }),
  })
    .update(editCell("a", { source: "ours" }));
  assert.match(notes.join(), /^Could not lock the file/);
});

test("NotebookFile tells of a conflict where somebody's save put something else in the cell", async () => {
  const disk = new Disk(textOf(cellOf("a")));
  disk.overtake = () => textOf({ ...cellOf("a"), source: "theirs" });
  await assert.rejects(disk.file.update(editCell("a", { source: "ours" })), hasCode("conflict"));
  assert.deepEqual(disk.sources(), ["theirs"]);
});

test("NotebookFile writes a file anew that two saves have left in pieces", async () => {
  const disk = new Disk(textOf(cellOf("a"), cellOf("b")));
  disk.overtake = (text) => `${text}"source": "b"}]}`;
  await disk.file.update(editCell("a", { source: "ours" }));
  assert.deepEqual(disk.sources(), ["ours", "b"]);
});

test("NotebookFile does not write over what somebody put in the place of the notebook right after it", async () => {
  for (const text of ["precious", '{"precious": true}', '{"nbformat": 3}']) {
    const disk = new Disk(textOf(cellOf("a")));
    disk.overtake = () => text;
    await assert.rejects(disk.file.update(editCell("a", { source: "ours" })), hasCode("not_a_notebook"));
    assert.equal(disk.text, text);
  }
});

test("NotebookFile makes updates wait for each other", async () => {
  const disk = new Disk(textOf());
  const { file } = disk;
  const ids = ["a", "b", "c", "d", "e"];
  await Promise.all(ids.map((id) => file.update(insertCell({ id, type: "code", source: id }))));
  assert.deepEqual(disk.sources(), ids);
});

test("NotebookFile never writes a file that is no notebook", async () => {
  for (const text of ["", "{", "[]", '{"nbformat": 3}']) {
    const disk = new Disk(text);
    await assert.rejects(
      disk.file.update(insertCell({ id: "a", type: "code", source: "" })),
      hasCode("not_a_notebook"),
    );
    assert.equal(disk.text, text);
  }
});

test("NotebookFile never creates over a file", async () => {
  const disk = new Disk("precious");
  const empty = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [] };
  await assert.rejects(disk.file.create(empty), hasCode("conflict"));
  assert.equal(disk.text, "precious");
});

test("NotebookFile trusts its own outputs and keeps the server's trust for others", async () => {
  const trust = async (trusted: boolean, output: unknown = html) => {
    const disk = new Disk(textOf(cellOf("a", [output]), cellOf("b")));
    disk.trusted = trusted;
    await disk.file.update(showRun("b", [{ output_type: "display_data", data: {}, metadata: {} }]));
    return disk.sent?.cells.map((cell) => cell.metadata["trusted"]);
  };
  assert.deepEqual(await trust(true), [true, true]);
  assert.deepEqual(await trust(false), [false, true]);
  // An output may hold what looks like the server's mark.
  for (const trusted of [true, false]) {
    const misleading = { ...html, metadata: { trusted: !trusted } };
    assert.deepEqual(await trust(trusted, misleading), [trusted, true]);
  }
});

test("NotebookFile writes a large notebook whole, also through a proxy that wants to know its length", async () => {
  for (const wantsLengths of [false, true]) {
    const figures = Array.from({ length: 6 }, (_, n) => `${n}é`.repeat(500_000));
    const disk = new Disk(textOf(...figures.map((source) => ({ ...cellOf(source.slice(0, 1)), source }))));
    disk.wantsLengths = wantsLengths;
    const { notebook } = await disk.file.update(editCell("2", { source: "new" }));
    assert.equal(disk.puts, 1);
    assert.equal(notebook.cells[2]?.source, "new");
    assert.ok(
      disk.sources().every((source, index) => index === 2 ? source === "new" : source === figures[index]),
    );
  }
});

test("NotebookFile shows a running cell and keeps that off the disk", async () => {
  const disk = new Disk(textOf(cellOf("a")));
  const { file } = disk;
  await file.update(startRun("a"));
  assert.equal((await file.read()).notebook.cells[0]?.execution_state, "running");
  assert.doesNotMatch(disk.text, /execution_state/);
  await file.update(finishRun("a", 3));
  assert.match(disk.text, /"execution_count":3/);
});

test("NotebookFile gives the cells of an old notebook ids that hold, and writes none", async () => {
  const old = JSON.stringify({
    nbformat: 4,
    nbformat_minor: 2,
    metadata: {},
    cells: [{ ...cellOf("x"), id: undefined }],
  });
  const disk = new Disk(old);
  const { file } = disk;
  const [cell] = (await file.read()).notebook.cells;
  assert.equal(disk.text, old);
  const id = cell?.id ?? "";
  await file.update(editCell(id, { source: "new" }));
  assert.equal(disk.text, old.replace('"source":"x"', '"source":"new"'));
  await file.update(insertCell({ id: "first", type: "code", source: "before" }, 0));
  disk.text = disk.text.replace('"source":"new"', '"source":"of somebody else"');
  const { notes } = await file.update(editCell(id, { find: "somebody", replace: "nobody" }));
  assert.deepEqual([disk.sources(), notes], [["before", "of nobody else"], []]);
  await file.update(deleteCells(["first"]));
  assert.deepEqual(JSON.parse(disk.text).cells.map(({ id }: { id?: string }) => id), [undefined]);
});

test("NotebookFile says when the server stored something else", async () => {
  const disk = new Disk(textOf(cellOf("a")));
  disk.stored = (text) => text.replace("ours", "scrubbed");
  const { notes } = await disk.file.update(editCell("a", { source: "ours" }));
  assert.match(notes.join(), /stored something other .* a/);
});

test("NotebookFile writes again where a reader put the file before in its place, or nothing", async () => {
  for (const rest of [0, 5_000_000]) {
    const disk = new Disk(textOf(cellOf("a"), { ...cellOf("b"), source: "b".repeat(rest) }));
    disk.stored = (text) => disk.puts < 3 ? undefined : text;
    const { notes } = await disk.file.update(editCell("a", { source: "ours" }));
    assert.deepEqual([disk.puts, disk.sources()[0], notes], [3, "ours", []]);
  }
  const disk = new Disk(textOf(cellOf("a")));
  disk.movedAside = 2;
  await disk.file.update(editCell("a", { source: "ours" }));
  assert.deepEqual([disk.puts, disk.sources()], [3, ["ours"]]);
});
