/** The pictures in the outputs of cells: found without decoding them, and decoded one by one. */

import type { Notebook } from "../jupyter/nbformat/notebook.ts";
import { type Figure, figureOf } from "./figure_digest.ts";
import { describeImage, hasImage, type PickedImage, pickImage } from "./image_outputs.ts";
import { bundleOf } from "./notebook_output.ts";

/** A figure that carries no picture, to be drawn by whoever wants to see it. */
export interface UndrawnFigure {
  readonly kind: "figure";
  readonly figure: Figure;
  readonly description: string;
}

/** Where a picture is. */
export interface PicturePlace {
  readonly cellIndex: number;
  /** Its place among the cell's outputs. */
  readonly output: number;
}

/** Where the pictures of these cells are, in order; none is decoded: there may be hundreds. */
export function picturePlaces(notebook: Notebook, indices: readonly number[]): PicturePlace[] {
  return indices.flatMap((cellIndex) =>
    (notebook.cells[cellIndex]?.outputs ?? []).flatMap((output, place) => {
      const bundle = bundleOf(output);
      const isPicture = hasImage(bundle) || figureOf(bundle) !== null;
      return isPicture ? [{ cellIndex, output: place }] : [];
    })
  );
}

/** The picture at a place, decoded; null where there is none. */
export function pictureAt(
  notebook: Notebook,
  { cellIndex, output }: PicturePlace,
): PickedImage | UndrawnFigure | null {
  const cell = notebook.cells[cellIndex];
  const shown = cell?.outputs?.[output];
  if (shown === undefined) return null;
  const bundle = bundleOf(shown);
  const origin = { code: cell?.source ?? "", number: cell?.execution_count ?? cellIndex };
  const picked = pickImage(bundle, origin);
  if (picked !== null) return picked;
  const figure = figureOf(bundle);
  return figure === null ? null : { kind: "figure", figure, description: describeImage(bundle, origin) };
}
