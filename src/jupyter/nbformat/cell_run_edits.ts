/**
 * The edits that a run makes to its cell: it starts empty, outputs arrive, it ends with a count. Also clears outputs.
 *
 * A cell that was deleted, or turned into text, while it ran is left alone: the run continues without a cell.
 */

import { type CellReference, findCell } from "./find_cells.ts";
import type { Cell, CellOutput, Edit, Notebook } from "./notebook.ts";
import type { Output } from "./outputs.ts";
import { replaceCell } from "./edit_cells.ts";
import { trustedLike } from "./trust.ts";
import { withoutUnshown } from "./widget_state.ts";

/** Marks queued cells as JupyterLab does; what they show of their last run stays until they start. */
export function markQueued(cellIds: ReadonlySet<string>): Edit {
  return (notebook) => {
    const isWaiting = ({ id, cell_type, source }: Cell) =>
      cell_type === "code" && source.trim() !== "" && id !== undefined && cellIds.has(id);
    const wait = (cell: Cell) => ({ ...cell, execution_count: null, execution_state: "running" });
    return { ...notebook, cells: notebook.cells.map((cell) => isWaiting(cell) ? wait(cell) : cell) };
  };
}

/** They were not run: they show the counts of their last runs again. */
export function unmarkQueued(counts: ReadonlyMap<string, number | null>): Edit {
  return (notebook) => {
    const isWaiting = ({ id, execution_count, execution_state }: Cell) =>
      counts.has(id ?? "") && execution_state === "running" && (execution_count ?? null) === null;
    const free = (cell: Cell) => ({
      ...cell,
      execution_count: counts.get(cell.id ?? "") ?? null,
      execution_state: "idle",
    });
    return { ...notebook, cells: notebook.cells.map((cell) => isWaiting(cell) ? free(cell) : cell) };
  };
}

/** The cell starts: no outputs, no count, running. */
export function startRun(cellId: string): Edit {
  return (notebook) =>
    changeCode(notebook, cellId, (cell) => ({
      ...cell,
      outputs: [],
      execution_count: null,
      execution_state: "running",
    }));
}

/** The outputs so far; the count is the run's, which comes at its end. */
export function showRun(cellId: string, outputs: readonly Output[]): Edit {
  const wanted = outputs.map(asCellOutput);
  return (notebook) =>
    changeCode(notebook, cellId, (cell) => {
      const shown = withOutputs(cell, wanted);
      return (shown.execution_count ?? null) === null ? shown : { ...shown, execution_count: null };
    });
}

/** Replaces the outputs of a run that is over, if its cell still shows that run. */
export function updateRun(cellId: string, outputs: readonly Output[], executionCount: number | null): Edit {
  const wanted = outputs.map(asCellOutput);
  return (notebook) =>
    changeCode(notebook, cellId, (cell) => {
      const isThisRun = (cell.execution_count ?? null) === executionCount &&
        (cell.outputs ?? []).length === wanted.length;
      return isThisRun ? withOutputs(cell, wanted) : cell;
    });
}

/** The run is over. The count comes last: writing it removes JupyterLab's running mark. */
export function finishRun(cellId: string, executionCount: number | null): Edit {
  return (notebook) =>
    changeCode(notebook, cellId, (cell) => ({
      ...cell,
      execution_count: executionCount,
      execution_state: "idle",
    }));
}

/** The run never began: the cell shows its last one again, which is trusted no more than before. */
export function dropRun(before: Cell): Edit {
  const { outputs = [], execution_count = null } = before;
  return (notebook) =>
    changeCode(
      notebook,
      before.id ?? "",
      (cell) => trustedLike(before, { ...cell, outputs, execution_count, execution_state: "idle" }),
    );
}

/**
 * Puts what runs have written back into their cells, as far as these have the source that ran.
 *
 * @param isAdded Whether a cell that is missing is added at the end.
 */
export function restoreRuns(ran: readonly Cell[], isAdded: (cell: Cell) => boolean): Edit {
  const byId = new Map(ran.map((cell) => [cell.id, cell]));
  return (notebook) => {
    const there = new Set(notebook.cells.map(({ id }) => id));
    const cells = notebook.cells.map((cell) => {
      const ours = byId.get(cell.id);
      if (ours === undefined || ours.source !== cell.source || ours.cell_type !== cell.cell_type) return cell;
      const { outputs, execution_count, execution_state } = ours;
      return trustedLike(ours, { ...cell, outputs, execution_count, execution_state });
    });
    const added = ran.filter((cell) => !there.has(cell.id) && isAdded(cell));
    return { ...notebook, cells: [...cells, ...added] };
  };
}

/** Clears outputs and counts of the given code cells, or of all. */
export function clearOutputs(references: readonly CellReference[] | "all"): Edit {
  return withoutUnshown((notebook) => {
    const wanted = references === "all"
      ? null
      : new Set(references.map((reference) => findCell(notebook, reference).index));
    const cells = notebook.cells.map((cell, index) =>
      wanted === null || wanted.has(index) ? cleared(cell) : cell
    );
    return cells.every((cell, index) => cell === notebook.cells[index]) ? notebook : { ...notebook, cells };
  });
}

function cleared(cell: Cell): Cell {
  const isClear = (cell.outputs ?? []).length === 0 && (cell.execution_count ?? null) === null;
  return cell.cell_type !== "code" || isClear ? cell : { ...cell, outputs: [], execution_count: null };
}

function withOutputs(cell: Cell, wanted: CellOutput[]): Cell {
  const old = cell.outputs ?? [];
  const isSame = old.length === wanted.length && old.every((output, place) => output === wanted[place]);
  return isSame ? cell : { ...cell, outputs: wanted };
}

function changeCode(notebook: Notebook, cellId: string, change: (cell: Cell) => Cell): Notebook {
  const index = notebook.cells.findIndex((cell) => cell.id === cellId);
  const cell = notebook.cells[index];
  return cell?.cell_type === "code" ? replaceCell(notebook, index, change(cell)) : notebook;
}

const known = new WeakMap<Output, CellOutput>();

/** The same value under the notebook's type; one output always gives one object, so that `===` tells what is new. */
function asCellOutput(output: Output): CellOutput {
  const copy = known.get(output) ?? { ...output };
  known.set(output, copy);
  return copy;
}

/** Whether the cell is tagged as expected to fail: nbconvert and JupyterLab then continue with the next cell. */
export function expectsError({ metadata }: Cell): boolean {
  const tags: unknown = metadata["tags"];
  return Array.isArray(tags) && tags.includes("raises-exception");
}
