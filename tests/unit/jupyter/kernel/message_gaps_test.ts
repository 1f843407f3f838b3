import assert from "node:assert/strict";
import { MessageGaps } from "../../../../src/jupyter/kernel/message_gaps.ts";

/** A message of this id, of the run "r" on iopub unless told. */
function message(msg_id: string, { channel = "iopub", request = "r" } = {}) {
  return {
    channel,
    header: { msg_id, msg_type: "stream", session: "s" },
    parent: { msg_id: request },
  };
}

Deno.test("MessageGaps tells a cut that cost messages from one that did not", () => {
  const continuity = new MessageGaps();
  assert.equal(continuity.take(message("a_1_10")), undefined);
  continuity.cut();
  assert.equal(continuity.take(message("a_1_11")), undefined, "all was replayed");
  continuity.cut();
  assert.equal(continuity.take(message("a_1_13")), "cut");
  assert.equal(continuity.take(message("a_1_14")), undefined, "it is told once");
});

Deno.test("MessageGaps takes a leap after a cut for the cut's", () => {
  const continuity = new MessageGaps();
  continuity.take(message("a_1_10"));
  continuity.cut();
  assert.equal(continuity.take(message("a_1_90", { channel: "shell" })), "cut");
  assert.equal(continuity.take(message("a_1_91")), undefined);
});

Deno.test("MessageGaps minds no numbers that other clients' answers take while nothing is cut", () => {
  const continuity = new MessageGaps();
  for (const id of ["a_1_1", "a_1_5", "a_1_9"]) assert.equal(continuity.take(message(id)), undefined);
});

Deno.test("MessageGaps tells of output that the kernel has dropped in the middle of a request", () => {
  const continuity = new MessageGaps();
  continuity.take(message("a_1_1"));
  assert.equal(continuity.take(message("a_1_40")), "dropped");
  assert.equal(continuity.take(message("a_1_41")), undefined, "each leap is told once");
});

Deno.test("MessageGaps takes questions of a request between its outputs for no leap", () => {
  const continuity = new MessageGaps();
  continuity.take(message("a_1_1"));
  for (let number = 2; number < 22; number++) {
    assert.equal(continuity.take(message(`a_1_${number}`, { channel: "stdin" })), undefined);
  }
  assert.equal(continuity.take(message("a_1_22")), undefined);
  assert.equal(continuity.take(message("a_1_62")), "dropped", "they are counted once");
});

Deno.test("MessageGaps takes answers that overtake output, and other requests, for no leap", () => {
  const continuity = new MessageGaps();
  continuity.take(message("a_1_1"));
  assert.equal(continuity.take(message("a_1_900", { channel: "shell" })), undefined);
  assert.equal(continuity.take(message("a_1_2")), undefined);
  assert.equal(continuity.take(message("a_1_500", { request: "another" })), undefined);
  assert.equal(continuity.take(message("a_1_950")), undefined);
});

Deno.test("MessageGaps compares only the messages of one process, and only the newest", () => {
  const continuity = new MessageGaps();
  continuity.take(message("a_1_10"));
  continuity.cut();
  assert.equal(continuity.take(message("a_1_9")), undefined, "overtaken by another channel");
  assert.equal(continuity.take(message("a_1_12")), "cut");
  continuity.cut();
  assert.equal(continuity.take(message("b_2_40")), undefined, "a new process");
});

Deno.test("MessageGaps knows nothing of ids without numbers", () => {
  const continuity = new MessageGaps();
  for (const id of ["6b0f2c1e-8a11", "x_", "_", "", "x_y"]) {
    continuity.cut();
    assert.equal(continuity.take(message(id)), undefined, id);
  }
});
