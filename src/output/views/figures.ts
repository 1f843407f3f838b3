/**
 * Figures that a person looks at: an image, or the specification of a Plotly or Vega figure, which the view draws itself.
 * The view reads them in chunks, because clients limit the size of an answer.
 *
 * A handle says where a figure is: in a run, among the stored images, or among those that were made for a view. What was
 * read is kept for the next chunk, the last few figures.
 */

import { AppError } from "../../base/errors.ts";
import type { FigureChunk } from "../../base/view_messages.ts";
import { plainNumbers } from "../../jupyter/nbformat/exact_json.ts";
import type { Output } from "../../jupyter/nbformat/outputs.ts";
import type { KeptFigure, Services } from "../../services.ts";
import type { Call } from "../../tool.ts";
import { type Figure, figureOf } from "../figure_digest.ts";
import { hasPicture, pickImage } from "../mime_bundles.ts";
import { displayed, figureOfUri } from "../presented_run.ts";

/** Bytes of a chunk: a third more as base64. Some clients keep answers of over 150,000 characters from the view. */
const chunkBytes = 96_000;
/** A larger specification is shown as an image: it would take long to arrive, and to draw. */
const mostJson = 8_000_000;
/** Longest edge of an image that is drawn instead of a specification, in pixels. */
const drawnEdge = 2_000;

/** Where an image or a figure stands among what was displayed. */
export function figurePlaces(outputs: readonly Output[]): readonly number[] {
  return displayed(outputs).flatMap(({ data }, place) => hasPicture(data) ? [place] : []);
}

export function runFigureHandle(executionId: string, place: number): string {
  return `figure:run/${executionId}/${place}`;
}

export function imageHandle(uri: string): string {
  return `figure:image/${uri}`;
}

/** Keeps a figure that was made for a view; returns its handle. */
export function keepFigure({ shownFigures }: Services, figure: KeptFigure): string {
  const handle = `figure:kept/${crypto.randomUUID()}`;
  shownFigures.set(handle, figure);
  return handle;
}

interface FigureRequest {
  /** First byte. */
  readonly offset: number;
  /** Whether the view cannot draw the specification: then it is drawn here. */
  readonly drawn: boolean;
}

/** One chunk of a figure; throws an AppError if the figure is gone. */
export async function readFigure(
  handle: string,
  { offset, drawn }: FigureRequest,
  call: Pick<Call, "services" | "signal">,
): Promise<FigureChunk> {
  const figure = await shownFigure(handle, drawn, call);
  const { form, mimeType, bytes, title } = figure;
  const chunk = bytes.subarray(offset, offset + chunkBytes);
  return { form, mime_type: mimeType, title, size: bytes.length, offset, data: chunk.toBase64() };
}

/** The figure that a handle names, as the view will get it. */
export async function shownFigure(
  handle: string,
  drawn: boolean,
  { services, signal }: Pick<Call, "services" | "signal">,
): Promise<KeptFigure> {
  const key = drawn ? `${handle}#drawn` : handle;
  const kept = services.shownFigures.get(key);
  if (kept !== undefined) return kept;
  const found = services.shownFigures.get(handle) ?? findFigure(handle, services);
  const isLarge = found.form !== "image" && found.bytes.length > mostJson;
  const figure = drawn || isLarge ? await drawnFigure(found, services, signal) : found;
  services.shownFigures.set(key, figure);
  return figure;
}

function findFigure(handle: string, services: Services): KeptFigure {
  const [, id = "", place = ""] = /^figure:run\/([^/]+)\/(\d+)$/.exec(handle) ?? [];
  if (id !== "") return runFigure(id, Number(place), services);
  const [, uri] = /^figure:image\/(.+)$/.exec(handle) ?? [];
  if (uri === undefined) throw gone();
  const { bytes, mimeType, description, figureUri } = services.images.get(uri);
  const run = figureOfUri(figureUri ?? "");
  // The figure itself, unless its run was dropped since.
  const isKept = services.runs.list().some(({ id }) => id === run?.id);
  if (run !== undefined && isKept) return runFigure(run.id, run.place, services);
  return { form: "image", mimeType, bytes, title: description };
}

function runFigure(id: string, place: number, { runs }: Services): KeptFigure {
  const execution = runs.get(id);
  const output = displayed(execution.outputs.outputs())[place];
  if (output === undefined) throw gone();
  const { code, executionCount } = execution;
  const origin = { code, number: executionCount ?? place + 1 };
  const figure = figureOf(output.data);
  if (figure !== null) return specification(figure, lastLine(code));
  const picked = pickImage(output.data, origin);
  if (picked === null) throw gone();
  if (picked.kind === "broken") {
    throw new AppError("unsupported", `Cannot show the image: ${picked.note}`);
  }
  const { bytes, mimeType, description: title } = picked.image;
  return { form: "image", mimeType, bytes, title };
}

/** The specification of a figure as it is sent to the view. */
export function specification({ form, spec }: Pick<Figure, "form" | "spec">, title: string): KeptFigure {
  const bytes = new TextEncoder().encode(JSON.stringify(plainNumbers(spec)));
  return { form, mimeType: "application/json", bytes, title };
}

async function drawnFigure(
  figure: KeptFigure,
  { charts }: Services,
  signal: AbortSignal,
): Promise<KeptFigure> {
  const { form, bytes, title } = figure;
  if (form === "image") return figure;
  const json = new TextDecoder().decode(bytes);
  const drawn = await charts.drawFigure({ form, json, maxEdge: drawnEdge }, signal);
  return { form: "image", mimeType: drawn.mimeType, bytes: drawn.bytes, title };
}

/** What a figure is called that has no other name. */
export function lastLine(code: string): string {
  return code.trim().split("\n").at(-1)?.trim().slice(0, 100) ?? "";
}

function gone(): AppError {
  return new AppError("image_not_found", "Cannot show the figure: it is no longer kept", {
    hint: "Call show_figure again",
  });
}
