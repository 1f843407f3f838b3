import assert from "node:assert/strict";
import { runStepsSync, EventLoopYielder } from "../../../../src/base/async/yielding.ts";
import { htmlSteps, htmlText } from "../../../../src/base/html_text.ts";

Deno.test("Breather lets timers in while long work goes on", async () => {
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

Deno.test("Breather takes every step of a work, and so does atOnce", async () => {
  assert.equal(await new EventLoopYielder().runSteps(countTo(3)), "3 steps");
  assert.equal(runStepsSync(countTo(3)), "3 steps");
});

Deno.test("htmlSteps reads a large page in many steps, to the same text", async () => {
  const page = "<p>one <b>two</b></p>\n".repeat(20_000);
  assert.ok([...htmlSteps(page)].length > 50);
  assert.equal(await new EventLoopYielder().runSteps(htmlSteps(page)), htmlText(page));
});
