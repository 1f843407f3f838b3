import assert from "node:assert/strict";
import { Execution, externalEndOf } from "../../../../src/jupyter/kernel/execution.ts";
import { message, status } from "./kernel_messages.ts";

const begun = () => {
  const execution = new Execution({ sessionId: "s", code: "1" });
  execution.sent();
  execution.take(status("busy"));
  return execution;
};

Deno.test("fateOf names what ended a run that did not come to its own end", () => {
  const [dead, lost] = [begun(), begun()];
  dead.end("kernel_died", "The kernel died");
  lost.endUnknown("The connection was cut");
  assert.deepEqual(externalEndOf(dead), { ename: "KernelDied", evalue: "The kernel died" });
  assert.deepEqual(externalEndOf(lost), { ename: "ConnectionLost", evalue: "The connection was cut" });
});

Deno.test("fateOf has nothing to say of the code's own errors, of runs that were stopped, and of those that go on", () => {
  const [failed, stopped, running] = [begun(), begun(), begun()];
  failed.take(message("execute_reply", { status: "error", ename: "E", evalue: "", traceback: [] }, "shell"));
  failed.take(status("idle"));
  stopped.stopFor("interrupted");
  stopped.endUnknown("The connection was cut");
  assert.equal(failed.status, "error");
  assert.equal(stopped.status, "interrupted");
  for (const execution of [failed, stopped, running]) assert.equal(externalEndOf(execution), undefined);
});
