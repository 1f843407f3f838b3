import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { Execution } from "../../../../src/jupyter/kernel/execution.ts";
import {
  type InKernelInterrupt,
  interruptInKernel,
  type InterruptOutcome,
  notStartedNote,
  RunQueue,
} from "../../../../src/jupyter/kernel/run_queue.ts";
import { busy, idle } from "./kernel_messages.ts";

/** A kernel that answers like this, one after the other, the last one again and again. */
function answering(
  answers: readonly (InterruptOutcome | Error)[],
  outputs = () => {},
): InKernelInterrupt & { asked: number } {
  return {
    isConnected: true,
    asked: 0,
    interrupt() {
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

Deno.test("interruptInKernel ends a run that is dropped before it has begun, and says so", async () => {
  for (const answer of ["absent", "dropped"] as const) {
    const execution = sent();
    assert.equal(await interruptInKernel(answering([answer]), execution, timeout), true);
    assert.deepEqual([execution.status, execution.endCause], ["timeout", notStartedNote]);
  }
});

Deno.test("interruptInKernel tries again at the edge of a run, until its code runs or it is over", async () => {
  const execution = sent();
  execution.take(busy);
  const kernel = answering(["edge", "edge", "interrupted"]);
  assert.equal(await interruptInKernel(kernel, execution, timeout), true);
  assert.equal(kernel.asked, 3);
  assert.equal(execution.status, "running");
});

Deno.test("interruptInKernel keeps others from interrupting what has ended and only lacks its reply", async () => {
  const execution = sent();
  execution.take(busy);
  const kernel = answering(["absent"], () => execution.take(idle));
  assert.equal(await interruptInKernel(kernel, execution, timeout), true);
  assert.equal(execution.status, "running");
  execution.end("interrupted");
});

Deno.test("interruptInKernel returns false if the kernel cannot do it", async () => {
  for (const answer of [new AppError("kernel_busy", "Cannot look"), "unsupported" as const]) {
    assert.equal(await interruptInKernel(answering([answer]), sent(), timeout), false);
  }
  const cut = { ...answering([]), isConnected: false };
  assert.equal(await interruptInKernel(cut, sent(), timeout), false);
});

/** A queue with one executing run, which a caller waits for. */
function queueWith(stop: (execution: Execution) => Promise<boolean>) {
  const interrupts: string[] = [];
  const queue = new RunQueue({
    whenFree: () => undefined,
    send: () => {},
    interrupt: () => Promise.resolve(void interrupts.push("outside")),
    interruptInKernel: (execution) => stop(execution),
  });
  const execution = new Execution({ sessionId: "s", code: "1" });
  execution.waiters.wait();
  queue.add(execution);
  execution.take(busy);
  return { queue, execution, interrupts };
}

Deno.test("RunQueue interrupts from outside only what the kernel did not stop itself", async () => {
  for (const [isStopped, expected] of [[true, []], [false, ["outside"]]] as const) {
    const { queue, execution, interrupts } = queueWith(() => Promise.resolve(isStopped));
    await queue.stop(execution, "interrupted");
    assert.deepEqual(interrupts, expected);
  }
});

Deno.test("RunQueue interrupts from outside where a run is not stopped inside within the time that a leave has", async () => {
  const never = queueWith(() => new Promise(() => {}));
  await never.queue.abandon();
  assert.deepEqual(never.interrupts, ["outside"]);
  const stopped = queueWith(() => Promise.resolve(true));
  await stopped.queue.abandon();
  assert.deepEqual(stopped.interrupts, []);
});
