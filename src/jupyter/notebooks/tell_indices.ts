import type { Notebook } from "../nbformat/notebook.ts";
import type { Notebooks } from "./notebooks.ts";

interface ReportedRuns {
  readonly path: string;
  readonly runs: readonly { readonly cellId: string }[];
  /** Undefined where it cannot be read any more. */
  readonly notebook: Notebook | undefined;
}

/** Where cells are; of those that have run, the answer says so. */
export function cellIndices(
  { seen }: Pick<Notebooks, "seen">,
  { path, notebook, runs }: ReportedRuns,
): (cellId: string) => number | null {
  const indices = new Map(notebook?.cells.map(({ id }, index) => [id, index]));
  for (const { cellId } of runs) {
    const start = indices.get(cellId);
    if (notebook === undefined || start === undefined) continue;
    seen.shown(path, notebook, { start, end: start + 1, isWhole: () => undefined });
  }
  return (cellId) => indices.get(cellId) ?? null;
}
