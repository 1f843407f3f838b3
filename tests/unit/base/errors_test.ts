import assert from "node:assert/strict";
import { AppError, errorCodes } from "../../../src/base/errors.ts";

Deno.test("AppError carries its code, hint, details and cause", () => {
  const cause = new Error("below");
  const error = new AppError("conflict", "Cannot write", {
    hint: "Read it again",
    details: { path: "a" },
    cause,
  });
  assert.ok(error instanceof Error);
  assert.equal(error.name, "AppError");
  assert.equal(error.code, "conflict");
  assert.equal(error.message, "Cannot write");
  assert.equal(error.hint, "Read it again");
  assert.deepEqual(error.details, { path: "a" });
  assert.equal(error.cause, cause);
});

Deno.test("AppError has no hint, no details and no cause unless they are given", () => {
  const error = new AppError("internal", "Cannot do it");
  assert.equal(error.hint, undefined);
  assert.deepEqual(error.details, {});
  assert.ok(!("cause" in error));
});

Deno.test("errorCodes explains every code in one sentence", () => {
  for (const [code, text] of Object.entries(errorCodes)) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/);
    assert.match(text, /^[A-Z].*\.$/);
  }
});
