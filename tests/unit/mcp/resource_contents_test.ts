import assert from "node:assert/strict";
import { resourceContents } from "../../../src/mcp/results.ts";

Deno.test("resourceContents gives text as text and bytes as base64", () => {
  const text = { uri: "jupyter://a", mimeType: "text/plain", body: { kind: "text", text: "é" } } as const;
  assert.deepEqual(resourceContents(text), { uri: "jupyter://a", mimeType: "text/plain", text: "é" });
  const bytes = new Uint8Array([0, 255, 16]);
  assert.deepEqual(
    resourceContents({ uri: "jupyter://b", mimeType: "image/png", body: { kind: "bytes", bytes } }),
    { uri: "jupyter://b", mimeType: "image/png", blob: "AP8Q" },
  );
});
