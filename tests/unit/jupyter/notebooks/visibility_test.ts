import assert from "node:assert/strict";
import { FileBackend } from "../../../../src/jupyter/notebooks/file_backend.ts";
import { outputWriteCheck, type Viewer } from "../../../../src/jupyter/notebooks/visibility.ts";

const backend = new FileBackend({
  path: "a.ipynb",
  read: () => assert.fail("not read"),
  update: () => assert.fail("not written"),
  isAsWritten: () => Promise.resolve(true),
  settled: () => Promise.resolve(),
  forget() {},
});

/** What a run is told before it writes, if these are found one after the other; and what is then left to be found. */
async function asked(isUnattended: boolean, ...viewers: Viewer[]) {
  const viewer = () => Promise.resolve(viewers.shift() ?? "none");
  const refusal = await outputWriteCheck({ notebooks: { viewer, isUnattended }, backend, force: false })();
  return { isRefused: refusal !== undefined, left: viewers };
}

Deno.test("outputWriteCheck refuses to write under a page, at once if a caller waits", async () => {
  assert.deepEqual(await asked(false, "connected", "none"), { isRefused: true, left: ["none"] });
});

Deno.test("outputWriteCheck looks again for a connection of our own processes if nobody waits", async () => {
  assert.deepEqual(await asked(true, "connected", "connected", "none"), { isRefused: false, left: [] });
  assert.deepEqual(await asked(true, "in_layout", "none"), { isRefused: true, left: ["none"] });
});
