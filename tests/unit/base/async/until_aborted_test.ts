import assert from "node:assert/strict";
import { untilAborted } from "../../../../src/base/async/until_aborted.ts";

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
