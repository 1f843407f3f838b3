/** The result of verifying a notebook, in the form a model reads: only what is worth knowing. */

import { nameCells } from "../../jupyter/review/journal_entry.ts";
import { missingNames, type NamedCell, orderFindings } from "../../jupyter/review/notebook_order.ts";
import type { CopiedRun, Verification } from "../../jupyter/notebooks/verify_notebook.ts";
import type { CellState } from "../../jupyter/nbformat/cell_state.ts";
import type { Cell, Notebook } from "../../jupyter/nbformat/notebook.ts";
import { type CompareOptions, differenceOf } from "./compare_outputs.ts";

export interface VerifyReplyOptions extends CompareOptions {
  readonly notebook: Notebook;
  readonly stateOf: (cell: Cell) => CellState | null;
  readonly isStatic: boolean;
}

/** Findings of one kind that are listed. */
const mostListed = 50;

export async function verifyReply(
  verification: Verification,
  options: VerifyReplyOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const { runs, cells, names } = verification;
  const { notebook, stateOf, isStatic } = options;
  const failed = runs.find(({ isFailure }) => isFailure);
  const differs = await differences(runs, options);
  const { outOfOrder, neverRun } = orderFindings(notebook.cells);
  const edited = cells.filter(({ cell }) => {
    const state = stateOf(cell);
    return state !== null && "changed" in state && state.changed;
  });
  const undefinedNames = names === undefined ? [] : missingNames(namedCells(verification));
  const syntaxErrors = cells.flatMap(({ index, cell }, place) => {
    const error = names?.[place]?.error;
    return error === undefined ? [] : [{ index, cell_id: cell.id, error }];
  });
  const lists = {
    differs,
    not_compared: isStatic ? [] : notCompared(runs),
    undefined_names: undefinedNames,
    syntax_errors: syntaxErrors,
    out_of_order: outOfOrder,
    edited_since_run: edited.map(({ index, cell }) => ({ index, cell_id: cell.id })),
    never_run: neverRun,
  };
  const problems = Object.entries(lists).filter(([, found]) => found.length > 0);
  return {
    ...(isStatic ? {} : { runs: failed === undefined, cells_run: runs.length }),
    ...(failed === undefined ? {} : { failed: failureOf(failed) }),
    verified: problems.length === 0 && failed === undefined && !isStatic,
    ...Object.fromEntries(problems.map(([kind, found]) => [kind, found.slice(0, mostListed)])),
    ...(isStatic ? {} : { seconds: runs.map(({ seconds }) => Number(seconds.toPrecision(3))) }),
    notes: notesOf(verification, options),
  };
}

async function differences(runs: readonly CopiedRun[], options: CompareOptions) {
  const found = [];
  for (const { index, cell, outputs, isWhole, isFailure } of runs) {
    if (isFailure || !isWhole || !hasResult(cell)) continue;
    const difference = await differenceOf(cell.outputs ?? [], outputs, options);
    if (difference !== undefined) found.push({ index, cell_id: cell.id, ...difference });
  }
  return found;
}

/** Cells with more output than is kept: whether it is as stored is not known. */
function notCompared(runs: readonly CopiedRun[]) {
  return runs.filter(({ isWhole, isFailure, cell }) => !isWhole && !isFailure && hasResult(cell))
    .map(({ index, cell }) => ({ index, cell_id: cell.id }));
}

/** A cell that was never run has nothing to compare with. */
function hasResult({ outputs = [], execution_count = null }: Cell): boolean {
  return outputs.length > 0 || execution_count !== null;
}

function namedCells({ cells, names }: Verification): readonly NamedCell[] {
  return cells.flatMap(({ index, cell }, place) => {
    const found = names?.[place];
    if (found === undefined) return [];
    const { is_open: isOpen, bound, needed, later } = found;
    return [{ index, cellId: cell.id ?? "", bound, needed, later, isOpen }];
  });
}

function failureOf({ index, cell, status, outputs }: CopiedRun) {
  const error = outputs.find((output) => output.output_type === "error");
  return {
    index,
    cell_id: cell.id,
    status,
    ...(error === undefined ? {} : { error_type: error["ename"], error_message: error["evalue"] }),
  };
}

function notesOf({ names, language, runs }: Verification, { isStatic }: VerifyReplyOptions): string[] {
  const partial = notCompared(runs).map(({ cell_id: id = "" }) => id);
  return [
    ...(partial.length === 0 ? [] : [`The outputs of ${nameCells(partial)} are too large to compare`]),
    ...(isStatic ? ["Nothing was run: verified is false until a run has shown it"] : [
      "A copy was run in a fresh kernel; the notebook and its kernel are unchanged. Files that the code writes are written",
    ]),
    ...(language === undefined
      ? ["Names are not checked: the notebook's kernelspec is not installed"]
      : names === undefined
      ? [`Names are not checked in ${language || "this language"}, only in Python`]
      : []),
  ];
}
