import assert from "node:assert/strict";
import { Debounce } from "../../../../src/base/async/debounce.ts";

/** A burst on a clock that stands still until it is told to go on. */
function burstOnClock() {
  let time = 0;
  let due: { readonly at: number; readonly callback: () => void } | undefined;
  const told: number[] = [];
  const burst = new Debounce(() => told.push(time), {
    now: () => time,
    after: (milliseconds, callback) => {
      const mine = { at: time + milliseconds, callback };
      due = mine;
      return () => {
        if (due === mine) due = undefined;
      };
    },
  });
  const goOnTo = (then: number) => {
    time = then;
    const ready = due !== undefined && due.at <= time ? due : undefined;
    if (ready === undefined) return;
    due = undefined;
    ready.callback();
  };
  return { burst, told, goOnTo };
}

Deno.test("a burst is told of once, when it has been quiet for a moment", () => {
  const { burst, told, goOnTo } = burstOnClock();
  for (const time of [0, 100, 200]) {
    goOnTo(time);
    burst.trigger();
  }
  goOnTo(449);
  assert.deepEqual(told, []);
  goOnTo(450);
  assert.deepEqual(told, [450]);
});

Deno.test("a burst that does not end is told of every two seconds", () => {
  const { burst, told, goOnTo } = burstOnClock();
  for (let time = 0; time <= 5_000; time += 100) {
    goOnTo(time);
    burst.trigger();
  }
  assert.deepEqual(told, [2_000, 4_000]);
});

Deno.test("a burst that has been ended is not told of", () => {
  const { burst, told, goOnTo } = burstOnClock();
  burst.trigger();
  burst.cancel();
  goOnTo(1_000);
  assert.deepEqual(told, []);
});
