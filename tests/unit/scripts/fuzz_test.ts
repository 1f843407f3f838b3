import assert from "node:assert/strict";
import { Tally } from "../../../scripts/fuzz/answers.ts";

Deno.test("the fuzzer takes every internal error for a bug, whatever its text", () => {
  const tally = new Tally();
  const refused = { jsonrpc: "2.0", id: 1 } as const;
  tally.count({ ...refused, error: { code: -32602, message: "Invalid params of prompts/get: name: …" } });
  assert.deepEqual(tally.failures, []);
  tally.count({ ...refused, error: { code: -32603, message: '[{"path":["params"]}]' } });
  tally.count({ ...refused, error: { code: -32603, message: "Internal error" } });
  assert.equal(tally.failures.length, 2);
});
