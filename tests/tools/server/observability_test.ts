/** What an operator sees: JSON logs with request ids, `/healthz`, `/metrics`, and traces that clients begin. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { z } from "zod";
import { connect, type Era } from "../../harness/client.ts";
import { startHttpProgram } from "../../harness/http_program.ts";
import { programOf } from "../../harness/program.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const logLine = z.looseObject({
  time: z.iso.datetime(),
  level: z.enum(["debug", "info", "warning", "error"]),
  message: z.string(),
});

const logMessage = z.object({
  level: z.string(),
  logger: z.string(),
  data: z.looseObject({ message: z.string(), request_id: z.uuid() }),
});

/** Every line must be one JSON object. */
function linesOf(stderr: string) {
  return stderr.trimEnd().split("\n").map((line) => logLine.parse(JSON.parse(line)));
}

const traceId = "0af7651916cd43dd8448eb211c80319c";
const parentId = "00f067aa0ba902b7";
const _meta = { traceparent: `00-${traceId}-${parentId}-01`, tracestate: "vendor=x" };

for (const era of ["legacy", "modern"] as const satisfies readonly Era[]) {
  Deno.test(`--log-format json gives every call a line with an id and its trace (${era})`, async () => {
    const jupyter = sharedJupyter("plain");
    await using connection = await connect({
      jupyter,
      era,
      args: ["--log-format", "json", "--log-level", "debug"],
    });
    await using session = await openSession(connection);
    await session.run("print('the output')");
    const args = { session_id: session.id, code: "secret_code = 1" };
    await connection.client.callTool({ name: "execute_code", arguments: args, _meta });
    await connection.call("session_connect", { session_id: "none such" });
    const lines = linesOf(connection.stderr()).filter(({ tool }) => tool !== undefined);
    assert.deepEqual(lines.map(({ message, tool, outcome }) => [message, tool, outcome]), [
      ["tool session_create ok", "session_create", "ok"],
      ["tool execute_code ok", "execute_code", "ok"],
      ["tool execute_code ok", "execute_code", "ok"],
      ["tool session_connect session_not_found", "session_connect", "session_not_found"],
    ]);
    assert.deepEqual(lines.map(({ trace_id }) => trace_id), [undefined, undefined, traceId, undefined]);
    assert.equal(new Set(lines.map(({ request_id }) => request_id)).size, 4);
    assert.equal(new Set(lines.map(({ rpc_id }) => z.number().parse(rpc_id))).size, 4);
    for (const { ms, level } of lines) assert.ok(typeof ms === "number" && level === "info");
    assert.doesNotMatch(connection.stderr(), new RegExp(`the output|secret_code|${jupyter.token}`));
  });
}

for (const era of ["legacy", "modern"] as const satisfies readonly Era[]) {
  Deno.test(`a client that names a level hears of its calls, and before that nothing (${era})`, async () => {
    await using connection = await connect({ jupyter: sharedJupyter("plain"), era, args: ["--log-code"] });
    const { client } = connection;
    const heard: unknown[] = [];
    client.setNotificationHandler("notifications/message", ({ params }) => void heard.push(params));
    const call = async (level: "info" | "error" | undefined) => {
      if (era === "legacy" && level !== undefined) await client.setLoggingLevel(level);
      const said = { "io.modelcontextprotocol/logLevel": level };
      await client.callTool({
        name: "execute_code",
        arguments: { session_id: "none such", code: "secret_code = 1" },
        ...(era === "modern" && level !== undefined ? { _meta: said } : {}),
      });
      return heard.splice(0);
    };
    assert.deepEqual(await call(undefined), []);
    const [line, ...more] = await call("info");
    const { level, logger, data } = logMessage.parse(line);
    assert.deepEqual([level, logger, data.message], [
      "info",
      "jupyter-mcp",
      "tool execute_code session_not_found",
    ]);
    assert.deepEqual([data.tool, data.outcome, data.code], ["execute_code", "session_not_found", undefined]);
    assert.match(connection.stderr(), new RegExp(`request_id="${data.request_id}"`));
    assert.deepEqual(more, []);
    assert.deepEqual(await call("error"), []);
    if (era === "modern") return;
    const wrong = client.request({ method: "logging/setLevel", params: { level: "loud" } }, z.object({}));
    await assert.rejects(wrong, { code: -32602 });
  });
}

Deno.test("LOG_FORMAT=json holds for what the launcher says as well", async () => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = taken.addr;
  const { command, args, env } = programOf({
    args: ["--transport", "http", "--port", String(port), "--jupyter-url", "http://127.0.0.1:1/"],
    env: { LOG_FORMAT: "json" },
  });
  const { stderr } = await new Deno.Command(command, { args: [...args], env: { ...env }, clearEnv: true })
    .output();
  const [line, ...others] = linesOf(new TextDecoder().decode(stderr));
  assert.equal(line?.level, "error");
  assert.equal(line.message, `Cannot listen on 127.0.0.1:${port}: the port is in use`);
  assert.deepEqual(others, []);
});

Deno.test("LOG_FORMAT=json holds for every failure to start, also of a command line that cannot be read", async () => {
  // No Jupyter can be discovered in it.
  const runtimeDir = await Deno.makeTempDir();
  for (
    const [given, message] of [
      [["--token-file", "/nope"], /--token-file "\/nope": file does not exist/],
      [["--ca-cert", "/nope"], /--ca-cert "\/nope": file does not exist/],
      [["--bogus"], /Unknown option "--bogus"/],
      [["--transport", "http", "--host", "203.0.113.9", "--port", "0"], /cannot listen on "203\.0\.113\.9"/],
      [["--compat", "datalayer", "--token-file", "/nope"], /--token-file "\/nope"/],
    ] as const
  ) {
    const { command, args, env } = programOf({
      args: given,
      env: { LOG_FORMAT: "json", JUPYTER_RUNTIME_DIR: runtimeDir },
    });
    const { code, stderr } = await new Deno.Command(command, {
      args: [...args],
      env: { ...env },
      clearEnv: true,
      stdin: "null",
    }).output();
    assert.equal(code, 2);
    const [line, ...others] = linesOf(new TextDecoder().decode(stderr));
    assert.equal(line?.level, "error");
    assert.match(String(line.message), message);
    assert.deepEqual(others, []);
  }
  await Deno.remove(runtimeDir);
});

Deno.test("spans join the trace that a client began, and runs the spans of their calls", async () => {
  const folder = await Deno.makeTempDir();
  const file = join(folder, "spans.jsonl");
  {
    await using connection = await connect({ jupyter: sharedJupyter("plain"), args: ["--otel-file", file] });
    await using session = await openSession(connection);
    const run = (code: string) => ({ name: "execute_code", arguments: { session_id: session.id, code } });
    await Promise.all([
      connection.client.callTool({ ...run("1"), _meta }),
      connection.client.callTool(run("2")),
    ]);
  }
  const schema = z.object({
    name: z.string(),
    context: z.object({ trace_id: z.string(), span_id: z.string(), trace_state: z.string() }),
    parent_id: z.string().nullable(),
  });
  const spans = (await Deno.readTextFile(file)).trimEnd().split("\n").map((line) =>
    schema.parse(JSON.parse(line))
  );
  const calls = spans.filter(({ name }) => name === "tool_call:execute_code");
  const runs = spans.filter(({ name }) => name === "execute");
  const traced = calls.find(({ context }) => context.trace_id === `0x${traceId}`);
  assert.equal(traced?.parent_id, `0x${parentId}`);
  assert.equal(traced.context.trace_state, "['{key=vendor, value=x}']");
  const own = calls.find((call) => call !== traced);
  assert.equal(own?.parent_id, null);
  assert.equal(runs.length, 2);
  for (const call of [traced, own]) {
    const child = runs.find(({ parent_id }) => parent_id === call.context.span_id);
    assert.equal(child?.context.trace_id, call.context.trace_id);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("/healthz and /metrics", async (t) => {
  await using program = await startHttpProgram({
    jupyter: sharedJupyter("plain"),
    args: ["--log-format", "json"],
  });
  const headers = { Authorization: `Bearer ${program.token}` };
  const at = (path: string) => program.url.replace("/mcp", path);
  const metric = async (line: string): Promise<number | undefined> => {
    const text = await (await fetch(at("/metrics"), { headers })).text();
    const found = text.split("\n").find((one) => one.startsWith(`${line} `));
    return found === undefined ? undefined : Number(found.slice(line.length + 1));
  };

  await t.step("say that all is well, to those with the token", async () => {
    for (const path of ["/healthz", "/metrics"]) {
      const refused = await fetch(at(path));
      await refused.body?.cancel();
      assert.equal(refused.status, 401);
    }
    const health = await fetch(at("/healthz"), { headers });
    assert.equal(health.status, 200);
    assert.equal((await health.json()).status, "ok");
    assert.equal(await metric("jupyter_mcp_kernels"), 0);
  });

  await t.step("healthcheck asks for it without a shell", async () => {
    const { port } = new URL(program.url);
    const check = async (env: Record<string, string>) => {
      const { command, args, env: base } = programOf({ args: ["healthcheck"], env });
      const { code, stderr } = await new Deno.Command(command, {
        args: [...args],
        env: { ...base },
        clearEnv: true,
      }).output();
      return { code, said: new TextDecoder().decode(stderr) };
    };
    assert.deepEqual(await check({ MCP_PORT: port, MCP_TOKEN: program.token }), { code: 0, said: "" });
    assert.equal((await check({ MCP_PORT: port })).code, 0);
    const none = await check({ MCP_PORT: "1" });
    assert.deepEqual(none, { code: 1, said: "jupyter-mcp: no server answers at 127.0.0.1:1\n" });
  });

  await t.step("count calls, durations, runs, kernels and images", async () => {
    await using connection = await program.connect();
    await using session = await openSession(connection);
    await session.run("from PIL import Image\nImage.new('RGB', (9, 9))");
    await session.run("1 / 0");
    await connection.call("session_connect", { session_id: "none such" });
    assert.equal(await metric('jupyter_mcp_tool_calls_total{tool="execute_code",outcome="ok"}'), 2);
    const lost = 'jupyter_mcp_tool_calls_total{tool="session_connect",outcome="session_not_found"}';
    assert.equal(await metric(lost), 1);
    assert.equal(await metric('jupyter_mcp_tool_call_duration_seconds_count{tool="execute_code"}'), 2);
    const sum = await metric('jupyter_mcp_tool_call_duration_seconds_sum{tool="execute_code"}') ?? 0;
    assert.ok(sum > 0);
    assert.equal(await metric('jupyter_mcp_runs_total{status="ok"}'), 1);
    assert.equal(await metric('jupyter_mcp_runs_total{status="error"}'), 1);
    assert.equal(await metric("jupyter_mcp_kernels"), 1);
    assert.equal(await metric("jupyter_mcp_sessions"), 1);
    assert.equal(await metric("jupyter_mcp_images"), 1);
    assert.ok(await metric("jupyter_mcp_image_bytes") ?? 0 > 0);
    assert.ok((await metric("process_resident_memory_bytes") ?? 0) > 1e6);
    assert.ok((await metric('jupyter_mcp_http_requests_total{path="/healthz",status="401"}') ?? 0) >= 1);
  });

  await t.step("kernels and images that are gone are not counted", async () => {
    assert.equal(await metric("jupyter_mcp_kernels"), 0);
    assert.equal(await metric("jupyter_mcp_images"), 0);
  });

  await t.step("a call over HTTP is logged under the id that its client gave", async () => {
    const response = await fetch(program.url, {
      method: "POST",
      headers: {
        ...headers,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call",
        "Mcp-Name": "kernel_list",
        "X-Request-Id": "client-chosen-7",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 7,
        method: "tools/call",
        params: {
          name: "kernel_list",
          arguments: {},
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": { name: "raw", version: "0" },
          },
        },
      }),
    });
    assert.match(await response.text(), /kernelspecs/);
    assert.equal(response.headers.get("x-request-id"), "client-chosen-7");
    const line = linesOf(program.stderr()).find(({ tool }) => tool === "kernel_list");
    assert.equal(line?.request_id, "client-chosen-7");
    assert.equal(line.rpc_id, 7);
  });

  await t.step("every line of the log is JSON, and none has a token", () => {
    const messages = linesOf(program.stderr()).map(({ message }) => message);
    assert.ok(messages.some((message) => message.includes("listens on http://127.0.0.1:")));
    assert.ok(!program.stderr().includes(program.token));
    assert.ok(!program.stderr().includes(sharedJupyter("plain").token));
  });
});
