/** Notebooks of formats before 4: Jupyter converts them when it reads them, and writes format 4. */

import type { Notebook } from "./notebook.ts";

/** The format of the file; undefined where it is 4. nbformat notes it in what it has converted, and never writes it. */
function oldFormat({ metadata }: Notebook): number | undefined {
  const major = metadata["orig_nbformat"];
  return typeof major === "number" && major < 4 ? major : undefined;
}

/** What to say of a notebook that was read. */
export function oldFormatNotes(notebook: Notebook): readonly string[] {
  const major = oldFormat(notebook);
  return major === undefined ? [] : [
    `The file is in notebook format ${major}: the next change writes it in format 4, as Jupyter itself does`,
  ];
}

/** What to say of a notebook that was changed. */
export function convertedNotes(before: Notebook): readonly string[] {
  const major = oldFormat(before);
  return major === undefined
    ? []
    : [`The file was in notebook format ${major}: it has been written in format 4, as Jupyter itself does`];
}
