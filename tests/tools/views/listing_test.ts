/** Views are offered to clients that can show them, and cost the others nothing. */

import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/client";
import {
  getToolUiResourceUri,
  isToolVisibilityAppOnly,
  isToolVisibilityModelOnly,
} from "@modelcontextprotocol/ext-apps/app-bridge";
import { connect } from "../../harness/client.ts";
import { programOf } from "../../harness/program.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { StdioTransport } from "../../harness/stdio_transport.ts";
import { viewsCapability } from "../../harness/views_capability.ts";

const jupyter = sharedJupyter("collaboration");
const shown = ["show_table", "show_figure", "watch_run"];
const forViews = ["view_read", "view_stop"];

for (const era of ["legacy", "modern"] as const) {
  Deno.test(`views are listed to ${era} clients that can show them`, async () => {
    await using connection = await connect({ jupyter, era, capabilities: viewsCapability });
    const { client } = connection;
    const { tools } = await client.listTools();
    for (const name of shown) {
      const tool = tools.find((one) => one.name === name);
      assert.ok(tool, name);
      const uri = getToolUiResourceUri(tool);
      assert.equal(tool._meta?.["ui/resourceUri"], uri);
      assert.ok(!isToolVisibilityModelOnly(tool) && !isToolVisibilityAppOnly(tool));
      const { contents: [page] } = await client.readResource({ uri: uri ?? "" });
      assert.equal(page?.mimeType, "text/html;profile=mcp-app");
      assert.ok(page !== undefined && "text" in page && page.text.startsWith("<!doctype html>"));
      assert.ok(page.text.length < 1_000_000, "some clients keep no page of over 1 MiB");
      assert.deepEqual(page._meta?.["ui"], { prefersBorder: true, permissions: { clipboardWrite: {} } });
      assert.doesNotMatch(page.text, /https?:\/\/(?!www\.w3\.org\/)/, "nothing is loaded from elsewhere");
    }
    for (const name of forViews) {
      const tool = tools.find((one) => one.name === name);
      assert.ok(tool !== undefined && isToolVisibilityAppOnly(tool), name);
    }
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.ok(resourceTemplates.some(({ name }) => name === "views"));
    assert.deepEqual(client.getServerCapabilities()?.extensions, { "io.modelcontextprotocol/ui": {} });
  });

  Deno.test(`views are not listed to other ${era} clients`, async () => {
    await using connection = await connect({ jupyter, era });
    const { tools } = await connection.client.listTools();
    const names = tools.map(({ name }) => name);
    assert.deepEqual([...shown, ...forViews].filter((name) => names.includes(name)), []);
    assert.ok(tools.every(({ _meta }) => _meta?.["ui"] === undefined));
    const { resourceTemplates } = await connection.client.listResourceTemplates();
    assert.ok(!resourceTemplates.some(({ name }) => name === "views"));
  });
}

Deno.test("any version of a view is answered with the one there is, and an unknown view is an error", async () => {
  await using connection = await connect({ jupyter, capabilities: viewsCapability });
  const read = (uri: string) => connection.client.readResource({ uri });
  const { contents: [page] } = await read("ui://jupyter-mcp/0.0.0-old/table.html");
  assert.ok(page !== undefined && "text" in page);
  await assert.rejects(read("ui://jupyter-mcp/1/nothing.html"), /there is none/);
});

Deno.test("Claude shows views without declaring it", async () => {
  const { url, token } = jupyter;
  const transport = new StdioTransport(
    programOf({ args: ["--jupyter-url", url], env: { JUPYTER_TOKEN: token } }),
  );
  const client = new Client({ name: "claude-ai", version: "1" }, { versionNegotiation: { mode: "legacy" } });
  try {
    await client.connect(transport);
    const { tools } = await client.listTools();
    assert.ok(tools.some(({ name }) => name === "show_table"));
  } finally {
    await client.close();
    await transport.close();
  }
});

Deno.test("with --read-only a view can look and not stop anything", async () => {
  await using connection = await connect({ jupyter, capabilities: viewsCapability, args: ["--read-only"] });
  const { tools } = await connection.client.listTools();
  const names = tools.map(({ name }) => name);
  assert.deepEqual([...shown, "view_read"].filter((name) => !names.includes(name)), []);
  assert.ok(!names.includes("view_stop"));
  const refused = await connection.call("view_stop", { handle: "run:x" });
  assert.equal(refused.at("error"), "read_only");
});

Deno.test("without the toolset there are no views", async () => {
  await using connection = await connect({
    jupyter,
    capabilities: viewsCapability,
    args: ["--toolsets", "variables"],
  });
  const { tools } = await connection.client.listTools();
  assert.ok(!tools.some(({ name }) => name === "show_table"));
  assert.equal(connection.client.getServerCapabilities()?.extensions, undefined);
});
