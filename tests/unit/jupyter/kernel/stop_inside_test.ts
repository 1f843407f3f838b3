import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { InspectionRefused } from "../../../../src/jupyter/inspect/look.ts";
import type { InterruptOutcome } from "../../../../src/jupyter/inspect/stop_request.ts";
import { Execution } from "../../../../src/jupyter/kernel/execution.ts";
import { notStartedNote, RunQueue } from "../../../../src/jupyter/kernel/run_line.ts";
import { type InKernelStop, interruptInKernel } from "../../../../src/jupyter/kernel/stop_inside.ts";
import { busy, idle } from "./kernel_messages.ts";

/** A kernel that answers like this, one after the other, the last one again and again. */
function answering(
  answers: readonly (InterruptOutcome | Error)[],
  outputs = () => {},
): InKernelStop & { asked: number } {
  return {
    isConnected: true,
    asked: 0,
    stop() {
      const answer = answers[Math.min(this.asked++, answers.length - 1)];
      return typeof answer === "string" ? Promise.resolve(answer) : Promise.reject(answer);
    },
    outputsDelivered: () => Promise.resolve(outputs()),
  };
}

function sent(): Execution {
  const execution = new Execution({ sessionId: "s", code: "1" });
  execution.sent();
  return execution;
}

const timeout = { reason: "timeout" } as const;

Deno.test("stopInside ends a run that is dropped before it has begun, and says so", async () => {
  for (const answer of ["absent", "dropped"] as const) {
    const execution = sent();
    assert.equal(await interruptInKernel(answering([answer]), execution, timeout), true);
    assert.deepEqual([execution.status, execution.endCause], ["timeout", notStartedNote]);
  }
});

Deno.test("stopInside looks again at the edge of a run, until its code runs or it is over", async () => {
  const execution = sent();
  execution.take(busy);
  const kernel = answering(["edge", "edge", "interrupted"]);
  assert.equal(await interruptInKernel(kernel, execution, timeout), true);
  assert.equal(kernel.asked, 3);
  assert.equal(execution.status, "running");
});

Deno.test("stopInside has nobody interrupt from outside what has ended and only lacks its reply", async () => {
  const execution = sent();
  execution.take(busy);
  const kernel = answering(["absent"], () => execution.take(idle));
  assert.equal(await interruptInKernel(kernel, execution, timeout), true);
  assert.equal(execution.status, "running");
  execution.end("interrupted");
});

Deno.test("stopInside leaves the stop to others where the kernel cannot do it", async () => {
  const errors = [new AppError("kernel_busy", "Cannot look"), new InspectionRefused("unknown", {})];
  for (const error of errors) {
    assert.equal(await interruptInKernel(answering([error]), sent(), timeout), false);
  }
  const cut = { ...answering([]), isConnected: false };
  assert.equal(await interruptInKernel(cut, sent(), timeout), false);
});

/** A line with one run that executes, which some caller waits for. */
function lineWith(stop: (execution: Execution) => Promise<boolean>) {
  const interrupts: string[] = [];
  const line = new RunQueue({
    whenFree: () => undefined,
    send: () => {},
    interrupt: () => Promise.resolve(void interrupts.push("outside")),
    stopInside: (execution) => stop(execution),
  });
  const execution = new Execution({ sessionId: "s", code: "1" });
  execution.waiters.wait();
  line.add(execution);
  execution.take(busy);
  return { line, execution, interrupts };
}

Deno.test("RunLine interrupts from outside only what the kernel did not stop itself", async () => {
  for (const [isStopped, expected] of [[true, []], [false, ["outside"]]] as const) {
    const { line, execution, interrupts } = lineWith(() => Promise.resolve(isStopped));
    await line.stop(execution, "interrupted");
    assert.deepEqual(interrupts, expected);
  }
});

Deno.test("RunLine interrupts from outside where a run is not stopped inside within the time that a leave has", async () => {
  const never = lineWith(() => new Promise(() => {}));
  await never.line.abandon();
  assert.deepEqual(never.interrupts, ["outside"]);
  const stopped = lineWith(() => Promise.resolve(true));
  await stopped.line.abandon();
  assert.deepEqual(stopped.interrupts, []);
});
