/** Has a figure of a kernel drawn, within bounds. */

import { AppError } from "../base/errors.ts";
import type { NewImage } from "../base/image_store.ts";
import { plainNumbers } from "../jupyter/nbformat/exact_json.ts";
import type { Figure } from "./figure_digest.ts";
import { modelEdge } from "./image_block.ts";
import { OutOfTime } from "./picture_time.ts";
import type { FigureForm } from "../base/protocol.ts";
import type { Charts } from "../tool.ts";

export type FigurePicture =
  | { readonly kind: "image"; readonly image: NewImage }
  | { readonly kind: "undrawn"; readonly why: string };

export interface FigureOptions {
  readonly renderer: Pick<Charts, "drawFigure">;
  readonly description: string;
  readonly signal?: AbortSignal | undefined;
}

/** A figure holds all of its data; what is larger takes longer than anybody would wait for it. */
const mostCharacters = 30_000_000;

/**
 * The figure as a picture, or why there is none. Throws where the signal aborts, and where there was too little time for
 * it in this answer.
 */
export async function figurePicture({ form, spec }: Figure, options: FigureOptions): Promise<FigurePicture> {
  const json = jsonOf(spec);
  return json === null
    ? { kind: "undrawn", why: "it is nested too deeply" }
    : await jsonPicture({ form, json }, options);
}

/** The same for a figure that is JSON already. */
export async function jsonPicture(
  { form, json }: { readonly form: FigureForm; readonly json: string },
  { renderer, description, signal }: FigureOptions,
): Promise<FigurePicture> {
  if (json.length > mostCharacters) {
    return { kind: "undrawn", why: `it has ${Math.round(json.length / 1e6)} MB of JSON` };
  }
  try {
    const drawn = await renderer.drawFigure({ form, json, maxEdge: modelEdge }, signal);
    const approximate = form === "plotly" ? { approximate: true } : {};
    return { kind: "image", image: { ...drawn, ...approximate, description } };
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof OutOfTime && !error.isTooSlow) throw error;
    return { kind: "undrawn", why: error.message.replace(/^Cannot draw picture: /, "").replace(/\.+$/, "") };
  }
}

function jsonOf(spec: Figure["spec"]): string | null {
  try {
    return JSON.stringify(plainNumbers(spec));
  } catch {
    return null;
  }
}
