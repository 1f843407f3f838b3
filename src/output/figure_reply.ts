/** A Plotly or Altair figure in a variable as an answer: what it shows in words, and a picture of it. */

import type { FigureForm } from "../base/protocol.ts";
import type { Reply, Services } from "../tool.ts";
import { jsonPicture } from "./figure_picture.ts";
import { figureDigest } from "./figure_digest.ts";
import { shownSize } from "./scaled_note.ts";

export interface FoundFigure {
  readonly type: string;
  readonly figure: { readonly form: FigureForm; readonly json: string };
}

export interface FigureReplyOptions {
  readonly variable_name: string;
  readonly sessionId: string;
  readonly services: Pick<Services, "charts" | "images" | "presenter">;
  readonly signal: AbortSignal;
}

const mimeTypes: Readonly<Record<FigureForm, string>> = {
  plotly: "application/vnd.plotly.v1+json",
  vega: "application/vnd.vega.v6+json",
  "vega-lite": "application/vnd.vegalite.v6+json",
};

export async function figureReply(
  { type, figure }: FoundFigure,
  { variable_name, sessionId, services, signal }: FigureReplyOptions,
): Promise<Reply> {
  const { charts, images, presenter } = services;
  const value = figureDigest({ [mimeTypes[figure.form]]: JSON.parse(figure.json) });
  const description = `${type} ${variable_name}`;
  const picture = await jsonPicture(figure, { renderer: charts, description, signal });
  const told = { variable_name, type, value };
  if (picture.kind === "undrawn") return { data: { ...told, notes: [`It is not drawn: ${picture.why}`] } };
  const stored = images.add(sessionId, picture.image);
  const { width, height, mimeType: mime_type, uri: resource_uri, approximate, note } = stored;
  const { data, mimeType, ...shown } = await presenter.image(stored, { signal });
  return {
    data: {
      ...told,
      width,
      height,
      ...shownSize(stored, shown),
      resource_uri,
      mime_type,
      ...(approximate === true ? { approximate } : {}),
      ...(note === undefined ? {} : { notes: [note] }),
    },
    images: [{ data, mimeType }],
  };
}
