import assert from "node:assert/strict";
import { noteDropped } from "../../../../src/jupyter/kernel/recovery.ts";
import { Execution } from "../../../../src/jupyter/kernel/execution.ts";
import { message } from "./kernel_messages.ts";

const limiter = message("stream", {
  name: "stderr",
  text: "IOPub data rate exceeded.\nThe Jupyter server ...",
});

Deno.test("noteDropped says of the run concerned, and of no other, that output is missing", () => {
  const execution = new Execution({ sessionId: "s", code: "1" });
  noteDropped(undefined, { parent: { msg_id: "another" } });
  noteDropped(execution, { parent: { msg_id: "another" } });
  assert.ok(!execution.isIncomplete);
  for (let leap = 0; leap < 3; leap++) noteDropped(execution, { parent: { msg_id: execution.messageId } });
  assert.ok(execution.isIncomplete);
  assert.equal(execution.notes.length, 1, "it is said once");
  assert.match(execution.notes.join(), /dropped part of the output/);
});

Deno.test("noteDropped leaves the word to Jupyter's rate limiter", () => {
  const execution = new Execution({ sessionId: "s", code: "1" });
  execution.take(limiter);
  noteDropped(execution, { parent: { msg_id: execution.messageId } });
  assert.deepEqual(execution.notes, []);
});
