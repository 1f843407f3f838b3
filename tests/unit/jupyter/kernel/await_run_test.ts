import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { awaitRun, settle, type StoppableKernel } from "../../../../src/jupyter/kernel/await_run.ts";
import { Execution } from "../../../../src/jupyter/kernel/execution.ts";
import { Clock } from "../../clock.ts";
import { busy, message } from "./kernel_messages.ts";

const never = new AbortController().signal;
const patience = [1, 1];
const short = { timeout: 0.001, onTimeout: "interrupt", signal: never, patience } as const;
const long = { timeout: 3_600, onTimeout: "interrupt", signal: never, patience } as const;

function executing(): Execution {
  const execution = new Execution({ sessionId: "s", code: "1" });
  execution.sent();
  execution.take(busy);
  execution.take(message("stream", { name: "stdout", text: "partial\n" }));
  return execution;
}

function kernel(stop: StoppableKernel["stop"], busyWithOthers?: number): StoppableKernel {
  return { stop, busyWithOthers, current: undefined };
}

const untouched = kernel(() => Promise.reject(new Error("the kernel was touched")));
/** Obeys like a kernel: the run ends for the reason given. */
const obedient = kernel((execution, reason) => {
  execution.end(reason);
  return Promise.resolve();
});

Deno.test("awaitRun gives the status of a run that ends in time, and leaves the kernel alone", async () => {
  const execution = executing();
  const status = awaitRun(untouched, execution, long);
  execution.end("error");
  assert.equal(await status, "error");
});

Deno.test("awaitRun gives the status of a run that has ended before", async () => {
  const execution = executing();
  execution.end("ok");
  assert.equal(await awaitRun(untouched, execution, long), "ok");
});

Deno.test("awaitRun stops a run at its timeout and says so", async () => {
  const execution = executing();
  assert.equal(await awaitRun(obedient, execution, short), "timeout");
  assert.match(execution.notes.join(), /Stopped at the timeout of 0.001 s/);
});

Deno.test("awaitRun leaves a run to itself at the timeout if it may continue", async () => {
  const execution = executing();
  assert.equal(await awaitRun(untouched, execution, { ...short, onTimeout: "continue" }), "running");
});

Deno.test("awaitRun interrupts again if the kernel does not obey, then reports the timeout", async () => {
  const execution = executing();
  let stops = 0;
  const deaf = kernel(() => {
    stops++;
    return Promise.resolve();
  });
  assert.equal(await awaitRun(deaf, execution, short), "timeout");
  assert.equal(stops, 2);
  assert.match(execution.notes.join(), /has not responded to the interrupt/);
});

Deno.test("awaitRun reports how a run ended that was over before its interrupt", async () => {
  const execution = executing();
  const late = kernel(() => {
    execution.end("ok");
    return Promise.resolve();
  });
  assert.equal(await awaitRun(late, execution, short), "ok");
});

Deno.test("awaitRun keeps the output if the interrupt cannot be sent", async () => {
  const execution = executing();
  const cut = kernel(() => Promise.reject(new AppError("jupyter_unreachable", "Cannot reach Jupyter")));
  assert.equal(await awaitRun(cut, execution, short), "timeout");
  assert.match(execution.notes.join(), /could not be sent: Cannot reach Jupyter/);
  assert.equal(execution.outputs.count, 1);
});

Deno.test("awaitRun stops a run whose caller has gone and throws the reason", async () => {
  const caller = new AbortController();
  const execution = executing();
  const status = awaitRun(obedient, execution, { ...long, signal: caller.signal });
  caller.abort(new Error("cancelled"));
  await assert.rejects(status, /cancelled/);
  assert.equal(execution.status, "interrupted");
});

Deno.test("awaitRun stops a run whose caller had gone before", async () => {
  const execution = executing();
  const signal = AbortSignal.abort(new Error("cancelled"));
  await assert.rejects(awaitRun(obedient, execution, { ...long, signal }), /cancelled/);
  assert.equal(execution.status, "interrupted");
});

Deno.test("awaitRun takes a run out of the line that has not begun, and says who is busy", async () => {
  const execution = new Execution({ sessionId: "s", code: "1" });
  const shared = kernel(obedient.stop, 12_345);
  await assert.rejects(awaitRun(shared, execution, short), (error) => {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, "kernel_busy");
    assert.match(
      error.message,
      /another client's code, which has been running for 12 s; nothing of yours was executed/,
    );
    assert.equal(error.details["execution_id"], execution.id);
    return true;
  });
  assert.equal(execution.status, "timeout");
});

Deno.test("awaitRun lets a run wait on in line if it may continue", async () => {
  const execution = new Execution({ sessionId: "s", code: "1" });
  assert.equal(await awaitRun(untouched, execution, { ...short, onTimeout: "continue" }), "running");
  assert.equal(execution.state, "queued");
});

Deno.test("awaitRun does not count the time that a person takes to answer", async () => {
  using clock = new Clock();
  const execution = executing();
  const answer = Promise.withResolvers<string>();
  execution.inputRequests.answerWith(() => answer.promise);
  const asked = execution.inputRequests.ask({ prompt: "name? ", password: false }, execution.ended);
  const status = awaitRun(obedient, execution, { ...short, timeout: 30 });
  await clock.pass(100_000);
  assert.equal(execution.status, "running");
  answer.resolve("Ana");
  assert.equal(await asked, "Ana");
  await clock.pass(29_000);
  assert.equal(execution.status, "running");
  await clock.pass(2_000);
  assert.equal(await status, "timeout");
  assert.equal(clock.size, 0);
});

const unreachable = new AppError("jupyter_unreachable", "Cannot reach Jupyter");

Deno.test("awaitRun leaves a run to itself whose kernel is out of reach, and says so", async () => {
  const execution = executing();
  const status = awaitRun(untouched, execution, long);
  execution.loseContact(unreachable);
  await assert.rejects(status, (error) => {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, "jupyter_unreachable");
    assert.deepEqual(error.details, { execution_id: execution.id, status: "running" });
    return true;
  });
});

Deno.test("awaitRun takes a run out of the line of a kernel that is out of reach: it must not run later", async () => {
  const execution = new Execution({ sessionId: "s", code: "1" });
  const status = awaitRun(obedient, execution, long);
  execution.loseContact(unreachable);
  await assert.rejects(status, (error) => {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, "jupyter_unreachable");
    assert.match(error.hint ?? "", /Nothing of it was executed/);
    return true;
  });
  assert.equal(execution.status, "interrupted");
});

Deno.test("settle waits for the end of a run at most so long, without touching it", async () => {
  const execution = executing();
  await settle(execution, { seconds: 0, signal: never });
  await settle(execution, { seconds: 0.001, signal: never });
  assert.equal(execution.status, "running");
  const waiting = settle(execution, { seconds: 3_600, signal: never });
  execution.end("ok");
  await waiting;
  await settle(execution, { seconds: 3_600, signal: never });
});

Deno.test("settle throws the reason of a caller who goes, and leaves the run to itself", async () => {
  const caller = new AbortController();
  const execution = executing();
  const waiting = settle(execution, { seconds: 3_600, signal: caller.signal });
  caller.abort(new Error("cancelled"));
  await assert.rejects(waiting, /cancelled/);
  assert.equal(execution.status, "running");
});
