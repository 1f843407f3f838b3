import assert from "node:assert/strict";
import type { StartProgress } from "../../../src/jupyter/rest/server_start.ts";
import { withStart } from "../../../src/output/start_progress.ts";
import type { Progress } from "../../../src/tool.ts";

Deno.test("withStart reports the start before the tool, in numbers that only grow", () => {
  const reports: Progress[] = [];
  const listeners = new Set<(progress: StartProgress) => void>();
  const { progress, end } = withStart((one) => void reports.push(one), {
    onStarting: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  });
  const start = (percent: number) => listeners.forEach((listener) => listener({ percent, message: "start" }));
  start(0);
  start(50);
  start(50);
  start(50);
  progress?.({ done: 0.5, message: "run" });
  progress?.({ done: 3, total: 4, message: "run" });
  end();
  assert.equal(listeners.size, 0);
  const numbers = reports.map(({ done }) => done);
  assert.deepEqual(numbers, numbers.toSorted((a, b) => a - b));
  assert.equal(new Set(numbers).size, numbers.length);
  assert.deepEqual(numbers.slice(0, 4), [0.01, 50, 50.01, 50.02]);
  assert.equal(reports.at(-1)?.total, 54.02);
});

Deno.test("withStart leaves numbers alone where nothing had to be started", () => {
  const reports: Progress[] = [];
  const { progress } = withStart((one) => void reports.push(one), { onStarting: () => () => undefined });
  progress?.({ done: 1, total: 2, message: "run" });
  assert.deepEqual(reports, [{ done: 1, total: 2, message: "run" }]);
});

Deno.test("withStart waits for the start also where nobody asked for progress", () => {
  let watching = 0;
  const { progress, end } = withStart(undefined, {
    onStarting: () => {
      watching++;
      return () => void watching--;
    },
  });
  assert.equal(progress, undefined);
  assert.equal(watching, 1);
  end();
  assert.equal(watching, 0);
});
