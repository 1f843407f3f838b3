import assert from "node:assert/strict";
import { join } from "node:path";
import { z } from "zod";
import { connect } from "../../harness/client.ts";
import { connectDatalayer } from "../../harness/datalayer.ts";
import { freshPath } from "../../harness/notebook.ts";
import { openSession } from "../../harness/session.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const span = z.object({
  name: z.string(),
  context: z.object({
    trace_id: z.string().regex(/^0x[0-9a-f]{32}$/),
    span_id: z.string().regex(/^0x[0-9a-f]{16}$/),
  }),
  start_time: z.iso.datetime(),
  end_time: z.iso.datetime(),
  status: z.object({ status_code: z.enum(["UNSET", "ERROR"]) }),
  attributes: z.record(z.string(), z.unknown()),
  resource: z.object({ attributes: z.record(z.string(), z.unknown()) }),
});

async function spansIn(file: string) {
  const text = await Deno.readTextFile(file);
  return { text, spans: text.trimEnd().split("\n").map((line) => span.parse(JSON.parse(line))) };
}

Deno.test("--otel-file gets a span for every call and every run, and nothing that was said", async () => {
  const jupyter = sharedJupyter("plain");
  const folder = await Deno.makeTempDir();
  const file = join(folder, "new", "spans.jsonl");
  {
    await using connection = await connect({ jupyter, args: ["--otel-file", file] });
    await using session = await openSession(connection);
    await session.run("print('the output')");
    await session.run("secret_code = 1 / 0");
    await connection.call("session_connect", { session_id: "no such session" });
  }
  const { text, spans } = await spansIn(file);
  const calls = spans.filter(({ name }) => name.startsWith("tool_call:"));
  assert.deepEqual(calls.map(({ name, attributes }) => [name, attributes["error.type"]]), [
    ["tool_call:session_create", undefined],
    ["tool_call:execute_code", undefined],
    ["tool_call:execute_code", undefined],
    ["tool_call:session_connect", "session_not_found"],
    ["tool_call:session_delete", undefined],
  ]);
  const runs = spans.filter(({ name }) => name === "execute");
  assert.deepEqual(runs.map(({ attributes }) => [attributes["output.count"], attributes["error.type"]]), [
    [1, undefined],
    [1, "error"],
  ]);
  assert.match(String(runs[0]?.attributes["kernel.id"]), /^[0-9a-f-]{36}$/);
  assert.doesNotMatch(text, new RegExp(`the output|secret_code|no such session|${jupyter.token}`));
  await Deno.remove(folder, { recursive: true });
});

Deno.test("JUPYTER_MCP_OTEL_FILE works for the Datalayer API as well", async () => {
  const folder = await Deno.makeTempDir();
  const file = join(folder, "spans.jsonl");
  {
    const env = { JUPYTER_MCP_OTEL_FILE: file };
    await using connection = await connectDatalayer({ jupyter: sharedJupyter("plain"), env });
    const notebook = { notebook_name: "nb" };
    const path = freshPath();
    await connection.call("use_notebook", { ...notebook, notebook_path: path, mode: "create" });
    await connection.call("execute_code", { code: "hidden = 1" });
    await connection.call("restart_notebook", notebook);
    await connection.call("unuse_notebook", notebook);
  }
  const { text, spans } = await spansIn(file);
  assert.deepEqual(spans.map(({ name, attributes }) => `${name} ${attributes["event_type"] ?? ""}`.trim()), [
    "kernel_lifecycle started",
    "tool_call:use_notebook",
    "execute",
    "tool_call:execute_code",
    "kernel_lifecycle restarted",
    "tool_call:restart_notebook",
    "kernel_lifecycle stopped",
    "tool_call:unuse_notebook",
  ]);
  const [started, , run] = spans;
  assert.equal(started?.attributes["kernel.name"], "nb");
  assert.equal(started?.attributes["kernel.id"], run?.attributes["kernel.id"]);
  assert.doesNotMatch(text, /hidden/);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("--log-code adds the beginning of the code to spans, without the token", async () => {
  const jupyter = sharedJupyter("plain");
  const folder = await Deno.makeTempDir();
  const file = join(folder, "spans.jsonl");
  const code = `token = "${jupyter.token}"  # ${"x".repeat(300)}`;
  {
    const args = ["--otel-file", file, "--log-code"];
    await using connection = await connectDatalayer({ jupyter, args });
    await connection.call("execute_code", { code });
  }
  const { text, spans } = await spansIn(file);
  const run = spans.find(({ name }) => name === "execute");
  assert.equal(
    run?.attributes["code.snippet"],
    code.replace(jupyter.token, "[redacted]").slice(0, 200),
  );
  assert.ok(!text.includes(jupyter.token));
  await Deno.remove(folder, { recursive: true });
});
