import assert from "node:assert/strict";
import { askServer } from "../../../../src/launch/doctor/ask_server.ts";
import { processIsAlive, processIsExiting } from "../../../../src/launch/processes.ts";

const limits = { start: 500, list: 300, call: 300, end: 300 };
const reply = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { serverInfo: { name: "s", version: "1" } } });

/** Asks a shell script, which writes the id of its child to a file. */
async function asked(script: string, signal?: AbortSignal) {
  const file = await Deno.makeTempFile();
  try {
    const env = { PATH: Deno.env.get("PATH") ?? "", FILE: file };
    const started = { command: "sh", args: ["-c", script], env, cwd: undefined };
    const answer = await askServer(started, { limits, signal });
    return { answer, child: Number(await Deno.readTextFile(file)) };
  } finally {
    await Deno.remove(file);
  }
}

const sleeper = "sleep 500 & echo $! >$FILE; wait";

Deno.test("askServer ends a command that does not answer, with the child that keeps its pipes open", async () => {
  const { answer, child } = await asked(sleeper);
  assert.deepEqual(answer, { kind: "failed", reason: "it does not answer as an MCP server" });
  assert.ok(!processIsAlive(child) || processIsExiting(child));
});

Deno.test("askServer ends a command at once when it is stopped", async () => {
  const stop = new AbortController();
  const stopped = asked(sleeper, stop.signal);
  stop.abort();
  assert.equal((await stopped).answer.kind, "failed");
});

Deno.test("askServer tells a server that does not list its tools from one that has none", async () => {
  const { answer } = await asked(`read x; echo '${reply}'; ${sleeper}`);
  assert.ok(answer.kind === "answered");
  assert.deepEqual([answer.server, answer.tools], ["s", undefined]);
  const list = JSON.stringify({ jsonrpc: "2.0", id: 2, result: { tools: [] } });
  const none = await asked(`read x; echo '${reply}'; echo '${list}'; ${sleeper}`);
  assert.ok(none.answer.kind === "answered");
  assert.deepEqual(none.answer.tools, []);
});
