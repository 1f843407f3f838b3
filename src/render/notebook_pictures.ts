/** The pictures in the outputs of cells, decoded one by one as they are asked for. */

import type { Notebook } from "../jupyter/nbformat/notebook.ts";
import { type Figure, figureOf } from "./figure_digest.ts";
import { describeImage, type PickedImage, pickImage } from "./image_outputs.ts";
import { bundleOf } from "./notebook_output.ts";

export interface NotebookPicture {
  readonly cellIndex: number;
  /** Its place among the cell's outputs. */
  readonly output: number;
  readonly picked: PickedImage | UndrawnFigure;
}

/** A figure that carries no picture, to be drawn by whoever wants to see it. */
export interface UndrawnFigure {
  readonly kind: "figure";
  readonly figure: Figure;
  readonly description: string;
}

/** Yields the pictures of these cells in order; whoever stops asking stops the decoding. */
export function* notebookPictures(
  notebook: Notebook,
  indices: readonly number[],
): Generator<NotebookPicture> {
  for (const cellIndex of indices) {
    const cell = notebook.cells[cellIndex];
    for (const [place, output] of (cell?.outputs ?? []).entries()) {
      const bundle = bundleOf(output);
      const origin = { code: cell?.source ?? "", number: cell?.execution_count ?? cellIndex };
      const figure = figureOf(bundle);
      const picked = pickImage(bundle, origin) ??
        (figure === null
          ? null
          : { kind: "figure" as const, figure, description: describeImage(bundle, origin) });
      if (picked !== null) yield { cellIndex, output: place, picked };
    }
  }
}
