import assert from "node:assert/strict";
import { Execution } from "../../../../src/jupyter/kernel/execution.ts";
import {
  type InKernelInterrupt,
  interruptInKernel,
  type InterruptOutcome,
  notStartedNote,
} from "../../../../src/jupyter/kernel/interrupt_in_kernel.ts";
import { RunQueue } from "../../../../src/jupyter/kernel/run_queue.ts";
import { busy, idle, message } from "./kernel_messages.ts";
import { AppError } from "../../../../src/base/errors.ts";

const ok = message("execute_reply", { status: "ok" });

/** A kernel that is free or not as told, and remembers what it was asked. */
class FakeKernel {
  readonly sent: Execution[] = [];
  interrupts = 0;
  /** How an interrupt comes to the kernel; at once unless told otherwise. */
  passing = Promise.resolve();
  #free = Promise.withResolvers<void>();
  #isFree = true;
  sendError: Error | undefined;

  readonly line = new RunQueue({
    whenFree: () => this.#isFree ? undefined : this.#free.promise,
    send: (execution) => {
      if (this.sendError !== undefined) throw this.sendError;
      this.sent.push(execution);
    },
    interrupt: () => {
      this.interrupts++;
      return this.passing;
    },
    interruptInKernel: () => Promise.resolve(false),
  });

  occupy(): void {
    this.#isFree = false;
    this.#free = Promise.withResolvers<void>();
  }

  release(): void {
    this.#isFree = true;
    this.#free.resolve();
  }

  fail(error: unknown): void {
    this.#isFree = true;
    this.#free.reject(error);
  }

  add(code: string): Execution {
    const execution = new Execution({ sessionId: "s", code });
    this.line.add(execution);
    return execution;
  }

  get codes(): string[] {
    return this.sent.map((execution) => execution.code);
  }
}

function finish(execution: Execution): void {
  for (const one of [busy, ok, idle]) execution.take(one);
}

/** Lets everything that waits for resolved promises go on. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

Deno.test("RunQueue sends to a free kernel at once", () => {
  const kernel = new FakeKernel();
  const execution = kernel.add("a");
  assert.deepEqual(kernel.codes, ["a"]);
  assert.equal(execution.state, "sent");
  assert.equal(kernel.line.current, execution);
});

Deno.test("RunQueue sends nothing before what others do has been read, and drops what is stopped meanwhile", async () => {
  const read = Promise.withResolvers<void>();
  const sent: string[] = [];
  const line = new RunQueue({
    readPendingMessages: () => read.promise,
    whenFree: () => undefined,
    send: ({ code }) => sent.push(code),
    interrupt: () => Promise.reject(new Error("nothing runs")),
    interruptInKernel: () => Promise.resolve(false),
  });
  const [a, b] = ["a", "b"].map((code) => new Execution({ sessionId: "s", code }));
  assert.ok(a !== undefined && b !== undefined);
  line.add(a);
  line.add(b);
  await turns();
  assert.deepEqual(sent, []);
  await line.stop(a, "interrupted");
  read.resolve();
  await turns();
  assert.deepEqual(sent, ["b"]);
});

Deno.test("RunQueue sends one run at a time, in order", async () => {
  const kernel = new FakeKernel();
  const [a, b] = [kernel.add("a"), kernel.add("b"), kernel.add("c")];
  await turns();
  assert.deepEqual(kernel.codes, ["a"]);
  finish(a);
  await turns();
  assert.deepEqual(kernel.codes, ["a", "b"]);
  b.end("kernel_died");
  await turns();
  assert.deepEqual(kernel.codes, ["a", "b", "c"]);
});

Deno.test("RunQueue waits until the kernel is free, also between its own runs", async () => {
  const kernel = new FakeKernel();
  kernel.occupy();
  const a = kernel.add("a");
  kernel.add("b");
  await turns();
  assert.deepEqual(kernel.codes, []);
  kernel.release();
  await turns();
  assert.deepEqual(kernel.codes, ["a"]);
  kernel.occupy();
  finish(a);
  await turns();
  assert.deepEqual(kernel.codes, ["a"]);
  kernel.release();
  await turns();
  assert.deepEqual(kernel.codes, ["a", "b"]);
});

Deno.test("RunQueue has no current run once it is over", async () => {
  const kernel = new FakeKernel();
  finish(kernel.add("a"));
  await turns();
  assert.equal(kernel.line.current, undefined);
});

Deno.test("RunQueue drops a waiting run without a trace in the kernel", async () => {
  const kernel = new FakeKernel();
  const [a, b] = [kernel.add("a"), kernel.add("b"), kernel.add("c")];
  await kernel.line.stop(b, "timeout");
  assert.equal(b.status, "timeout");
  assert.match(b.notes.join(), /nothing of it was executed/);
  assert.equal(kernel.interrupts, 0);
  finish(a);
  await turns();
  assert.deepEqual(kernel.codes, ["a", "c"]);
});

Deno.test("RunQueue dropping the only waiting run sends the next that comes", async () => {
  const kernel = new FakeKernel();
  kernel.occupy();
  const a = kernel.add("a");
  await kernel.line.stop(a, "interrupted");
  kernel.release();
  await turns();
  assert.deepEqual(kernel.codes, []);
  kernel.add("b");
  await turns();
  assert.deepEqual(kernel.codes, ["b"]);
});

Deno.test("RunQueue interrupts the run that executes", async () => {
  const kernel = new FakeKernel();
  const a = kernel.add("a");
  a.take(busy);
  await kernel.line.stop(a, "timeout");
  assert.equal(kernel.interrupts, 1);
  a.take(message("execute_reply", { status: "error", ename: "KeyboardInterrupt" }));
  a.take(idle);
  assert.equal(a.status, "timeout");
});

Deno.test("RunQueue interrupts a sent run only when its turn has come, and once", async () => {
  const kernel = new FakeKernel();
  const a = kernel.add("a");
  await kernel.line.stop(a, "timeout");
  await kernel.line.stop(a, "timeout");
  assert.equal(kernel.interrupts, 0);
  a.take(busy);
  a.take(message("stream", { name: "stdout", text: "a\n" }));
  assert.equal(kernel.interrupts, 1);
  a.end("interrupted");
  assert.equal(kernel.interrupts, 1);
});

Deno.test("RunQueue interrupts nobody for a sent run that ends without executing", async () => {
  const kernel = new FakeKernel();
  const a = kernel.add("a");
  await kernel.line.stop(a, "timeout");
  a.take(message("execute_reply", { status: "aborted" }));
  a.take(idle);
  assert.equal(a.status, "timeout");
  assert.equal(kernel.interrupts, 0);
});

Deno.test("RunQueue leaves an ended run and the run after it alone", async () => {
  const kernel = new FakeKernel();
  const a = kernel.add("a");
  const b = kernel.add("b");
  finish(a);
  await turns();
  b.take(busy);
  await kernel.line.stop(a, "timeout");
  assert.equal(kernel.interrupts, 0);
  assert.equal(a.status, "ok");
  assert.equal(b.status, "running");
});

Deno.test("RunQueue sends nothing while an interrupt is on its way, which would hit it", async () => {
  const kernel = new FakeKernel();
  const passed = Promise.withResolvers<void>();
  kernel.passing = passed.promise;
  const a = kernel.add("a");
  kernel.add("b");
  a.take(busy);
  const stopping = kernel.line.stop(a, "interrupted");
  await turns();
  finish(a);
  await turns();
  assert.deepEqual(kernel.codes, ["a"]);
  passed.resolve();
  await stopping;
  await turns();
  assert.deepEqual(kernel.codes, ["a", "b"]);
});

Deno.test("RunQueue continues after an interrupt that could not be sent", async () => {
  const kernel = new FakeKernel();
  const a = kernel.add("a");
  kernel.add("b");
  a.take(busy);
  kernel.passing = Promise.reject(new Error("Cannot reach Jupyter"));
  await assert.rejects(kernel.line.stop(a, "interrupted"), /Cannot reach Jupyter/);
  finish(a);
  await turns();
  assert.deepEqual(kernel.codes, ["a", "b"]);
});

Deno.test("RunQueue ends every run when the kernel is gone and continues with the next", async () => {
  const kernel = new FakeKernel();
  const [a, b] = [kernel.add("a"), kernel.add("b")];
  a.take(busy);
  assert.deepEqual(kernel.line.endAll("The kernel died"), [a, b]);
  assert.deepEqual([a.status, b.status], ["kernel_died", "kernel_died"]);
  assert.deepEqual(a.notes, ["The kernel died"]);
  assert.deepEqual(b.notes, ["The kernel died; this had not begun"]);
  assert.equal(kernel.line.current, undefined);
  assert.deepEqual(kernel.line.endAll("again"), []);
  kernel.add("c");
  await turns();
  assert.deepEqual(kernel.codes, ["a", "c"]);
});

Deno.test("RunQueue ends what waits when the kernel cannot become free, and continues with the next", async () => {
  const kernel = new FakeKernel();
  kernel.occupy();
  const [a, b] = [kernel.add("a"), kernel.add("b")];
  kernel.fail(new Error("Cannot reach Jupyter"));
  await Promise.all([a.ended, b.ended]);
  assert.deepEqual([a.status, b.status], ["kernel_died", "kernel_died"]);
  assert.match(a.notes.join(), /Cannot reach Jupyter/);
  const c = kernel.add("c");
  await turns();
  assert.equal(c.state, "sent");
});

Deno.test("RunQueue ends a run that cannot be sent and continues with the next", async () => {
  const kernel = new FakeKernel();
  kernel.sendError = new Error("the connection was cut");
  const a = kernel.add("a");
  await a.ended;
  assert.equal(a.status, "kernel_died");
  assert.match(a.notes.join(), /the connection was cut/);
  kernel.sendError = undefined;
  kernel.add("b");
  await turns();
  assert.deepEqual(kernel.codes, ["b"]);
});

/** A kernel that answers like this, one after the other, the last one again and again. */
function answering(
  answers: readonly (InterruptOutcome | Error)[],
  outputs = () => {},
): InKernelInterrupt & { asked: number } {
  return {
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
  execution.addWaiter();
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

Deno.test("RunQueue interrupts from outside if a run is not stopped inside within the time that a leave has", async () => {
  const never = queueWith(() => new Promise(() => {}));
  await never.queue.interruptAwaited();
  assert.deepEqual(never.interrupts, ["outside"]);
  const stopped = queueWith(() => Promise.resolve(true));
  await stopped.queue.interruptAwaited();
  assert.deepEqual(stopped.interrupts, []);
});
