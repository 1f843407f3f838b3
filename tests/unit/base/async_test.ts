import assert from "node:assert/strict";
import {
  Debounce,
  EventLoopYielder,
  KeyedMutex,
  runStepsSync,
  Semaphore,
  untilAborted,
} from "../../../src/base/async.ts";
import { htmlSteps, htmlText } from "../../../src/base/html_text.ts";
Deno.test("Semaphore lets so many work at once, in the order in which they came", async () => {
  const gate = new Semaphore(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const all = ends.map(({ promise }, number) =>
    gate.run(async () => {
      begun.push(number);
      await promise;
    })
  );
  await Promise.resolve();
  assert.deepEqual(begun, [0, 1]);
  ends[1]?.resolve();
  await all[1];
  assert.deepEqual(begun, [0, 1, 2]);
  for (const { resolve } of ends) resolve();
  await Promise.all(all);
  assert.deepEqual(begun, [0, 1, 2, 3, 4]);
});

Deno.test("Semaphore frees the place of work that fails, and drops who goes while waiting", async () => {
  const gate = new Semaphore(1);
  const end = Promise.withResolvers<void>();
  const failing = gate.run(() => end.promise);
  const aborter = new AbortController();
  const gone = gate.run(() => Promise.reject(new Error("never begun")), aborter.signal);
  const last = gate.run(() => Promise.resolve("through"));
  aborter.abort(new Error("gone"));
  await assert.rejects(gone, /gone/);
  end.reject(new Error("failed"));
  await assert.rejects(failing, /failed/);
  assert.equal(await last, "through");
});

Deno.test("KeyedMutex does the works of one name one after the other, and those of others meanwhile", async () => {
  const lines = new KeyedMutex();
  const begun: string[] = [];
  const end = Promise.withResolvers<void>();
  const work = (name: string, until?: Promise<void>) => async () => {
    begun.push(name);
    await until;
    return name;
  };
  const first = lines.run("a", work("first", end.promise));
  const second = lines.run("a", work("second"));
  assert.equal(await lines.run("b", work("other")), "other");
  assert.deepEqual(begun, ["first", "other"]);
  end.reject(new Error("failed"));
  await assert.rejects(first, /failed/);
  assert.equal(await second, "second");
  assert.equal(await lines.run("a", work("third")), "third");
});

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

Deno.test("Debounce: a burst is reported once, when it has been quiet for a moment", () => {
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

Deno.test("Debounce: a burst that does not end is reported every two seconds", () => {
  const { burst, told, goOnTo } = burstOnClock();
  for (let time = 0; time <= 5_000; time += 100) {
    goOnTo(time);
    burst.trigger();
  }
  assert.deepEqual(told, [2_000, 4_000]);
});

Deno.test("Debounce: a burst that has been ended is not reported", () => {
  const { burst, told, goOnTo } = burstOnClock();
  burst.trigger();
  burst.cancel();
  goOnTo(1_000);
  assert.deepEqual(told, []);
});

const failed = new Error("the work failed");
const gone = new Error("the caller has gone");

Deno.test("untilAborted owns work that fails after its caller has gone", async () => {
  for (const isGoneBefore of [true, false]) {
    const caller = new AbortController();
    const work = Promise.withResolvers<void>();
    if (isGoneBefore) caller.abort(gone);
    const waiting = untilAborted(work.promise, caller.signal);
    caller.abort(gone);
    await assert.rejects(waiting, gone);
    // Nobody waits for it any more: a rejection without an owner would end the test run.
    work.reject(failed);
    await new Promise((resolve) => setTimeout(resolve));
  }
});

Deno.test("untilAborted gives what comes first", async () => {
  const { signal } = new AbortController();
  assert.equal(await untilAborted(Promise.resolve(1), signal), 1);
  assert.equal(await untilAborted(Promise.resolve(1), undefined), 1);
  await assert.rejects(untilAborted(Promise.reject(failed), signal), failed);
  await assert.rejects(untilAborted(Promise.resolve(1), AbortSignal.abort(gone)), gone);
});

Deno.test("EventLoopYielder lets timers in while long work continues", async () => {
  let isServed = false;
  const timer = setTimeout(() => isServed = true, 0);
  const pace = new EventLoopYielder();
  for (const start = performance.now(); !isServed && performance.now() - start < 10_000;) {
    await pace.yieldIfDue();
  }
  clearTimeout(timer);
  assert.ok(isServed);
});

function* countTo(last: number): Generator<void, string> {
  for (let count = 0; count < last; count++) yield;
  return `${last} steps`;
}

Deno.test("EventLoopYielder takes every step of a work, and so does runStepsSync", async () => {
  assert.equal(await new EventLoopYielder().runSteps(countTo(3)), "3 steps");
  assert.equal(runStepsSync(countTo(3)), "3 steps");
});

Deno.test("htmlSteps reads a large page in many steps, to the same text", async () => {
  const page = "<p>one <b>two</b></p>\n".repeat(20_000);
  assert.ok([...htmlSteps(page)].length > 50);
  assert.equal(await new EventLoopYielder().runSteps(htmlSteps(page)), htmlText(page));
});

Deno.test("EventLoopYielder gives others more turns of the event loop the longer a step took", async () => {
  const { setTimeout: real } = globalThis;
  let time = 0;
  let turns = 0;
  const pace = new EventLoopYielder(() => time);
  const counted = (...args: Parameters<typeof real>) => {
    turns++;
    return real(...args);
  };
  globalThis.setTimeout = Object.assign(counted, { __promisify__: real.__promisify__ });
  try {
    for (const [worked, expected] of [[9, 0], [10, 4], [55, 20], [1_000, 40]] as const) {
      turns = 0;
      time += worked;
      await pace.yieldIfDue();
      assert.equal(turns, expected, `after ${worked} ms`);
      if (expected === 0) time -= worked;
    }
  } finally {
    globalThis.setTimeout = real;
  }
});
