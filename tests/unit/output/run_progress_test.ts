import assert from "node:assert/strict";
import { grown } from "../../../src/output/run_progress.ts";

/** What is told of a run whose bar stands so, every half second. */
function told(bars: readonly ({ readonly done: number; readonly total: number } | undefined)[]) {
  let highest = 0;
  return bars.map((bar, index) => {
    const shown = grown(bar, { highest, seconds: (index + 1) / 2 });
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
    const { done } = grown({ done: 1, total: 3 }, { highest, seconds });
    assert.ok(done > highest && done <= 1.1);
    highest = done;
  }
});

Deno.test("grown grows also where the number is as large as that of bytes", () => {
  let highest = 0;
  for (let seconds = 3_600; seconds < 3_650; seconds += 0.5) {
    const { done } = grown({ done: 5e12, total: 9e12 }, { highest, seconds });
    assert.ok(done > highest);
    highest = done;
  }
});
