import assert from "node:assert/strict";
import type { FuzzReport } from "../../scripts/fuzz/fuzz.ts";
import { fuzzDrawings } from "../../scripts/fuzz/fuzz_drawings.ts";
import { fuzzHttp } from "../../scripts/fuzz/fuzz_http.ts";
import { fuzzStdio } from "../../scripts/fuzz/fuzz_stdio.ts";
import { sharedJupyter } from "../harness/servers.ts";

function round() {
  return {
    program: "compiled",
    jupyter: sharedJupyter("collaboration"),
    seed: 7,
    messages: 250,
    limit: 60_000,
  } as const;
}

function checkReport({ sent, answered, outcomes, failures }: FuzzReport): void {
  assert.deepEqual(failures, []);
  assert.equal(sent, 250);
  assert.ok(answered > 150, `${answered} answers`);
  assert.ok((outcomes.get("ok") ?? 0) > 0 && (outcomes.get("invalid_argument") ?? 0) > 0);
}

Deno.test("malformed messages neither end nor stall the program, and no secret comes out", async () => {
  checkReport(await fuzzStdio(round()));
});

Deno.test("neither do malformed messages and requests over HTTP, and nobody gets in without the token", async () => {
  checkReport(await fuzzHttp(round()));
});

Deno.test("hostile pictures and figures neither swell nor stall the program, nor keep another caller waiting", async () => {
  const { failures, answered } = await fuzzDrawings({
    program: "compiled",
    jupyter: sharedJupyter("collaboration"),
  });
  assert.deepEqual(failures, []);
  assert.ok(answered > 8, `${answered} answers`);
});
