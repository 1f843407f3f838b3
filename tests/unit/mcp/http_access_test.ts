import assert from "node:assert/strict";
import { secretsEqual } from "../../../src/mcp/http_access.ts";

Deno.test("secretsEqual accepts the secret and nothing else", () => {
  assert.equal(secretsEqual("s3cret", "s3cret"), true);
  for (const other of ["", "s3cre", "s3cret ", "S3cret", "s3cre\u0074\u0301", "x".repeat(100_000)]) {
    assert.equal(secretsEqual(other, "s3cret"), false);
  }
});

Deno.test("secretsEqual compares bytes, not characters", () => {
  assert.equal(secretsEqual("é", "é"), true);
  assert.equal(secretsEqual("e\u0301", "é"), false);
});

Deno.test("secretsEqual accepts nothing if there is no secret", () => {
  assert.equal(secretsEqual("", ""), false);
});
