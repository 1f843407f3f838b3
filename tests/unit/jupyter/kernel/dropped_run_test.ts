import assert from "node:assert/strict";
import { Execution } from "../../../../src/jupyter/kernel/execution.ts";
import type { Received } from "../../../../src/jupyter/kernel/messages.ts";

function message(type: string, content: Record<string, unknown>): Received {
  const channel = type === "execute_reply" ? "shell" : "iopub";
  return {
    channel,
    header: { msg_id: crypto.randomUUID(), msg_type: type },
    parent: {},
    content: () => content,
  };
}

const reply = (status: string) => message("execute_reply", { status });
const state = (execution_state: string) => message("status", { execution_state });

/** A run that has been sent, and how often it asked to be sent again. */
function sentRun(mostDrops: number) {
  const drops = { count: 0 };
  const onDropped = () => ++drops.count <= mostDrops;
  const run = new Execution({ sessionId: "s", code: "1", onDropped });
  run.sent();
  const take = (...messages: readonly Received[]) => messages.forEach((one) => run.take(one));
  return { run, drops, take };
}

Deno.test("Execution that the kernel drops is sent again and takes its second answer whole", async () => {
  const { run, drops, take } = sentRun(5);
  take(state("busy"), reply("aborted"), state("idle"));
  assert.equal(run.state, "sent");
  take(state("idle"), reply("aborted"));
  assert.equal(drops.count, 2, "in either order");
  take(state("busy"), reply("ok"));
  assert.equal(run.status, "running", "the idle status of the first try does not count for the last");
  take(message("stream", { name: "stdout", text: "late\n" }), state("idle"));
  await run.ended;
  assert.equal(run.status, "ok");
  assert.deepEqual(run.outputs.outputs(), [{ output_type: "stream", name: "stdout", text: "late\n" }]);
  assert.deepEqual(run.notes, []);
});

Deno.test("Execution that is dropped too often ends and says that nothing was executed", async () => {
  const { run, take } = sentRun(1);
  take(reply("aborted"), state("idle"), reply("aborted"), state("idle"));
  await run.ended;
  assert.equal(run.status, "interrupted");
  assert.match(run.notes.join(), /nothing of it was executed/);
});

Deno.test("Execution that is dropped while it is being stopped is not sent again", async () => {
  const { run, drops, take } = sentRun(5);
  run.stopFor("timeout");
  take(reply("aborted"), state("idle"));
  await run.ended;
  assert.equal(run.status, "timeout");
  assert.equal(drops.count, 0);
});
