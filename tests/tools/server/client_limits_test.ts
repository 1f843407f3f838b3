/** What clients are known to cut, drop or refuse, each kept to by a test. */

import assert from "node:assert/strict";
import { imageSize } from "image-size";
import { clients } from "../../../src/launch/install/clients.ts";
import { connect } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const jupyter = sharedJupyter("collaboration");
const encoder = new TextEncoder();

Deno.test("limits of clients", async (t) => {
  await using connection = await connect({ jupyter });
  const { tools } = await connection.client.listTools();
  await using session = await openSession(connection);

  await t.step("Claude Code cuts descriptions and instructions at 2 KB", () => {
    for (const { name, description = "" } of tools) {
      assert.ok(encoder.encode(description).length <= 2_048, name);
    }
    assert.ok(encoder.encode(connection.client.getInstructions() ?? "").length <= 2_048);
  });

  await t.step("Claude Code takes no anyOf, oneOf or allOf at the root of a schema", () => {
    for (const { name, inputSchema } of tools) {
      assert.equal(inputSchema.type, "object", name);
      for (const key of ["anyOf", "oneOf", "allOf"]) assert.ok(!(key in inputSchema), `${name} ${key}`);
    }
  });

  await t.step("Cursor takes about 40 tools, VS Code 128, and names stay short for all", () => {
    assert.ok(tools.length <= 40, `${tools.length} tools`);
    for (const { name } of tools) assert.match(`mcp__jupyter__${name}`, /^[a-zA-Z0-9_-]{1,64}$/);
  });

  await t.step(
    "Codex gives the model only structured content if there is any: tools have none",
    async () => {
      for (const { name, outputSchema } of tools) assert.equal(outputSchema, undefined, name);
      const result = await connection.client.callTool({
        name: "execute_code",
        arguments: { session_id: session.id, code: "1 + 1" },
      });
      assert.ok(!("structuredContent" in result));
    },
  );

  await t.step(
    "Claude Desktop refuses an answer over 1 MB, Claude Code sees pictures up to 2000 px",
    async () => {
      // All of it stays under what Jupyter lets through in three seconds.
      const code = "import numpy\nfrom PIL import Image\nprint('x' * 2_000_000)\n" +
        "spots = numpy.random.default_rng(1).integers(0, 255, (260, 300), dtype='uint8')\n" +
        "Image.fromarray(spots).resize((3000, 2600), Image.Resampling.NEAREST)";
      const result = await connection.client.callTool({
        name: "execute_code",
        arguments: { session_id: session.id, code },
      }, { timeout: 120_000 });
      assert.ok(encoder.encode(JSON.stringify(result)).length <= 1_048_576);
      assert.ok(result.content.some(({ type }) => type === "image"), JSON.stringify(result).slice(0, 500));
      for (const block of result.content) {
        assert.notEqual(block.type, "resource", "Codex shows embedded bytes to the model as text");
        if (block.type !== "image") continue;
        assert.match(block.mimeType, /^image\/(png|jpeg|gif|webp)$/);
        const { width, height } = imageSize(Uint8Array.from(atob(block.data), (c) => c.charCodeAt(0)));
        assert.ok(Math.max(width, height) <= 2_000, `${width} × ${height}`);
      }
    },
  );
});

Deno.test("Claude Code takes 25,000 tokens an answer: --max-result-bytes keeps to that, and says where the rest is", async () => {
  await using connection = await connect({ jupyter, args: ["--max-result-bytes", "60000"] });
  await using session = await openSession(connection);
  const code = "for i in range(20_000): print('line number', i)";
  const { json, text } = await connection.call("execute_code", { session_id: session.id, code });
  assert.ok(encoder.encode(JSON.stringify(text)).length <= 60_000);
  assert.equal(json.truncated, true);
  const uri = String(json.outputs_uri);
  const { contents: [whole] } = await connection.client.readResource({ uri });
  assert.ok(whole !== undefined && "text" in whole && whole.text.includes("line number 10000\n"));
});

Deno.test("Codex gives up after 60 seconds unless it is told: install tells it", () => {
  assert.ok(clients.codex.extra.tool_timeout_sec > 60);
});

Deno.test("VS Code and Claude Code want the kind of transport in their configuration", () => {
  for (const name of ["vscode", "claude-code"] as const) assert.equal(clients[name].extra.type, "stdio");
});
