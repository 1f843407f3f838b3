/** The renderer process of the compiled program: what it knows, and when it ends. */

import assert from "node:assert/strict";
import { hostileFigures } from "../../scripts/fuzz/hostile_images.ts";
import { decodeFrame, encodeFrame, readFrames } from "../../src/base/frames.ts";
import { descendantsOf, processIsAlive } from "../../src/launch/processes.ts";
import { processTasks } from "../../src/launch/workers/own_process.ts";
import { connect, type StdioConnection } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { binaryPath } from "../harness/program.ts";

const jupyter = { url: "http://127.0.0.1:1/", token: "a-token-that-nobody-may-see" };
const chart = { data: "month,sales\n2024-01,1\n2024-02,2", query: "trend of sales" };

async function draw(connection: StdioConnection): Promise<number> {
  const { isError, text } = await connection.call("chartelier_visualize", chart);
  assert.equal(isError, false, text);
  const [pid, ...others] = await descendantsOf(connection.pid);
  assert.ok(pid !== undefined && others.length === 0, "one child process");
  return pid;
}

Deno.test("the renderer is started with the first drawing, serves the next ones, and knows no token", async () => {
  await using connection = await connect({
    program: "compiled",
    jupyter,
    env: { JUPYTER_PASSWORD: "secret word" },
  });
  await connection.client.listTools();
  assert.deepEqual(await descendantsOf(connection.pid), []);
  const pid = await draw(connection);
  assert.equal(await draw(connection), pid);
  if (Deno.build.os === "linux") {
    const environment = await Deno.readTextFile(`/proc/${pid}/environ`);
    assert.match(environment, /PATH=/);
    assert.doesNotMatch(environment, /JUPYTER|secret word|a-token/);
  }
});

Deno.test("a renderer that was killed from outside is replaced by the next drawing", async () => {
  await using connection = await connect({ program: "compiled", jupyter });
  const pid = await draw(connection);
  Deno.kill(pid, "SIGKILL");
  await eventually(() => !processIsAlive(pid), { what: "the renderer is gone" });
  await eventually(() => draw(connection).then(() => true, () => undefined), {
    what: "a chart is drawn again",
  });
});

Deno.test("the renderer ends with the program, also if that is killed", async () => {
  const program = new Deno.Command(binaryPath(), {
    args: ["--jupyter-url", jupyter.url],
    env: { JUPYTER_TOKEN: jupyter.token },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const stdin = program.stdin.getWriter();
  const clientInfo = { name: "test", version: "0" };
  const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const messages = [
    { id: 1, method: "initialize", params: initialize },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "chartelier_visualize", arguments: chart } },
  ];
  for (const message of messages) {
    await stdin.write(new TextEncoder().encode(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`));
  }
  const pid = await eventually(async () => (await descendantsOf(program.pid))[0], { what: "a renderer" });
  program.kill("SIGKILL");
  await Promise.all([program.status, program.stdout.cancel(), stdin.close().catch(() => undefined)]);
  await eventually(() => !processIsAlive(pid), { what: "the renderer has ended too" });
});

Deno.test("the renderer ends with its parent, whatever it is drawing", async () => {
  const renderer = new Deno.Command(binaryPath(), {
    args: [processTasks.renderer],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const stdin = renderer.stdin.getWriter();
  const replies = readFrames(renderer.stdout, 10_000_000);
  await stdin.write(encodeFrame({ id: 1, kind: "draw_placeholder", text: "a", width: 90, height: 50 }));
  const { value = new Uint8Array() } = await replies.next();
  assert.equal(decodeFrame(value)["kind"], "done");
  const [endless] = hostileFigures;
  const figure = { form: "vega", json: JSON.stringify(endless?.spec), maxEdge: 100 };
  await stdin.write(encodeFrame({ id: 2, kind: "draw_figure", ...figure }));
  await stdin.close();
  assert.equal((await renderer.status).code, 0);
  assert.equal((await replies.next()).done, true);
});
