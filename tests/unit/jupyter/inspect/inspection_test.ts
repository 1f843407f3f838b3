import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { inspectionFailure } from "../../../../src/jupyter/inspect/inspection.ts";

Deno.test("inspectionFailure asks to try again after an interrupt, and treats any other exception as a bug", () => {
  const interrupted = inspectionFailure("KeyboardInterrupt", "at line 3");
  assert.ok(interrupted instanceof AppError);
  assert.deepEqual([interrupted.code, interrupted.hint?.includes("again")], ["kernel_busy", true]);
  assert.match(
    inspectionFailure("TypeError", "at line 3").message,
    /^the inspection failed in the kernel: TypeError at line 3$/,
  );
});
