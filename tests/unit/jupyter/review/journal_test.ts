import assert from "node:assert/strict";
import { insertCell } from "../../../../src/jupyter/nbformat/edit_cells.ts";
import { parseExact } from "../../../../src/jupyter/nbformat/exact_json.ts";
import {
  type Cell,
  type Notebook,
  notebook as notebookSchema,
} from "../../../../src/jupyter/nbformat/notebook.ts";
import { Journal, type JournalOptions } from "../../../../src/jupyter/review/journal.ts";
import type { JournalEntry } from "../../../../src/jupyter/review/journal_entry.ts";
import { changesToUndo } from "../../../../src/jupyter/review/select_changes.ts";
import { undoChanges } from "../../../../src/jupyter/review/undo.ts";

const empty: Notebook = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [] };

function add(id: string, before: Notebook = empty) {
  return { before, after: insertCell({ id, type: "code", source: id })(before) };
}

/** Records an edit as one call; returns the id of the change. */
function record(journal: Journal, path: string, edit: { before: Notebook; after: Notebook }): string {
  const call = journal.begin("a_tool");
  call.record(path, edit);
  return call.id;
}

/** A notebook with a change taken back. */
function undone(entry: JournalEntry | undefined, notebook: Notebook): Notebook {
  return undoChanges(entry === undefined ? [] : [entry]).edit(notebook);
}

async function withFolder(test: (folder: string) => void): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function journalIn(folder: string, options: Partial<JournalOptions> = {}): Journal {
  return new Journal({ folder, server: "http://127.0.0.1:8888", ...options });
}

Deno.test("Journal gives a second process the changes of the first, oldest first", () =>
  withFolder((folder) => {
    const first = record(journalIn(folder), "a.ipynb", add("one"));
    const second = record(journalIn(folder), "a.ipynb", add("two"));
    assert.deepEqual(journalIn(folder).entries("a.ipynb").map(({ id }) => id), [first, second]);
    assert.deepEqual(journalIn(folder).entries("b.ipynb"), []);
    assert.deepEqual(journalIn(folder, { server: "http://other" }).entries("a.ipynb"), []);
  }));

Deno.test("Journal joins what one call did", () =>
  withFolder((folder) => {
    const journal = journalIn(folder);
    const call = journal.begin("a_tool");
    call.record("a.ipynb", add("one"));
    record(journal, "a.ipynb", add("between"));
    call.record("a.ipynb", add("two"));
    assert.deepEqual(journal.entries("a.ipynb").map(({ changes }) => changes.length), [2, 1]);
  }));

const outputs = [{ output_type: "stream", name: "stdout", text: "old" }];

/** Cells with outputs and counts, and the same while they run. */
function ranNotebook(...ids: readonly string[]) {
  const cells = ids.map((id, index) => ({
    ...{ id, cell_type: "code", source: id, metadata: {}, outputs, execution_count: index + 1 },
  }));
  const running = cells.map((cell) => ({
    ...cell,
    outputs: [],
    execution_count: null,
    execution_state: "running",
  }));
  return { cells, notebook: { ...empty, cells }, running: { ...empty, cells: running } };
}

/** Leaves nothing that is open: the process of the journal is gone. */
function killed(folder: string, work: (journal: Journal) => void): void {
  const journal = journalIn(folder);
  work(journal);
  journal.close();
}

Deno.test("Journal restores what a process that is gone was running, and what it had yet to run", () =>
  withFolder((folder) => {
    const { cells: [a, b, c], notebook, running } = ranNotebook("a", "b", "c");
    assert.ok(a && b && c);
    const finished = { ...a, execution_count: 9 };
    killed(folder, (journal) => {
      const run = journal.begin("a_tool");
      run.beginRuns("a.ipynb");
      run.recordBegin("a.ipynb", { notebook, cells: [a, b, c], areWaiting: true });
      run.recordBegin("a.ipynb", { notebook, cells: [a] });
      const after = { ...notebook, cells: [finished] };
      run.record("a.ipynb", { before: { ...notebook, cells: [a] }, after, ended: ["a"] });
      run.recordBegin("a.ipynb", { notebook, cells: [b] });
    });
    const [change] = journalIn(folder).entries("a.ipynb");
    assert.equal(change?.isOpen, false);
    // The outputs of a cell that waits are still there.
    const [, running2, running3] = running.cells;
    assert.ok(running2 && running3);
    const present = { ...notebook, cells: [finished, running2, { ...running3, outputs }] };
    const idle = (cell: Cell) => ({ ...cell, execution_state: "idle" });
    assert.deepEqual(undone(change, present).cells, [a, idle(b), idle(c)]);
    const renewed = {
      ...notebook,
      cells: [finished, { ...b, execution_count: 10 }, { ...c, execution_count: 11 }],
    };
    const undo = undoChanges(change === undefined ? [] : [change]);
    assert.deepEqual(undo.edit(renewed).cells, [a, ...renewed.cells.slice(1)]);
    assert.deepEqual(undo.cells().kept, ["b", "c"]);
  }));

for (const kind of ["file", "memory"]) {
  Deno.test(`Journal in ${kind} leaves a change open until its runs are over`, () =>
    withFolder((folder) => {
      const journal = new Journal({ folder: kind === "file" ? folder : undefined, server: "s" });
      const other = kind === "file" ? new Journal({ folder, server: "s" }) : journal;
      const { cells: [a, b], notebook } = ranNotebook("a", "b");
      assert.ok(a && b);
      const run = journal.begin("a_tool");
      run.beginRuns("a.ipynb");
      run.recordBegin("a.ipynb", { notebook, cells: [a] });
      const after = { ...notebook, cells: [{ ...a, execution_count: 9 }] };
      run.record("a.ipynb", { before: { ...notebook, cells: [a] }, after, ended: ["a"] });
      run.recordBegin("a.ipynb", { notebook, cells: [b] });
      const shown = (one: Journal) =>
        one.entries("a.ipynb").map(({ isOpen, changes }) => [isOpen, changes.length]);
      for (const one of [journal, other]) {
        assert.deepEqual(shown(one), [[true, 1]]);
        assert.throws(() => changesToUndo(one.entries("a.ipynb"), { changeId: run.id }), /not over/);
        assert.deepEqual(changesToUndo(one.entries("a.ipynb"), {}), []);
      }
      run.endRuns("a.ipynb");
      // The second run was not written to the end.
      for (const one of [journal, other]) assert.deepEqual(shown(one), [[false, 2]]);
      journal.close();
    }));
}

Deno.test("Journal has a successor continue a change", () =>
  withFolder((folder) => {
    const { cells: [a], notebook } = ranNotebook("a");
    assert.ok(a);
    const isOpen = (later = 0) => {
      const journal = journalIn(folder, { now: () => new Date(Date.now() + later) });
      return journal.entries("a.ipynb").map((change) => change.isOpen);
    };
    const first = journalIn(folder);
    const run = first.begin("a_tool");
    run.beginRuns("a.ipynb");
    run.recordBegin("a.ipynb", { notebook, cells: [a] });
    run.handOver("a.ipynb");
    assert.deepEqual(isOpen(), [true]);
    assert.deepEqual(isOpen(60_000), [false], "nobody has taken it over");
    const successor = journalIn(folder);
    const resumed = successor.resume({ id: run.id, tool: run.tool });
    resumed.beginRuns("a.ipynb");
    first.close();
    assert.deepEqual(isOpen(), [true]);
    const after = { ...notebook, cells: [{ ...a, execution_count: 9 }] };
    resumed.record("a.ipynb", { before: notebook, after, ended: ["a"] });
    resumed.endRuns("a.ipynb");
    assert.deepEqual(isOpen(), [false]);
    assert.deepEqual(journalIn(folder).entries("a.ipynb").map(({ changes }) => changes.length), [1]);
    successor.close();
  }));

Deno.test("Journal shows nothing of a run that has restored what it replaced", () =>
  withFolder((folder) => {
    const { cells, notebook } = ranNotebook("a");
    const run = journalIn(folder).begin("a_tool");
    run.recordBegin("a.ipynb", { notebook, cells });
    assert.equal(run.record("a.ipynb", { before: notebook, after: notebook, ended: ["a"] }), false);
    assert.deepEqual(journalIn(folder).entries("a.ipynb"), []);
  }));

Deno.test("Journal keeps no change in part, and one with more cells than it keeps changes whole", () =>
  withFolder((folder) => {
    const journal = journalIn(folder, { limits: { entries: 3, bytes: 100_000 } });
    const before = ranNotebook(...Array.from({ length: 50 }, (_, index) => `cell-${index}`));
    const call = journal.begin("a_tool");
    for (const cell of before.cells) {
      const [one, other] = [cell, { ...cell, execution_count: 99 }].map((cell) => ({
        ...empty,
        cells: [cell],
      }));
      assert.ok(one && other);
      call.record("a.ipynb", { before: one, after: other, ended: [cell.id] });
    }
    assert.deepEqual(journal.entries("a.ipynb").map(({ changes }) => changes.length), [50]);
    for (let index = 0; index < 3; index++) record(journal, "a.ipynb", add(`more-${index}`));
    assert.ok(journal.entries("a.ipynb").some((change) => change.id === call.id));
    const small = journalIn(folder, { limits: { bytes: 1_000 } });
    const long = small.begin("a_tool");
    for (let index = 0; index < 50; index++) long.record("b.ipynb", add(`cell-${index}`));
    assert.deepEqual(small.entries("b.ipynb"), []);
  }));

Deno.test("Journal records nothing for an edit that changes nothing", () =>
  withFolder((folder) => {
    assert.equal(journalIn(folder).begin("a_tool").record("a.ipynb", { before: empty, after: empty }), false);
    assert.deepEqual([...Deno.readDirSync(folder)], []);
  }));

Deno.test("Journal survives a line that was cut off", () =>
  withFolder((folder) => {
    const journal = journalIn(folder);
    const first = record(journal, "a.ipynb", add("one"));
    const [file] = [...Deno.readDirSync(folder)];
    Deno.writeTextFileSync(`${folder}/${file?.name}`, '\n{"id": "c-1", "at": "20', { append: true });
    const second = record(journal, "a.ipynb", add("two"));
    assert.deepEqual(journal.entries("a.ipynb").map(({ id }) => id), [first, second]);
  }));

Deno.test("Journal writes files that only their user can read", () =>
  withFolder((folder) => {
    record(journalIn(folder), "a.ipynb", add("one"));
    const [file] = [...Deno.readDirSync(folder)];
    if (Deno.build.os !== "windows") Deno.chmodSync(`${folder}/${file?.name}`, 0o644);
    record(journalIn(folder), "a.ipynb", add("two"));
    const { mode } = Deno.statSync(`${folder}/${file?.name}`);
    // Windows has no modes.
    assert.equal((mode ?? 0o600) & 0o777, 0o600);
  }));

for (const kind of ["file", "memory"]) {
  Deno.test(`Journal in ${kind} is bounded by count and by bytes`, () =>
    withFolder((folder) => {
      const place = kind === "file" ? folder : undefined;
      const few = new Journal({ folder: place, server: "s", limits: { entries: 5 } });
      const ids = Array.from({ length: 30 }, (_, index) => record(few, "a.ipynb", add(`cell-${index}`)));
      const kept = few.entries("a.ipynb").map(({ id }) => id);
      assert.ok(kept.length >= 5 && kept.length <= 10, `${kept.length} entries`);
      assert.deepEqual(kept, ids.slice(-kept.length));
      const small = new Journal({ folder: place, server: "s", limits: { bytes: 2_000 } });
      for (let index = 0; index < 100; index++) record(small, "b.ipynb", add(`cell-${index}`));
      const bytes = JSON.stringify(small.entries("b.ipynb")).length;
      assert.ok(bytes > 1_000 && bytes < 6_000, `${bytes} bytes`);
    }));
}

Deno.test("Journal keeps numbers, attachments and unknown fields as they were", () =>
  withFolder((folder) => {
    const odd = notebookSchema.parse(parseExact(
      '{"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [{"id": "odd", "cell_type": "raw", "source": ["a\\n", "b"],' +
        '"metadata": {"x": 1.0, "big": 12345678901234567890}, "attachments": {"p.png": {}}, "unknown": [null]}]}',
    ));
    const gone = { ...odd, cells: [] };
    const journal = journalIn(folder);
    record(journal, "a.ipynb", { before: odd, after: gone });
    const [entry] = journal.entries("a.ipynb");
    assert.equal(JSON.stringify(undone(entry, gone)), JSON.stringify(odd));
  }));

Deno.test("Journal keeps large outputs by size and digest", () =>
  withFolder((folder) => {
    const output = { output_type: "stream", name: "stdout", text: "z".repeat(1_500_000) };
    const cell = { id: "a", cell_type: "code", source: "", metadata: {}, outputs: [output] };
    const before = { ...empty, cells: [cell] };
    const journal = journalIn(folder);
    record(journal, "a.ipynb", { before, after: empty });
    const [entry] = journal.entries("a.ipynb");
    assert.ok(JSON.stringify(entry).length < 1_000);
    const [change] = entry?.changes ?? [];
    assert.deepEqual(
      change?.kind === "deleted" ? change.omitted?.bytes : undefined,
      JSON.stringify([output]).length,
    );
    assert.deepEqual(undone(entry, empty).cells, [{ ...cell, outputs: [] }]);
  }));

Deno.test("Journal reports once that it cannot be written", () => {
  const failures: string[] = [];
  const journal = journalIn("/dev/null/journal", { onFailure: (reason) => failures.push(reason) });
  record(journal, "a.ipynb", add("one"));
  record(journal, "a.ipynb", add("two"));
  assert.equal(failures.length, 1);
});

Deno.test("Journal keeps a large state of widgets by size and digest", () =>
  withFolder((folder) => {
    const widgets = { state: "w".repeat(1_500_000) };
    const journal = journalIn(folder);
    record(journal, "a.ipynb", { before: { ...empty, metadata: { widgets } }, after: empty });
    const [entry] = journal.entries("a.ipynb");
    assert.ok(JSON.stringify(entry).length < 1_000);
    assert.deepEqual(undone(entry, empty).metadata, {});
  }));

for (const kind of ["file", "memory"]) {
  Deno.test(`Journal in ${kind} follows a renamed notebook, unless the new name has changes of its own`, () =>
    withFolder((folder) => {
      const journal = new Journal({ folder: kind === "file" ? folder : undefined, server: "s" });
      const id = record(journal, "a.ipynb", add("one"));
      journal.move("a.ipynb", "b.ipynb");
      assert.deepEqual(journal.entries("b.ipynb").map((entry) => entry.id), [id]);
      assert.deepEqual(journal.entries("a.ipynb"), []);
      record(journal, "c.ipynb", add("two"));
      journal.move("b.ipynb", "c.ipynb");
      assert.deepEqual(journal.entries("b.ipynb").map((entry) => entry.id), [id]);
    }));
}

Deno.test("Journal records an undo of what was gone already", () =>
  withFolder((folder) => {
    const journal = journalIn(folder);
    assert.equal(
      journal.begin("notebook_undo", ["c-1"]).record("a.ipynb", { before: empty, after: empty }),
      false,
    );
    assert.deepEqual(journal.entries("a.ipynb").map(({ undoes }) => undoes), [["c-1"]]);
  }));
