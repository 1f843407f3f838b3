import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { type CellReference, findCell } from "../../../../src/jupyter/nbformat/find_cells.ts";

const notebook = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: Array.from({ length: 12 }, (_, i) => ({
    id: i === 11 ? "12" : `cell-${i}`,
    cell_type: "code",
    source: `\n  x = ${i}\n`,
    metadata: {},
  })),
};

function refusal(reference: CellReference): AppError {
  try {
    findCell(notebook, reference);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error("it was found");
}

Deno.test("findCell takes an id, an index, an index from the end, and a number as text", () => {
  const places: [CellReference, number][] = [["cell-3", 3], [0, 0], [-1, 11], ["2", 2], ["-12", 0], [
    "12",
    11,
  ]];
  for (const [reference, index] of places) {
    assert.equal(findCell(notebook, reference).index, index, String(reference));
  }
});

Deno.test("findCell lists at most ten near misses", () => {
  for (const reference of [12, -13, 1.5, "nope", "", NaN]) {
    const error = refusal(reference);
    assert.equal(error.code, "cell_not_found");
    const { available } = error.details;
    assert.ok(Array.isArray(available) && available.length === 10, String(reference));
  }
  assert.deepEqual(
    refusal(99).details["available"],
    notebook.cells.slice(2).map((cell, i) => ({
      index: i + 2,
      id: cell.id,
      first_line: `x = ${i + 2}`,
    })),
  );
});

Deno.test("findCell names the cells with the most similar ids first", () => {
  const cells = ["intro", "load-data", "plot", "load-date", "model"].map((id) => ({
    ...notebook.cells[0],
    id,
    cell_type: "code",
    source: "",
    metadata: {},
  }));
  const error = (() => {
    try {
      findCell({ ...notebook, cells }, "load-dat");
    } catch (error) {
      return error;
    }
  })();
  assert.ok(error instanceof AppError);
  assert.partialDeepStrictEqual(error.details["available"], [{ id: "load-data" }, { id: "load-date" }]);
});
