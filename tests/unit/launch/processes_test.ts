import assert from "node:assert/strict";
import { waitForExit } from "../../../src/launch/process_gone.ts";

Deno.test("processGone settles when the process has gone, and not before", async () => {
  const seen: number[] = [];
  const gone = waitForExit(4711, {
    isAlive: (pid) => seen.push(pid) < 3,
    intervalMs: 1,
  });
  assert.deepEqual(await gone, { kind: "process_gone" });
  assert.deepEqual(seen, [4711, 4711, 4711]);
});
