import assert from "node:assert/strict";
import { mainShellState, type WatchedKernel } from "../../../../src/jupyter/kernel/pool.ts";

const kernel = (isBusy: boolean, mainAnswers: () => Promise<void>): WatchedKernel => ({
  isConnected: true,
  isBusy,
  inspector: { mainAnswers },
});
const never = () => new Promise<void>(() => undefined);

Deno.test("mainShellState calls a kernel busy whose cell continues, though a look beside it has ended", async () => {
  assert.equal(await mainShellState(kernel(true, never), "idle"), "busy");
});

Deno.test("mainShellState believes the main shell more than what we have seen", async () => {
  assert.equal(await mainShellState(kernel(true, () => Promise.resolve()), "idle"), "idle");
  assert.equal(await mainShellState(kernel(true, () => Promise.reject(new Error("cut"))), "idle"), "idle");
});

Deno.test("mainShellState asks nothing if there is no doubt", async () => {
  const asked = () => assert.fail("it was asked");
  assert.equal(await mainShellState(kernel(false, asked), "idle"), "idle");
  assert.equal(await mainShellState(kernel(true, asked), "busy"), "busy");
  assert.equal(await mainShellState({ ...kernel(true, asked), isConnected: false }, "idle"), "idle");
  assert.equal(await mainShellState(undefined, undefined), "unknown");
});
