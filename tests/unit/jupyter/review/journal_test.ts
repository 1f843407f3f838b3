import assert from "node:assert/strict";
import { insertCell } from "../../../../src/jupyter/nbformat/edit_cells.ts";
import { parseExact } from "../../../../src/jupyter/nbformat/exact_json.ts";
import { type Notebook, notebook as notebookSchema } from "../../../../src/jupyter/nbformat/notebook.ts";
import { Journal, type JournalOptions } from "../../../../src/jupyter/review/journal.ts";
import { undoChanges } from "../../../../src/jupyter/review/undo.ts";

const empty: Notebook = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [] };

function add(id: string, before: Notebook = empty) {
  return { before, after: insertCell({ id, type: "code", source: id })(before) };
}

/** Records an edit as one call; returns the id of the change. */
function record(journal: Journal, path: string, edit: { before: Notebook; after: Notebook }): string {
  const { id, record } = journal.begin("a_tool");
  record(path, edit);
  return id;
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

Deno.test("Journal forgets what a run was to replace once the run has ended", () =>
  withFolder((folder) => {
    const outputs = [{ output_type: "stream", name: "stdout", text: "old" }];
    const [cell] = add("one").after.cells;
    const before = { ...empty, cells: cell === undefined ? [] : [{ ...cell, outputs, execution_count: 3 }] };
    const run = journalIn(folder).begin("a_tool");
    run.recordBegin("a.ipynb", before);
    assert.deepEqual(journalIn(folder).entries("a.ipynb"), [], "it may be over");
    const now = () => new Date(Date.now() + 10_000);
    const [begun] = journalIn(folder, { now }).entries("a.ipynb");
    const partial = {
      ...before,
      cells: before.cells.map((one) => ({ ...one, outputs: [], execution_count: null })),
    };
    assert.deepEqual(undoChanges(begun?.changes ?? [])(partial).cells, before.cells);
    const renewed = {
      ...before,
      cells: before.cells.map((one) => ({ ...one, outputs: [], execution_count: 8 })),
    };
    assert.deepEqual(undoChanges(begun?.changes ?? [])(renewed).cells, renewed.cells);

    const after = { ...before, cells: before.cells.map((one) => ({ ...one, execution_count: 4 })) };
    const last = journalIn(folder).resume({ id: run.id, tool: run.tool, original: before.cells[0] });
    last.record("a.ipynb", { before, after });
    const [ended] = journalIn(folder).entries("a.ipynb");
    assert.deepEqual(ended?.changes.length, 1);
    run.record("a.ipynb", { before, after: before });
    assert.equal(journalIn(folder).entries("a.ipynb").length, 1);
  }));

Deno.test("Journal shows nothing of a run that has restored what it replaced", () =>
  withFolder((folder) => {
    const [cell] = add("one").after.cells;
    const outputs = [{ output_type: "stream", name: "stdout", text: "same" }];
    const before = { ...empty, cells: cell === undefined ? [] : [{ ...cell, outputs, execution_count: 1 }] };
    const run = journalIn(folder).begin("a_tool");
    run.recordBegin("a.ipynb", before);
    assert.equal(run.record("a.ipynb", { before, after: before }), false);
    assert.deepEqual(journalIn(folder).entries("a.ipynb"), []);
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
    assert.equal(JSON.stringify(undoChanges(entry?.changes ?? [])(gone)), JSON.stringify(odd));
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
    assert.deepEqual(undoChanges(entry?.changes ?? [])(empty).cells, [{ ...cell, outputs: [] }]);
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
    assert.deepEqual(undoChanges(entry?.changes ?? [])(empty).metadata, {});
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
