/** Figures (Plotly, Altair) as images: drawn by the renderer within bounds, and the reply for one in a variable. */

import { AppError } from "../base/errors.ts";
import type { NewImage } from "../base/image_store.ts";
import { isRecord } from "../base/json.ts";
import type { FigureForm } from "../base/protocol.ts";
import { plainNumbers } from "../jupyter/nbformat/exact_json.ts";
import type { Reply } from "../reply.ts";
import type { Charts, Services } from "../services.ts";
import { type Figure, specDigest } from "./figure_digest.ts";
import { modelEdge, shownSize } from "./images.ts";
import { OutOfTime } from "./image_deadline.ts";
import type { Picture } from "./mime_bundles.ts";

/** A picture as an image, or why there is none. */
export type DrawnPicture = Exclude<Picture, { kind: "figure" }> | Undrawn;

interface Undrawn {
  readonly kind: "undrawn";
  readonly why: string;
}

export interface DrawOptions {
  readonly renderer?: Pick<Charts, "drawFigure">;
  readonly signal?: AbortSignal | undefined;
}

/** A figure contains all of its data; larger ones take too long to draw. */
const mostCharacters = 30_000_000;

/** Draws a picture if it is a figure; `late` if this reply has no time left for it, or no renderer. Throws if the signal aborts. */
export async function drawPicture(
  picture: Picture,
  { renderer, signal }: DrawOptions,
): Promise<DrawnPicture | { readonly kind: "late" }> {
  if (picture.kind !== "figure") return picture;
  if (renderer === undefined) return { kind: "late" };
  const { figure: { form, spec }, description } = picture;
  const json = jsonOf(spec);
  if (json === null) return { kind: "undrawn", why: "it is nested too deeply" };
  try {
    return await figureImage({ form, json }, { renderer, description, signal });
  } catch (error) {
    if (error instanceof OutOfTime) return { kind: "late" };
    throw error;
  }
}

interface FigureOptions {
  readonly renderer: Pick<Charts, "drawFigure">;
  readonly description: string;
  readonly signal: AbortSignal | undefined;
}

async function figureImage(
  { form, json }: FoundFigure["figure"],
  { renderer, description, signal }: FigureOptions,
): Promise<{ readonly kind: "image"; readonly image: NewImage } | Undrawn> {
  if (json.length > mostCharacters) {
    return { kind: "undrawn", why: `it has ${Math.round(json.length / 1e6)} MB of JSON` };
  }
  try {
    const drawn = await renderer.drawFigure({ form, json, maxEdge: modelEdge }, signal);
    return { kind: "image", image: { ...drawn, description } };
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof OutOfTime && !error.isTooSlow) throw error;
    return { kind: "undrawn", why: error.message.replace(/^Cannot draw image: /, "").replace(/\.+$/, "") };
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

export async function figureReply(
  { type, figure }: FoundFigure,
  { variable_name, sessionId, services, signal }: FigureReplyOptions,
): Promise<Reply> {
  const { charts, images, presenter } = services;
  const spec: unknown = JSON.parse(figure.json);
  const value = isRecord(spec) ? specDigest({ form: figure.form, spec }) : null;
  const description = `${type} ${variable_name}`;
  const drawn = await figureImage(figure, { renderer: charts, description, signal });
  const summary = { variable_name, type, value };
  if (drawn.kind === "undrawn") return { data: { ...summary, notes: [`It is not drawn: ${drawn.why}`] } };
  const stored = images.add(sessionId, drawn.image);
  const { width, height, mimeType: mime_type, uri: resource_uri, note } = stored;
  const { data, mimeType, ...shown } = await presenter.image(stored, { signal });
  return {
    data: {
      ...summary,
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
