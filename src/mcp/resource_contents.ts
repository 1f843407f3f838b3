/** A resource's content in the form of MCP: text as text, bytes as base64. */

import type { ResourceContent } from "../resource.ts";

export function resourceContents({ uri, mimeType, body }: ResourceContent) {
  return body.kind === "text"
    ? { uri, mimeType, text: body.text }
    : { uri, mimeType, blob: body.bytes.toBase64() };
}
