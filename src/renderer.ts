/**
 * The entry of the third room: a worker without any permission that scales and draws pictures.
 *
 * The launcher hands it a port for each `{kind: "port"}`; every {@linkcode RenderRequest} on a port gets one
 * {@linkcode RenderReply}. Whatever a picture or a table holds, the room answers and lives on. What draws charts is
 * loaded with the first one: most rooms only ever scale pictures.
 */

import { AppError } from "./errors.ts";
import { fitImage } from "./render/fit_image.ts";
import { prepareSvg } from "./render/rasterise_svg.ts";
import type { DrawChartRequest, RenderReply, RenderRequest } from "./rooms.ts";

self.addEventListener("message", (event: MessageEvent<unknown>) => {
  const port = portOf(event.data);
  if (port !== null) serve(port);
});

function serve(port: MessagePort): void {
  port.onmessage = async (event: MessageEvent<unknown>) => {
    if (!isRenderRequest(event.data)) return;
    port.postMessage(await answer(event.data));
  };
}

async function answer(request: RenderRequest): Promise<RenderReply> {
  const { id } = request;
  try {
    return await rendered(request);
  } catch (error) {
    if (error instanceof AppError) {
      const { code, message, hint, details } = error;
      return { id, kind: "refused", code, message, hint, details };
    }
    const message = error instanceof Error ? error.message : String(error);
    if (request.kind === "draw_chart") return { id, ...unforeseen(error) };
    return { id, kind: "error", message: message.slice(0, longestMessage) };
  }
}

const longestMessage = 300;

/** Messages of faults may quote the data that they are about, so that only their kind is told. */
function unforeseen(error: unknown) {
  const kind = error instanceof Error ? error.name : "fault";
  return {
    kind: "refused",
    code: "unsupported",
    message: `Cannot draw chart: the drawing failed unexpectedly (${kind})`,
    hint: "Send only the columns that the chart needs, or draw it with execute_code",
    details: {},
  } as const;
}

async function rendered(request: RenderRequest): Promise<RenderReply> {
  const { id } = request;
  switch (request.kind) {
    case "fit_image": {
      const { bytes, maxEdge, maxBytes } = request;
      return { id, kind: "image", ...await fitImage(bytes, { maxEdge, maxBytes }) };
    }
    case "draw_chart": {
      prepareSvg();
      const { drawChart } = await import("./render/draw_chart.ts");
      return { id, kind: "chart", ...await drawChart(request.chart) };
    }
    case "draw_figure": {
      prepareSvg();
      const { drawFigure } = await import("./render/draw_figure.ts");
      return { id, kind: "image", ...await drawFigure(request) };
    }
    case "draw_notice": {
      const { text, width, height } = request;
      const { drawNotice } = await import("./render/draw_chart.ts");
      return {
        id,
        kind: "image",
        bytes: await drawNotice(text, { width, height }),
        mimeType: "image/png",
        width,
        height,
      };
    }
  }
}

function portOf(data: unknown): MessagePort | null {
  if (typeof data !== "object" || data === null || !("kind" in data) || !("port" in data)) return null;
  return data.kind === "port" && data.port instanceof MessagePort ? data.port : null;
}

/** Only the server writes on the port; this keeps the two in step. */
function isRenderRequest(data: unknown): data is RenderRequest {
  if (typeof data !== "object" || data === null || !("kind" in data)) return false;
  if (!("id" in data) || typeof data.id !== "number") return false;
  switch (data.kind) {
    case "fit_image":
      return "bytes" in data && data.bytes instanceof Uint8Array &&
        "maxEdge" in data && typeof data.maxEdge === "number" &&
        "maxBytes" in data && typeof data.maxBytes === "number";
    case "draw_chart":
      return isDrawChart(data);
    case "draw_figure":
      return "form" in data && "json" in data && typeof data.json === "string" &&
        "maxEdge" in data && typeof data.maxEdge === "number";
    case "draw_notice":
      return "text" in data && typeof data.text === "string";
    default:
      return false;
  }
}

function isDrawChart(data: object): data is DrawChartRequest {
  return "chart" in data && typeof data.chart === "object" && data.chart !== null &&
    "data" in data.chart && typeof data.chart.data === "string" &&
    "query" in data.chart && typeof data.chart.query === "string";
}
