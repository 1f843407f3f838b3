import assert from "node:assert/strict";
import type { StartProgress } from "../../../src/jupyter/rest/server_start.ts";
import {
  currentBar,
  LeadingBar,
  nextProgress,
  readBar,
  withStartProgress,
} from "../../../src/output/progress.ts";
import type { Progress } from "../../../src/tool.ts";

const bar = (done: number, total: number, name = "") =>
  `${name}${Math.floor(done * 100 / total)}%|███  | ${done}/${total} [00:01<00:02, 20.0it/s]`;

Deno.test("readBar reads tqdm's numbers and units, and nothing else", () => {
  assert.deepEqual(readBar(bar(3, 40, "Epoch: ")), { done: 3, total: 40 });
  assert.deepEqual(readBar("12%|█ | 1.20k/10.0k [00:01<00:02]"), { done: 1_200, total: 10_000 });
  for (const line of ["", "50% done", "3/4", "12%|█ | 5/4 [00:01<00:02]"]) {
    assert.equal(readBar(line), undefined);
  }
});

Deno.test("LeadingBar follows the outer of nested bars, whichever was printed last", () => {
  const leading = new LeadingBar();
  let text = bar(0, 3, "outer: ");
  const seen: string[] = [];
  for (let outer = 0; outer < 3; outer++) {
    for (const inner of [0, 5, 10]) {
      text += `\n${bar(inner, 10, `inner ${outer}: `)}`;
      const state = leading.read(text);
      seen.push(`${state?.done}/${state?.total}`);
    }
    text += `\n${bar(outer + 1, 3, "outer: ")}`;
  }
  assert.deepEqual(seen, [0, 0, 0, 1, 1, 1, 2, 2, 2].map((done) => `${done}/3`));
});

Deno.test("LeadingBar keeps its bar while other text is printed, and takes the next when it is full", () => {
  const leading = new LeadingBar();
  assert.equal(leading.read("loading"), undefined);
  assert.deepEqual(leading.read(bar(2, 4)), { done: 2, total: 4 });
  assert.deepEqual(leading.read("some line"), { done: 2, total: 4 });
  assert.deepEqual(leading.read(`${bar(4, 4)}\n${bar(1, 9)}`), { done: 5, total: 13 });
  assert.deepEqual(leading.read(`${bar(4, 4)}\n${bar(1, 9)}\r${bar(9, 9)}`), { done: 13, total: 13 });
});

Deno.test("LeadingBar counts on where one bar follows another of the same length", () => {
  const leading = new LeadingBar();
  const seen = [[1, 5], [4, 5], [2, 5], [5, 5], [1, 5]].map(([done = 0, total = 0]) =>
    leading.read(bar(done, total))
  );
  const done = [1, 4, 7, 10, 11];
  const total = [5, 5, 10, 10, 15];
  assert.deepEqual(seen, done.map((count, index) => ({ done: count, total: total[index] })));
});

Deno.test("LeadingBar tells nested bars of the same length apart by their names", () => {
  const leading = new LeadingBar();
  const seen = [0, 1, 2].flatMap((outer) =>
    [0, 5, 10].map((inner) =>
      leading.read(`${bar(outer, 10, "epochs: ")}\n${bar(inner, 10, "batches: ")}`)?.done
    )
  );
  assert.deepEqual(seen, [0, 0, 0, 1, 1, 1, 2, 2, 2]);
});

Deno.test("LeadingBar follows a bar that is renamed as it goes", () => {
  const leading = new LeadingBar();
  const seen = [0, 1, 2].map((done) => leading.read(bar(done, 3, `loss ${9 - done}: `)));
  assert.deepEqual(seen, [0, 1, 2].map((done) => ({ done, total: 3 })));
});

Deno.test("currentBar is the outer of nested bars, and the last of bars in a row", () => {
  const epoch = (number: number, done: number) => bar(done, 10, `Epoch ${number}: `);
  assert.equal(currentBar("loading"), undefined);
  const last = { name: "Epoch 3", done: 4, total: 10, rest: 2_000 };
  assert.deepEqual(currentBar([epoch(1, 10), epoch(2, 10), epoch(3, 4)].join("\n")), last);
  const nested = [bar(2, 5, "all: "), epoch(3, 4), "loss 0.3"].join("\n");
  assert.deepEqual(currentBar(nested), { name: "all", done: 2, total: 5, rest: 2_000 });
  const slow = currentBar("12%|█ | 1.20k/10.0k [1:02:03<2:00:00, 1it/s]");
  assert.deepEqual(slow, { name: "", done: 1_200, total: 10_000, rest: 7_200_000 });
  assert.deepEqual(currentBar("0%| | 0/3 [00:00<?, ?it/s]"), { name: "", done: 0, total: 3 });
});

Deno.test("readBar does not look for a bar in a line that no terminal shows", () => {
  assert.equal(readBar("1%|".repeat(500) + bar(3, 40)) === undefined, false);
  assert.equal(readBar("1%|".repeat(5_000) + bar(3, 40)), undefined);
});

Deno.test("withStart reports the start before the tool, in numbers that only grow", () => {
  const reports: Progress[] = [];
  const listeners = new Set<(progress: StartProgress) => void>();
  const { progress, end } = withStartProgress((one) => void reports.push(one), {
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
  const { progress } = withStartProgress((one) => void reports.push(one), {
    onStarting: () => () => undefined,
  });
  progress?.({ done: 1, total: 2, message: "run" });
  assert.deepEqual(reports, [{ done: 1, total: 2, message: "run" }]);
});

Deno.test("withStart waits for the start also where nobody asked for progress", () => {
  let watching = 0;
  const { progress, end } = withStartProgress(undefined, {
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

/** What is told of a run whose bar stands so, every half second. */
function told(bars: readonly ({ readonly done: number; readonly total: number } | undefined)[]) {
  let highest = 0;
  return bars.map((bar, index) => {
    const shown = nextProgress(bar, { highest, seconds: (index + 1) / 2 });
    assert.ok(shown.done > highest, `${shown.done} is more than ${highest}`);
    assert.ok(shown.done - highest > 1e-12, `${shown.done} can be told from ${highest}`);
    highest = shown.done;
    return shown;
  });
}

Deno.test("grown tells a bar's own number when it has moved, and less than a step more while it stands", () => {
  const outer = [0, 0, 0, 1, 1, 1, 2, 3].map((done) => ({ done, total: 3 }));
  const seen = told([undefined, undefined, ...outer]);
  assert.deepEqual(seen.slice(0, 2).map(({ total }) => total), [undefined, undefined]);
  assert.ok(seen.slice(2).every(({ total }) => total === 3), "the total stays");
  const steps = seen.slice(2).map(({ done }) => Math.floor(done));
  assert.deepEqual(steps, outer.map(({ done }) => done));
  for (const place of [3, 6, 7]) assert.equal(seen[place + 2]?.done, outer[place]?.done);
});

Deno.test("grown never tells more than all, of a bar that is full while the run goes on", () => {
  const seen = told(Array(20).fill({ done: 4, total: 4 }));
  for (const { done, total = 0 } of seen) assert.ok(done / total === 1 && total < 4.1, `${done}/${total}`);
});

Deno.test("grown creeps for a day without passing the next step", () => {
  let highest = 0;
  for (let seconds = 5; seconds <= 86_400; seconds += 5) {
    const { done } = nextProgress({ done: 1, total: 3 }, { highest, seconds });
    assert.ok(done > highest && done <= 1.1);
    highest = done;
  }
});

Deno.test("grown grows also where the number is as large as that of bytes", () => {
  let highest = 0;
  for (let seconds = 3_600; seconds < 3_650; seconds += 0.5) {
    const { done } = nextProgress({ done: 5e12, total: 9e12 }, { highest, seconds });
    assert.ok(done > highest);
    highest = done;
  }
});
