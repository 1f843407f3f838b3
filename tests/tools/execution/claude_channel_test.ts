/** Claude Code's channel: the end of a background run reaches the model without a call. */

import assert from "node:assert/strict";
import { connect, type StdioConnection } from "../../harness/client.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession, type TestSession } from "../../harness/session.ts";

const jupyter = sharedJupyter("collaboration");

/** The notifications of a connection that its client has no handler for. */
function heardBy({ client }: StdioConnection): { method: string; params?: unknown }[] {
  const heard: { method: string; params?: unknown }[] = [];
  client.fallbackNotificationHandler = ({ method, params }) => {
    if (method.includes("channel")) heard.push({ method, params });
    return Promise.resolve();
  };
  return heard;
}

/** Starts a background run that ends when the gate opens. */
async function startRun(session: TestSession, gate: Gate): Promise<string> {
  const begun = await session.run(gate.wait, { timeout: 0.1, on_timeout: "continue" });
  return begun.string("execution_id");
}

Deno.test("the end of a background run is sent to clients that declare Claude Code's channel", async () => {
  await using plain = await connect({ jupyter });
  await using declaring = await connect({
    jupyter,
    capabilities: { experimental: { "claude/channel": {} } },
  });
  assert.deepEqual(declaring.client.getServerCapabilities()?.experimental, { "claude/channel": {} });
  const heardByPlain = heardBy(plain);
  const heard = heardBy(declaring);

  // Of the three runs that end in this order, only the last is reported by a message.
  await using plainSession = await openSession(plain);
  await using session = await openSession(declaring);
  await using plainGate = new Gate(jupyter);
  await startRun(plainSession, plainGate);
  await plainGate.open();
  await using awaitedGate = new Gate(jupyter);
  const awaited = await startRun(session, awaitedGate);
  const reply = declaring.call("execution_get", { execution_id: awaited, wait: 30 });
  await awaitedGate.open();
  assert.equal((await reply).at("success"), true);
  await using gate = new Gate(jupyter);
  const id = await startRun(session, gate);
  await gate.open();
  await eventually(() => heard.length > 0, { what: "the message arrives" });

  const content = `Background run ${id} has ended (ok): see execution_get`;
  assert.deepEqual(heard, [{
    method: "notifications/claude/channel",
    params: { content, meta: { execution_id: id, status: "ok" } },
  }]);
  assert.deepEqual((await session.run("1")).at("notes"), [content], "who ignores channels still reads it");
  assert.match(JSON.stringify((await plainSession.run("1")).at("notes")), /has ended/);
  assert.deepEqual(heardByPlain, []);
});
