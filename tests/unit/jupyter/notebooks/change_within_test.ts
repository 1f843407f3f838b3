import assert from "node:assert/strict";
import { changeWithin } from "../../../../src/jupyter/notebooks/shared_file.ts";

/** A document that never changes, and how many watch it. */
function stillDocument() {
  let watchers = 0;
  return {
    onChange() {
      watchers++;
      return () => watchers--;
    },
    get watchers() {
      return watchers;
    },
  };
}

Deno.test("changeWithin ends with its caller, at once where that one has gone already", async () => {
  const document = stillDocument();
  const caller = new AbortController();
  const waiting = changeWithin(document, 60_000, caller.signal);
  caller.abort();
  await assert.rejects(waiting, { name: "AbortError" });
  await assert.rejects(changeWithin(document, 60_000, caller.signal), { name: "AbortError" });
  assert.equal(document.watchers, 0);
});

Deno.test("changeWithin comes to an end on a document that does not change", async () => {
  const document = stillDocument();
  await changeWithin(document, 1, new AbortController().signal);
  assert.equal(document.watchers, 0);
});
