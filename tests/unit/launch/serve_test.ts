import assert from "node:assert/strict";
import { httpBanner, jsonBanner, openSpanFile } from "../../../src/launch/serve.ts";
import { join } from "node:path";
import { UsageError } from "../../../src/base/options.ts";

const own = { url: "http://0.0.0.0:3001/mcp", version: "1.2.3", token: "t0ken" };
const now = () => new Date("2026-01-31T09:00:00Z");

Deno.test("jsonBanner is one line of the log, with an address that can be connected to", () => {
  assert.deepEqual(JSON.parse(jsonBanner({ ...own, tokenIsOurs: true }, now)), {
    time: "2026-01-31T09:00:00.000Z",
    level: "info",
    message:
      "jupyter-mcp 1.2.3 listens on http://0.0.0.0:3001/mcp for MCP clients; other machines on the network " +
      "can reach it; only the token protects it",
    url: "http://127.0.0.1:3001/mcp",
    token: "t0ken",
  });
});

Deno.test("neither banner shows a token that the person chose", () => {
  for (const banner of [jsonBanner, httpBanner]) {
    assert.doesNotMatch(banner({ ...own, tokenIsOurs: false }), /t0ken/);
  }
});

Deno.test("both banners say where it really listens, and whether the network can reach that", () => {
  const urls = {
    "http://127.0.0.1:3001/mcp": false,
    "http://localhost:3001/mcp": false,
    "http://[::1]:3001/mcp": false,
    "http://0.0.0.0:3001/mcp": true,
    "http://[::]:3001/mcp": true,
    "http://192.168.1.5:3001/mcp": true,
    "http://127.example.org:3001/mcp": true,
  };
  for (const [url, isForNetwork] of Object.entries(urls)) {
    for (const banner of [jsonBanner, httpBanner]) {
      const said = banner({ ...own, url, tokenIsOurs: true });
      assert.ok(said.includes(`listens on ${url}`), said);
      assert.equal(said.includes("other machines on the network can reach it"), isForNetwork, url);
    }
  }
});

Deno.test("httpBanner gives a command with an address that can be connected to", () => {
  assert.match(httpBanner({ ...own, tokenIsOurs: true }), /jupyter http:\/\/127\.0\.0\.1:3001\/mcp --header/);
});

Deno.test("openSpanFile makes the folder, and refuses what it cannot open in one line", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "new", "spans.jsonl");
  const file = openSpanFile(path, assert.fail);
  file.write("{}");
  file.close();
  assert.equal(await Deno.readTextFile(path), "{}\n");
  for (const wrong of [folder, join(path, "below", "a.jsonl")]) {
    assert.throws(() => openSpanFile(wrong, assert.fail), (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, /^Cannot use --otel-file "[^\n]+": [^\n]+$/);
      return true;
    });
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a file that can no longer be written is reported once and harms nothing", async () => {
  const path = await Deno.makeTempFile();
  const reasons: string[] = [];
  const file = openSpanFile(path, (reason) => reasons.push(reason));
  file.close();
  file.write("{}");
  file.write("{}");
  assert.equal(reasons.length, 1);
  await Deno.remove(path);
});
