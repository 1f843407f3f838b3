/**
 * Attends to the runs of cells for whoever called: reports which cell is under way, and passes on the code's questions.
 *
 * 1. Every cell is told of when it begins, however short it is; then as every run.
 * 2. The number that is reported counts cells, with the fraction of the one under way, and only grows.
 */

import type { Execution } from "../jupyter/kernel/execution.ts";
import type { CellTurn } from "../jupyter/notebooks/run_cells.ts";
import type { Call, Progress } from "../tool.ts";
import { reportProgress } from "./run_progress.ts";

/** What to call when a cell's run begins; it returns what to call at its end. */
export function watchCells(
  { progress, ask }: Pick<Call, "progress" | "ask">,
  total: number,
): (execution: Execution, turn: CellTurn) => () => void {
  let highest = 0;
  const report = (number: number) =>
    progress === undefined ? undefined : (part: Progress) => {
      const fraction = part.total === undefined ? part.done : part.done / part.total;
      const least = highest + Number.EPSILON * Math.max(1, highest);
      highest = Math.max(least, number - 1 + Math.min(1, fraction));
      progress({ done: highest, total: Math.max(total, highest), message: part.message });
    };
  return (execution, { number, index, cellId }) => {
    const which = `cell ${number} of ${total} (index ${index}, id ${cellId})`;
    const tell = report(number);
    tell?.({ done: 0, message: `${which} begins` });
    const stop = reportProgress(execution, tell, which);
    const leave = execution.inputRequests.answerWith(ask);
    return () => {
      stop();
      leave();
    };
  };
}
