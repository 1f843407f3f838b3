/** The pictures in the outputs of cells, decoded one by one as they are asked for. */

import type { Notebook } from "../jupyter/nbformat/notebook.ts";
import { type PickedImage, pickImage } from "./image_outputs.ts";
import { bundleOf } from "./notebook_output.ts";

export interface NotebookPicture {
  readonly cellIndex: number;
  /** Its place among the cell's outputs. */
  readonly output: number;
  readonly picked: PickedImage;
}

/** Yields the pictures of these cells in order; whoever stops asking stops the decoding. */
export function* notebookPictures(
  notebook: Notebook,
  indices: readonly number[],
): Generator<NotebookPicture> {
  for (const cellIndex of indices) {
    const cell = notebook.cells[cellIndex];
    for (const [place, output] of (cell?.outputs ?? []).entries()) {
      const picked = pickImage(bundleOf(output), {
        code: cell?.source ?? "",
        number: cell?.execution_count ?? cellIndex,
      });
      if (picked !== null) yield { cellIndex, output: place, picked };
    }
  }
}
