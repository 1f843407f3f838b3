import assert from "node:assert/strict";
import { Breather } from "../../../src/render/breather.ts";

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
