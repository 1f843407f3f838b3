/** Whether an error of a cell is wanted: its tag says so to nbconvert and JupyterLab, which go on to the next cell. */

import type { Cell } from "./notebook.ts";

export function expectsError({ metadata }: Cell): boolean {
  const tags: unknown = metadata["tags"];
  return Array.isArray(tags) && tags.includes("raises-exception");
}
