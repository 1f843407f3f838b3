import assert from "node:assert/strict";
import { fuzzStdio } from "../../scripts/fuzz/fuzz_stdio.ts";
import { sharedJupyter } from "../harness/servers.ts";

Deno.test("malformed messages neither end nor stall the program, and no secret comes out", async () => {
  const { sent, answered, outcomes, failures } = await fuzzStdio({
    program: "compiled",
    jupyter: sharedJupyter("collaboration"),
    seed: 7,
    messages: 250,
  });
  assert.deepEqual(failures, []);
  assert.equal(sent, 250);
  assert.ok(answered > 150, `${answered} answers`);
  assert.ok((outcomes.get("ok") ?? 0) > 0 && (outcomes.get("invalid_argument") ?? 0) > 0);
});
