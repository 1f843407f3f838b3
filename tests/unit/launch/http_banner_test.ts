import assert from "node:assert/strict";
import { httpBanner, jsonBanner } from "../../../src/launch/http_banner.ts";

const own = { url: "http://0.0.0.0:3001/mcp", version: "1.2.3", token: "t0ken" };
const now = () => new Date("2026-01-31T09:00:00Z");

Deno.test("jsonBanner is one line of the log, with an address that can be connected to", () => {
  assert.deepEqual(JSON.parse(jsonBanner({ ...own, tokenIsOurs: true }, now)), {
    time: "2026-01-31T09:00:00.000Z",
    level: "info",
    message: "jupyter-mcp 1.2.3 listens on http://127.0.0.1:3001/mcp for MCP clients",
    url: "http://127.0.0.1:3001/mcp",
    token: "t0ken",
  });
});

Deno.test("neither banner shows a token that the person chose", () => {
  for (const banner of [jsonBanner, httpBanner]) {
    assert.doesNotMatch(banner({ ...own, tokenIsOurs: false }), /t0ken/);
  }
});
