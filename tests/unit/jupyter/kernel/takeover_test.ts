import assert from "node:assert/strict";
import { Execution } from "../../../../src/jupyter/kernel/execution.ts";
import type { Received } from "../../../../src/jupyter/kernel/messages.ts";
import {
  receiveAsSuccessor,
  restoreRun,
  type RunSnapshot,
  runSnapshot,
} from "../../../../src/jupyter/kernel/takeover.ts";
import { brief, busy, display, idle, message, stdout, update } from "./kernel_messages.ts";

const input = message("execute_input", { code: "1", execution_count: 4 });
const error = (ename: string) => message("error", { ename, evalue: "", traceback: [] });

function at(date: string, one: Received): Received {
  return { ...one, header: { ...one.header, date } };
}

/** A run that these messages have come for, given away. */
function given(...messages: Received[]): RunSnapshot {
  const execution = new Execution({ sessionId: "s", code: "1", kernelId: "k" });
  execution.sent();
  for (const one of messages) execution.take(one);
  const soFar = execution.handOver();
  execution.take(at("9", stdout("too late here\n")));
  assert.equal(execution.outputs.count, soFar.outputs.length, "nothing comes to the giver any more");
  return runSnapshot.parse(JSON.parse(JSON.stringify(soFar)));
}

/** The run where it goes on, after these messages. */
function goneOn(soFar: RunSnapshot, ...messages: Received[]): Execution {
  const execution = new Execution({ sessionId: "s", code: "1", messageId: soFar.messageId });
  restoreRun(execution, soFar);
  const take = receiveAsSuccessor(execution, soFar);
  for (const one of messages) take(one);
  return execution;
}

Deno.test("a run that was given away has what it showed, takes what is new, and ends when the kernel is idle", () => {
  const soFar = given(at("1", busy), at("2", input), at("3", stdout("a\n")), at("4", display("0 %", "bar")));
  const run = goneOn(
    soFar,
    at("3", stdout("a\n")),
    at("4", display("0 %", "bar")),
    at("5", update("100 %", "bar")),
    at("6", stdout("b\n")),
  );
  assert.equal(run.messageId, soFar.messageId);
  assert.deepEqual([run.status, run.hasBegun, run.executionCount], ["running", true, 4]);
  assert.deepEqual(brief(run.outputs.outputs()), ["stdout: a\n", "display: 100 %", "stdout: b\n"]);
  receiveAsSuccessor(run, soFar)(at("7", idle));
  assert.equal(run.status, "ok");
});

Deno.test("a run that was given away ends as what it showed last says", () => {
  const soFar = given(at("1", busy), at("2", input));
  assert.equal(goneOn(soFar, at("3", error("ValueError")), at("4", idle)).status, "error");
  assert.equal(goneOn(soFar, at("3", error("KeyboardInterrupt")), at("4", idle)).status, "interrupted");
});

Deno.test("a run that was given away before it began has not begun", () => {
  const run = goneOn(given());
  assert.deepEqual([run.status, run.hasBegun, run.state], ["running", false, "sent"]);
});

Deno.test("a run that was given away after its end keeps that end", () => {
  const execution = new Execution({ sessionId: "s", code: "1", kernelId: "k" });
  execution.sent();
  for (const one of [busy, input, stdout("a\n")]) execution.take(one);
  execution.end("kernel_died", "The kernel died");
  const run = goneOn(runSnapshot.parse(JSON.parse(JSON.stringify(execution.handOver()))));
  assert.deepEqual([run.status, run.endCause, run.executionCount], ["kernel_died", "The kernel died", 4]);
  assert.deepEqual(brief(run.outputs.outputs()), ["stdout: a\n"]);
});

Deno.test("a run that was given away while nobody listened says that output may be missing", () => {
  const execution = new Execution({ sessionId: "s", code: "1" });
  restoreRun(execution, given(at("1", busy), at("2", stdout("a\n"))), false);
  assert.match(
    brief(execution.outputs.outputs()).join(""),
    /^stdout: a\nstderr: .*output may be missing here/,
  );
});
