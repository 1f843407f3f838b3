import assert from "node:assert/strict";
import { atOnce, Breather } from "../../../../src/base/async/yielding.ts";
import { htmlSteps, htmlText } from "../../../../src/base/html_text.ts";

Deno.test("Breather lets timers in while long work goes on", async () => {
  let isServed = false;
  const timer = setTimeout(() => isServed = true, 0);
  const pace = new Breather();
  for (const start = performance.now(); !isServed && performance.now() - start < 10_000;) {
    await pace.breathe();
  }
  clearTimeout(timer);
  assert.ok(isServed);
});

function* countTo(last: number): Generator<void, string> {
  for (let count = 0; count < last; count++) yield;
  return `${last} steps`;
}

Deno.test("Breather takes every step of a work, and so does atOnce", async () => {
  assert.equal(await new Breather().through(countTo(3)), "3 steps");
  assert.equal(atOnce(countTo(3)), "3 steps");
});

Deno.test("htmlSteps reads a large page in many steps, to the same text", async () => {
  const page = "<p>one <b>two</b></p>\n".repeat(20_000);
  assert.ok([...htmlSteps(page)].length > 50);
  assert.equal(await new Breather().through(htmlSteps(page)), htmlText(page));
});

Deno.test("Breather gives others more turns of the event loop the longer a step took", async () => {
  const { setTimeout: real } = globalThis;
  let time = 0;
  let turns = 0;
  const pace = new Breather(() => time);
  const counted = (...args: Parameters<typeof real>) => {
    turns++;
    return real(...args);
  };
  globalThis.setTimeout = Object.assign(counted, { __promisify__: real.__promisify__ });
  try {
    for (const [worked, expected] of [[9, 0], [10, 4], [55, 20], [1_000, 40]] as const) {
      turns = 0;
      time += worked;
      await pace.breathe();
      assert.equal(turns, expected, `after ${worked} ms`);
      if (expected === 0) time -= worked;
    }
  } finally {
    globalThis.setTimeout = real;
  }
});
