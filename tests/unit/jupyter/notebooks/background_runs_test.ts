import assert from "node:assert/strict";
import { Execution } from "../../../../src/jupyter/kernel/execution.ts";
import {
  BackgroundRuns,
  type BackgroundRunState,
} from "../../../../src/jupyter/notebooks/background_runs.ts";

function standing(execution: Execution | undefined): BackgroundRunState {
  return {
    path: "a.ipynb",
    cellId: "now",
    execution,
    left: ["next"],
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
  const unattended = new BackgroundRuns();
  unattended.add(new Promise(() => {}), { kernelId: "k", handOver: () => standing(run) });
  assert.deepEqual([unattended.isEmpty, unattended.kernels], [false, ["k"]]);
  const [kept] = unattended.handOver(() => true);
  return {
    left: kept?.left,
    end: kept?.soFar?.end,
    isWaitedFor: !unattended.isEmpty,
  };
}

Deno.test("BackgroundRuns gives away a run that is with the kernel, and the cells after it", () => {
  const run = execution();
  run.sent();
  assert.deepEqual(given(run), { left: ["next"], end: null, isWaitedFor: false });
  assert.ok(run.isHandedOver);
});

Deno.test("BackgroundRuns leaves a cell that has not gone to the kernel to the successor", () => {
  const waiting = execution();
  assert.deepEqual(given(waiting), { left: ["now", "next"], end: undefined, isWaitedFor: false });
  assert.ok(waiting.isHandedOver, "it is not sent from here any more");
  assert.deepEqual(given(undefined), {
    left: ["now", "next"],
    end: undefined,
    isWaitedFor: false,
  });
});

Deno.test("BackgroundRuns gives away the end of a run that is over and not written", () => {
  const over = execution();
  over.sent();
  over.end("error");
  assert.deepEqual(given(over), { left: ["next"], end: { status: "error" }, isWaitedFor: false });
});

Deno.test("BackgroundRuns says when a run was given away, and whether its kernel was heard until then", () => {
  const runs = new BackgroundRuns();
  for (const kernelId of ["heard", "cut off"]) {
    runs.add(new Promise(() => {}), { kernelId, handOver: () => standing(undefined) });
  }
  const before = Date.now();
  const given = runs.handOver((kernelId) => kernelId === "heard");
  assert.deepEqual(given.map((run) => run.hasHeardAll), [true, false]);
  assert.ok(given.every(({ at }) => before <= at && at <= Date.now()));
});

Deno.test("BackgroundRuns is settled when its work is", async () => {
  const unattended = new BackgroundRuns();
  unattended.add(Promise.resolve(), { kernelId: "k", handOver: () => standing(undefined) });
  unattended.add(Promise.reject(new Error("not written")), {
    kernelId: "k",
    handOver: () => standing(undefined),
  });
  await unattended.settled();
  assert.ok(unattended.isEmpty);
});
