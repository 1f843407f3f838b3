import assert from "node:assert/strict";
import { Execution } from "../../../../src/jupyter/kernel/execution.ts";
import { NotebookWork, type WorkState } from "../../../../src/jupyter/notebooks/notebook_work.ts";

function standing(execution: Execution | undefined): WorkState {
  return {
    path: "a.ipynb",
    cellId: "now",
    execution,
    remaining: ["next"],
    stopOnError: true,
    force: false,
    unsaved: [],
  };
}

function execution(): Execution {
  return new Execution({ sessionId: "s", code: "1", kernelId: "k" });
}

/** What is given away of a run that stands so, and whether it is still waited for. */
function given(run: Execution | undefined) {
  const work = new NotebookWork();
  work.track(new Promise(() => {}), { kernelId: "k", handOver: () => standing(run) });
  assert.deepEqual([work.isEmpty, work.kernels], [false, ["k"]]);
  const [kept] = work.handOver(() => true);
  return {
    remaining: kept?.remaining,
    end: kept?.soFar?.end,
    isWaitedFor: !work.isEmpty,
  };
}

Deno.test("NotebookWork gives away a run that is with the kernel, and the cells after it", () => {
  const run = execution();
  run.sent();
  assert.deepEqual(given(run), { remaining: ["next"], end: null, isWaitedFor: false });
  assert.ok(run.isHandedOver);
});

Deno.test("NotebookWork leaves a cell that has not gone to the kernel to the successor", () => {
  const waiting = execution();
  assert.deepEqual(given(waiting), { remaining: ["now", "next"], end: undefined, isWaitedFor: false });
  assert.ok(waiting.isHandedOver, "it is not sent from here any more");
  assert.deepEqual(given(undefined), {
    remaining: ["now", "next"],
    end: undefined,
    isWaitedFor: false,
  });
});

Deno.test("NotebookWork gives away the end of a run that is over and not written", () => {
  const over = execution();
  over.sent();
  over.end("error");
  assert.deepEqual(given(over), { remaining: ["next"], end: { status: "error" }, isWaitedFor: false });
});

Deno.test("NotebookWork says when a run was given away, and whether its kernel was heard until then", () => {
  const runs = new NotebookWork();
  for (const kernelId of ["heard", "cut off"]) {
    runs.track(new Promise(() => {}), { kernelId, handOver: () => standing(undefined) });
  }
  const before = Date.now();
  const given = runs.handOver((kernelId) => kernelId === "heard");
  assert.deepEqual(given.map((run) => run.hasHeardAll), [true, false]);
  assert.ok(given.every(({ at }) => before <= at && at <= Date.now()));
});

Deno.test("NotebookWork is to be stopped by a successor unless its caller has left it", () => {
  const work = new NotebookWork();
  const track = () =>
    work.track(new Promise(() => {}), { kernelId: "k", handOver: () => standing(undefined) });
  track();
  assert.ok(work.areAwaited);
  track().detach();
  assert.ok(!work.areAwaited);
  assert.deepEqual(work.handOver(() => true).map((one) => one.isAbandoned), [true, false]);
});

Deno.test("NotebookWork is settled when its work is", async () => {
  const work = new NotebookWork();
  work.track(Promise.resolve(), { kernelId: "k", handOver: () => standing(undefined) });
  work.track(Promise.reject(new Error("not written")), {
    kernelId: "k",
    handOver: () => standing(undefined),
  });
  await work.settled();
  assert.ok(work.isEmpty);
});
