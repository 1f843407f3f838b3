import assert from "node:assert/strict";
import type { Cell, CellOutput, Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";
import { SharedNotebook } from "../../../../src/jupyter/rtc/shared_notebook.ts";
import { Y } from "../../../../src/jupyter/rtc/yjs.ts";

/** Numbers that are the same in every run (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Random = (below: number) => number;
let made = 0;

function newCell(random: Random): Cell {
  const id = `cell-${made++}`;
  if (random(3) === 0) return { id, cell_type: "markdown", source: text(random), metadata: {} };
  return {
    id,
    cell_type: "code",
    source: text(random),
    metadata: random(2) === 0 ? {} : { n: random(9), tags: ["t"] },
    outputs: [],
    execution_count: null,
    execution_state: "idle",
  };
}

function text(random: Random): string {
  const parts = ["a", "b\n", "é", "😀", "日本", "\n", "x = 1\n"];
  return Array.from({ length: random(8) }, () => parts[random(parts.length)]).join("");
}

function newOutput(random: Random): CellOutput {
  if (random(2) === 0) {
    return { output_type: "stream", name: random(2) === 0 ? "stdout" : "stderr", text: text(random) };
  }
  return {
    output_type: "display_data",
    data: { "text/plain": text(random), "application/json": { a: [random(5)] } },
    metadata: {},
  };
}

function spliced<T>(list: readonly T[], at: number, remove: number, ...insert: T[]): T[] {
  return list.toSpliced(at, remove, ...insert);
}

/** One random edit, as a tool would make it. */
function edit(random: Random, notebook: Notebook): Notebook {
  const { cells } = notebook;
  const at = random(cells.length + 1);
  const target = cells[at];
  if (target === undefined) return { ...notebook, cells: [...cells, newCell(random)] };
  const put = (cell: Cell): Notebook => ({ ...notebook, cells: spliced(cells, at, 1, cell) });
  switch (random(8)) {
    case 0:
      return { ...notebook, cells: spliced(cells, at, 0, newCell(random), newCell(random)) };
    case 1:
      return { ...notebook, cells: spliced(cells, at, 1) };
    case 2:
      return { ...notebook, cells: spliced(spliced(cells, at, 1), random(cells.length), 0, target) };
    case 3:
      return { ...notebook, metadata: { ...notebook.metadata, [`k${random(4)}`]: random(9) } };
    case 4:
      return put({
        ...target,
        metadata: random(2) === 0 ? {} : { ...target.metadata, seen: { by: random(9) } },
      });
    case 5:
      return put({ ...target, source: editText(random, target.source) });
    default:
      return target.outputs === undefined
        ? notebook
        : put({ ...target, outputs: editOutputs(random, target.outputs) });
  }
}

function editText(random: Random, source: string): string {
  const characters = [...source];
  return spliced(characters, random(characters.length + 1), random(3), text(random)).join("");
}

function editOutputs(random: Random, outputs: readonly CellOutput[]): CellOutput[] {
  const last = outputs.at(-1);
  if (last?.output_type === "stream" && random(2) === 0) {
    return [...outputs.slice(0, -1), { ...last, text: String(last.text) + text(random) }];
  }
  return spliced(outputs, random(outputs.length + 1), random(2), newOutput(random));
}

Deno.test("SharedNotebook gives the pure result of a thousand random edits, on both sides", () => {
  const random = seeded(1);
  const [a, b] = [new Y.Doc(), new Y.Doc()];
  a.on("update", (update: Uint8Array) => Y.applyUpdate(b, update, "sync"));
  b.on("update", (update: Uint8Array, origin: unknown) => {
    if (origin !== "sync") Y.applyUpdate(a, update, "sync");
  });
  const sides = [new SharedNotebook(a), new SharedNotebook(b)] as const;
  let pure = sides[0].update((empty) => ({ ...empty, cells: [newCell(random)] }));
  for (let round = 0; round < 1_000; round++) {
    const side = sides[random(2)] ?? sides[0];
    side.update((before) => pure = edit(random, before));
    assert.deepEqual(sides[0].read(), pure);
    assert.deepEqual(sides[1].read(), pure);
  }
});

Deno.test("SharedNotebook copies that are edited apart become equal when they meet", () => {
  const random = seeded(2);
  const docs = [new Y.Doc(), new Y.Doc()] as const;
  const sides = docs.map((doc) => new SharedNotebook(doc));
  sides[0]?.update((empty) => ({ ...empty, cells: Array.from({ length: 5 }, () => newCell(random)) }));
  for (let round = 0; round < 300; round++) {
    const [a, b] = docs;
    Y.applyUpdate(b, Y.encodeStateAsUpdate(a, Y.encodeStateVector(b)));
    Y.applyUpdate(a, Y.encodeStateAsUpdate(b, Y.encodeStateVector(a)));
    assert.deepEqual(sides[0]?.read(), sides[1]?.read());
    for (const side of sides) {
      for (let edits = random(4); edits > 0; edits--) {
        let pure: Notebook | undefined;
        const after = side.update((before) => pure = edit(random, before));
        assert.deepEqual(after, pure);
      }
    }
  }
});
