import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import type { Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";
import { CellOrders } from "../../../../src/jupyter/notebooks/seen_cells.ts";

/** A notebook of cells whose ids are these letters. */
const of = (letters: string): Notebook => ({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: [...letters].map((id) => ({ id, cell_type: "code", source: id, metadata: {} })),
});

/** The letters that indices mean in a notebook; `!` where that is a conflict. */
function meaning(order: CellOrders, present: string, indices: readonly (number | string)[]): string {
  return indices.map((index) => {
    try {
      return order.find("n", of(present), index).cell.id;
    } catch (error) {
      assert.ok(error instanceof AppError && error.code === "conflict", String(error));
      return "!";
    }
  }).join("");
}

Deno.test("CellOrders takes an index for what it is as long as nothing was shown", () => {
  assert.equal(meaning(new CellOrders(), "abc", [0, -1, "1", "c"]), "acbc");
});

Deno.test("CellOrders takes an index for what it was when the notebook was shown", () => {
  const order = new CellOrders();
  order.shown("n", of("abc"), { start: 0, end: 3 });
  assert.equal(meaning(order, "pabqc", [0, 1, 2, -1, -2, "0", "p", 4]), "abccba" + "p" + "c");
  assert.equal(meaning(order, "pac", [0, 1, 2]), "a!c");
});

Deno.test("CellOrders goes on counting over changes of the caller's own", () => {
  const order = new CellOrders();
  order.shown("n", of("abc"), { start: 0, end: 3 });
  order.changed("n", "x", { before: of("abc"), after: of("xabc"), now: of("xabc") });
  assert.equal(meaning(order, "pxabc", [0, 1, -1]), "xac");
});

Deno.test("CellOrders trusts an index no more where the caller was told of two states", () => {
  const order = new CellOrders();
  order.shown("n", of("abcd"), { start: 0, end: 4 });
  order.shown("n", of("abpcd"), { start: 2, end: 4 });
  assert.equal(meaning(order, "abpcd", [0, 1, 2, 3, 4]), "abpcd");
  assert.equal(meaning(order, "qabpcd", [0, 2, 3]), "!!!");
  const written = new CellOrders();
  written.shown("n", of("abc"), { start: 0, end: 3 });
  written.changed("n", "x", { before: of("pabc"), after: of("pabcx"), now: of("pabcx") });
  assert.equal(meaning(written, "pabcx", [0, 1, 3, 4]), "!!!x");
  written.shown("n", of("pabcx"), { start: 0, end: 5 });
  assert.equal(meaning(written, "pabcx", [0, 1, 3, 4]), "pacx");
});
