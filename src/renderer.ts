/**
 * The entry of the renderer: a worker without permissions, in a process of its own, that draws and parses untrusted data.
 * Every {@linkcode RenderRequest} gets one {@linkcode RenderReply}, both as frames; `loaded` comes before the first.
 *
 * The chart code is loaded with the first chart: most renderers only ever scale images.
 */

import { AppError, messageOf } from "./base/errors.ts";
import { decodeFrame, encodeFrame } from "./base/frames.ts";
import type { RenderReply, RenderRequest } from "./base/protocol.ts";
import { isRecord } from "./base/json.ts";
import { RequestedFiles } from "./files/tables/requested_files.ts";
import { fitImage } from "./imaging/fit_image.ts";
import { prepareSvg } from "./imaging/svg.ts";

const files = new RequestedFiles((need) => {
  const frame = encodeFrame(need);
  self.postMessage({ need: frame }, [frame.buffer]);
});

self.addEventListener("message", async (event: MessageEvent<unknown>) => {
  if (!(event.data instanceof Uint8Array)) return;
  const request = decodeFrame(event.data);
  if (files.take(request) || !isRenderRequest(request)) return;
  const answer = await answered(request);
  const isSpent = isDamaged || Deno.memoryUsage().rss > mostKept;
  const frame = encodeFrame({ ...answer, id: request.id, isSpent } satisfies RenderReply);
  self.postMessage(frame, [frame.buffer]);
});

self.postMessage("loaded");

/**
 * Resident bytes with which a process may wait for its next request. One that draws charts of the default size levels off
 * at about 400 MB, most of which is garbage that V8 has not collected yet.
 */
const mostKept = 600_000_000;
/** Whether wasm has trapped, which leaves its memory in an unknown state. */
let isDamaged = false;

async function answered(request: RenderRequest) {
  try {
    return { ...await rendered(request), kind: "done" } as const;
  } catch (error) {
    if (error instanceof AppError) {
      const { code, message, hint, details } = error;
      return { kind: "refused", code, message, hint, details } as const;
    }
    isDamaged ||= isTrap(error);
    const message = messageOf(error);
    if (request.kind === "draw_chart") return unforeseen(error);
    return { kind: "error", message: message.slice(0, longestMessage) } as const;
  }
}

function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof Error && isTrap(error.cause);
}

const longestMessage = 300;

/** Messages of unexpected errors may quote data, so only their kind is reported. */
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

/** The result of a request. Bytes are fields at the top level; `id`, `kind` and `isSpent` are taken. */
async function rendered(request: RenderRequest): Promise<object> {
  switch (request.kind) {
    case "fit_image": {
      const { bytes, maxEdge, maxBytes } = request;
      return await fitImage(bytes, { maxEdge, maxBytes });
    }
    case "fingerprint": {
      const { fingerprintOf } = await import("./imaging/fingerprint.ts");
      return await fingerprintOf(request.bytes);
    }
    case "draw_chart": {
      prepareSvg();
      const { encodeChart } = await import("./charts/encode_chart.ts");
      const { data = "", ...options } = request.chart;
      if (request.file === undefined) return await encodeChart({ ...options, data });
      const { chartFile } = await import("./charts/chart_file.ts");
      return await encodeChart({ ...options, ...await chartFile(files.source(request.id, request.file)) });
    }
    case "draw_figure": {
      prepareSvg();
      const { drawFigure } = await import("./imaging/draw_figure.ts");
      return await drawFigure(request);
    }
    case "draw_placeholder": {
      const { text, width, height } = request;
      const { encodePlaceholder } = await import("./charts/encode_chart.ts");
      return {
        bytes: await encodePlaceholder(text, { width, height }),
        mimeType: "image/png",
        width,
        height,
      };
    }
    case "read_table": {
      const { readTable } = await import("./files/tables/read_table.ts");
      const { id, file, rows, sheet, encoding } = request;
      return { table: await readTable(files.source(id, file), { rows, sheet, encoding }) };
    }
    case "csv_layout": {
      const { csvLayout } = await import("./files/tables/read_csv.ts");
      return await csvLayout(files.source(request.id, request.file), request.encoding);
    }
  }
}

/** Requests come from the server only: `kind` tells which one it is, and {@linkcode rendered} has a case for each. */
function isRenderRequest(data: unknown): data is RenderRequest {
  return isRecord(data) && typeof data["id"] === "number" && typeof data["kind"] === "string";
}
