/**
 * The entry of the third room: a worker without any permission that scales and draws pictures.
 *
 * The launcher hands it a port for each `{kind: "port"}`; every {@linkcode RenderRequest} on a port gets one
 * {@linkcode RenderReply}. Whatever a picture holds, the room answers and lives on.
 */

import { fitImage } from "./render/fit_image.ts";
import type { RenderReply, RenderRequest } from "./rooms.ts";

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
  const { id, bytes, maxEdge, maxBytes } = request;
  try {
    return { id, kind: "image", ...await fitImage(bytes, { maxEdge, maxBytes }) };
  } catch (error) {
    return { id, kind: "error", message: error instanceof Error ? error.message : String(error) };
  }
}

function portOf(data: unknown): MessagePort | null {
  if (typeof data !== "object" || data === null || !("kind" in data) || !("port" in data)) return null;
  return data.kind === "port" && data.port instanceof MessagePort ? data.port : null;
}

function isRenderRequest(data: unknown): data is RenderRequest {
  return typeof data === "object" && data !== null &&
    "kind" in data && data.kind === "fit_image" &&
    "id" in data && typeof data.id === "number" &&
    "bytes" in data && data.bytes instanceof Uint8Array &&
    "maxEdge" in data && typeof data.maxEdge === "number" &&
    "maxBytes" in data && typeof data.maxBytes === "number";
}
