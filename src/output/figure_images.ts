/** Figures (Plotly, Altair) as images: drawn by the renderer within bounds, and the reply for one in a variable. */

import { AppError } from "../base/errors.ts";
import type { NewImage } from "../base/image_store.ts";
import type { FigureForm } from "../base/protocol.ts";
import { plainNumbers } from "../jupyter/nbformat/exact_json.ts";
import type { Reply } from "../reply.ts";
import type { Charts, Services } from "../services.ts";
import { type Figure, figureDigest } from "./figure_digest.ts";
import { modelEdge, shownSize } from "./images.ts";
import { OutOfTime } from "./image_deadline.ts";

export type FigureImage =
  | { readonly kind: "image"; readonly image: NewImage }
  | { readonly kind: "undrawn"; readonly why: string };

interface FigureOptions {
  readonly renderer: Pick<Charts, "drawFigure">;
  readonly description: string;
  readonly signal?: AbortSignal | undefined;
}

/** A figure contains all of its data; larger ones take too long to draw. */
const mostCharacters = 30_000_000;

/** The figure as an image, or why there is none. Throws if the signal aborts or this reply has too little time left. */
export async function figureImage({ form, spec }: Figure, options: FigureOptions): Promise<FigureImage> {
  const json = jsonOf(spec);
  return json === null
    ? { kind: "undrawn", why: "it is nested too deeply" }
    : await figureJsonImage({ form, json }, options);
}

/** The same for a figure that is JSON already. */
export async function figureJsonImage(
  { form, json }: { readonly form: FigureForm; readonly json: string },
  { renderer, description, signal }: FigureOptions,
): Promise<FigureImage> {
  if (json.length > mostCharacters) {
    return { kind: "undrawn", why: `it has ${Math.round(json.length / 1e6)} MB of JSON` };
  }
  try {
    const drawn = await renderer.drawFigure({ form, json, maxEdge: modelEdge }, signal);
    return { kind: "image", image: { ...drawn, description } };
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

interface FoundFigure {
  readonly type: string;
  readonly figure: { readonly form: FigureForm; readonly json: string };
}

interface FigureReplyOptions {
  readonly variable_name: string;
  readonly sessionId: string;
  readonly services: Pick<Services, "charts" | "images" | "presenter">;
  readonly signal: AbortSignal;
}

/** The media type of figures in each language. */
export const figureMimeTypes: ReadonlyMap<string, string> = new Map<FigureForm, string>([
  ["plotly", "application/vnd.plotly.v1+json"],
  ["vega", "application/vnd.vega.v6+json"],
  ["vega-lite", "application/vnd.vegalite.v6+json"],
]);

export async function figureReply(
  { type, figure }: FoundFigure,
  { variable_name, sessionId, services, signal }: FigureReplyOptions,
): Promise<Reply> {
  const { charts, images, presenter } = services;
  const value = figureDigest({ [figureMimeTypes.get(figure.form) ?? ""]: JSON.parse(figure.json) });
  const description = `${type} ${variable_name}`;
  const drawn = await figureJsonImage(figure, { renderer: charts, description, signal });
  const told = { variable_name, type, value };
  if (drawn.kind === "undrawn") return { data: { ...told, notes: [`It is not drawn: ${drawn.why}`] } };
  const stored = images.add(sessionId, drawn.image);
  const { width, height, mimeType: mime_type, uri: resource_uri, note } = stored;
  const { data, mimeType, ...shown } = await presenter.image(stored, { signal });
  return {
    data: {
      ...told,
      width,
      height,
      ...shownSize(stored, shown),
      resource_uri,
      mime_type,
      ...(note === undefined ? {} : { notes: [note] }),
    },
    images: [{ data, mimeType }],
  };
}
