import assert from "node:assert/strict";
import { imageSize } from "image-size";
import { connect } from "../../harness/client.ts";
import { programOf } from "../../harness/program.ts";

const nowhere = { url: "http://127.0.0.1:9/", token: "none" };
const data = "month,category,sales\n2024-01,A,10\n2024-02,A,12\n2024-01,B,7\n2024-02,B,9";

Deno.test("--compat chartelier speaks Chartelier's own form", async (t) => {
  await using connection = await connect({
    jupyter: nowhere,
    args: ["--compat", "chartelier"],
    protocolVersion: "2025-06-18",
  });
  const { client } = connection;
  const call = (args: Record<string, unknown>) =>
    client.callTool({ name: "chartelier_visualize", arguments: args });

  await t.step("greets as the document has it", () => {
    assert.deepEqual(client.getServerVersion(), {
      name: "chartelier",
      version: "0.2.0",
      title: "Chartelier MCP Server",
    });
    assert.deepEqual(client.getServerCapabilities(), { tools: { listChanged: false } });
    assert.match(
      client.getInstructions() ?? "",
      /^Use `chartelier_visualize` to convert .* On failure, fallback to P13\.$/,
    );
  });

  await t.step("lists one tool, with the output schema", async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name), ["chartelier_visualize"]);
    assert.deepEqual(tools[0]?.inputSchema.required, ["data", "query"]);
    assert.deepEqual(tools[0]?.outputSchema?.["required"], ["metadata"]);
  });

  await t.step("answers with an image and structuredContent.metadata", async () => {
    const result = await call({ data, query: "sales trend by category", options: { dpi: 96 } });
    assert.equal(result.isError, false);
    assert.deepEqual(result.content.map(({ type }) => type), ["image"]);
    const metadata: unknown = Reflect.get(Object(result.structuredContent), "metadata");
    assert.equal(Reflect.get(Object(metadata), "pattern_id"), "P12");
    assert.equal(Reflect.get(Object(metadata), "template_id"), "multi_line");
  });

  await t.step("keeps to a wished pattern, or fails and says why", async () => {
    const wished = await call({ data, query: "sales trend", options: { dpi: 96, pattern: "P02" } });
    const { metadata } = Object(wished.structuredContent);
    assert.equal(metadata.pattern_id, "P02");
    const failed = await call({ data, query: "sales trend", options: { dpi: 96, x: "nobody" } });
    assert.equal(failed.isError, true);
    assert.match(Object(failed.structuredContent).metadata.warnings[0], /"options.x" "nobody"/);
  });

  await t.step("falls back to the nine patterns if another one is meant, and says so", async () => {
    const prices = "month,price,units\n2024-01,3,50\n2024-01,4,40\n2024-02,5,35\n2024-02,6,20";
    const { structuredContent } = await call({ data: prices, query: "scatter plot of units against price" });
    const { metadata } = Object(structuredContent);
    assert.equal(metadata.pattern_id, "P13");
    assert.equal(metadata.fallback_applied, true);
    assert.match(metadata.warnings[0], /auto-fallback to P13: scatter/);
  });

  await t.step("gives SVG as a base64 image", async () => {
    const { content: [image] } = await call({ data, query: "trend", options: { format: "svg" } });
    assert.ok(image?.type === "image");
    assert.equal(image.mimeType, "image/svg+xml");
    assert.match(new TextDecoder().decode(Uint8Array.fromBase64(image.data)), /^<svg /);
  });

  await t.step("answers a failure with a PNG placeholder, isError and P13", async () => {
    const result = await call({ data: "not a table", query: "trend" });
    assert.equal(result.isError, true);
    const [image] = result.content;
    assert.ok(image?.type === "image");
    assert.equal(image.mimeType, "image/png");
    assert.equal(imageSize(Uint8Array.fromBase64(image.data)).width, 1200);
    const metadata = Object(Reflect.get(Object(result.structuredContent), "metadata"));
    assert.equal(metadata.pattern_id, "P13");
    assert.equal(metadata.template_id, "facet_histogram");
    assert.equal(metadata.fallback_applied, true);
    assert.equal(typeof metadata.warnings[0], "string");
  });

  await t.step("refuses bad parameters as the protocol does", async () => {
    for (
      const args of [
        { data },
        { data, query: "x".repeat(1001) },
        { data, query: "x", options: { dpi: 10 } },
        { data, query: "x", options: { pattern: "P99" } },
        { data, query: "" },
        { data, query: " \n" },
      ]
    ) {
      await assert.rejects(call(args), (error: unknown) => Reflect.get(Object(error), "code") === -32602);
    }
  });
});

Deno.test("--compat chartelier passes over what its schema does not know", async () => {
  await using connection = await connect({
    jupyter: nowhere,
    args: ["--compat", "chartelier"],
    protocolVersion: "2025-06-18",
  });
  const options = { dpi: 96, theme: "dark" };
  const { isError } = await connection.client.callTool({
    name: "chartelier_visualize",
    arguments: { data, query: "sales trend", options, note: "mine" },
  });
  assert.equal(isError, false);
});

Deno.test("--compat chartelier writes only answers to stdout, none to a notification, and counts to its log", async () => {
  const { command, args, env } = programOf({
    args: ["--compat", "chartelier", "--jupyter-url", nowhere.url, "--log-level", "debug"],
  });
  const child = new Deno.Command(command, {
    args: [...args],
    env,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  })
    .spawn();
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const call = { name: "chartelier_visualize", arguments: { data, query: "trend", options: { dpi: 96 } } };
  const messages = [
    { id: 1, method: "initialize", params },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: call },
  ];
  const log = new Response(child.stderr).text();
  const writer = child.stdin.getWriter();
  for (const message of messages) {
    await writer.write(new TextEncoder().encode(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`));
  }
  const answers: unknown[] = [];
  let text = "";
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (text + part).split("\n");
    text = lines.pop() ?? "";
    answers.push(...lines.map((line): unknown => JSON.parse(line)));
    if (answers.length >= 2) break;
  }
  await writer.close();
  await child.status;
  assert.deepEqual(answers.map((answer) => Reflect.get(Object(answer), "id")), [1, 2]);
  const line = (await log).split("\n").find((one) => one.includes("tool chartelier_visualize ok")) ?? "";
  assert.match(line, /ms=\d+ .*rows=4 cols=3 pattern_id="P01" template_id="line" fallback_applied=false/);
  const correlation = /correlation_id="([^"]+)" duration_ms=\d+/.exec(line)?.[1];
  assert.ok(correlation !== undefined && line.includes(`request_id="${correlation}"`), line);
  assert.doesNotMatch(await log, /2024-01|trend/, "neither data nor query");
});
