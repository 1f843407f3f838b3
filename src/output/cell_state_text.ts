/** The state of a cell in a few words. */

import type { CellState } from "../jupyter/nbformat/cell_state.ts";

/** `[3]`, `[3] failed`, `[3] changed since its run`, `never run`, `running`, `waiting to run`, `interrupted`. */
export function cellStateText(state: CellState): string {
  switch (state.kind) {
    case "never_run":
      return "never run";
    case "running":
      return "running";
    case "waiting":
      return "waiting to run";
    case "interrupted":
      return "interrupted";
    case "run":
    case "failed":
      return [
        `[${state.count ?? " "}]`,
        ...(state.kind === "failed" ? ["failed"] : []),
        ...(state.changed ? ["changed since its run"] : []),
      ].join(" ");
  }
}
