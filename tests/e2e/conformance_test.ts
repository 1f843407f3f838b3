/** The protocol's own checks of the compiled program: the official suite and the Inspector's CLI. */

import assert from "node:assert/strict";
import { z } from "zod";
import { runSuite } from "../../scripts/conformance/run_suite.ts";
import { notApplicable, notScored } from "../../scripts/conformance/scenarios.ts";
import { startHttpProgram } from "../harness/http_program.ts";
import { binaryPath } from "../harness/program.ts";
import { sharedJupyter } from "../harness/servers.ts";

const revisions = { "2025-11-25": 10, "2026-07-28": 10 };

for (const [revision, least] of Object.entries(revisions)) {
  Deno.test(`every scenario that ${revision} requires and that can be asked of us passes`, async () => {
    await using program = await startHttpProgram({
      program: "compiled",
      jupyter: sharedJupyter("collaboration"),
    });
    const results = await runSuite(program, revision);
    const asked = results.filter(({ scenario }) =>
      !Object.hasOwn(notApplicable, scenario) && !notScored.test(scenario)
    );
    assert.ok(asked.length >= least, JSON.stringify(asked));
    assert.deepEqual(asked.filter(({ failed }) => failed > 0), []);
    // One that has begun to pass is no longer to be excused.
    const excused = results.filter(({ scenario, failed }) =>
      Object.hasOwn(notApplicable, scenario) && failed === 0
    );
    assert.deepEqual(excused, []);
    const stateless = results.find(({ scenario }) => scenario === "server-stateless");
    if (stateless !== undefined) assert.ok(stateless.failed <= 4, JSON.stringify(stateless));
  });
}

const inspector = "@modelcontextprotocol/inspector@2.12.0";

/** What the Inspector's CLI prints about a server started by it. */
async function inspect(...args: string[]): Promise<unknown> {
  const { url, token } = sharedJupyter("collaboration");
  const { code, stdout, stderr } = await new Deno.Command("npx", {
    args: ["--yes", "--loglevel=error", inspector, "--cli", ...args, "--quiet", "--format", "json"]
      .concat(["-e", `JUPYTER_TOKEN=${token}`, "--", binaryPath(), "--jupyter-url", url]),
  }).output();
  const decoder = new TextDecoder();
  assert.equal(code, 0, decoder.decode(stderr) + decoder.decode(stdout));
  return JSON.parse(decoder.decode(stdout));
}

Deno.test("the Inspector's CLI lists the tools and calls one, in both eras", async () => {
  for (const era of ["legacy", "modern"]) {
    const listed = await inspect("--protocol-era", era, "--method", "tools/list", "--strict");
    const { tools } = z.object({ result: z.object({ tools: z.array(z.looseObject({ name: z.string() })) }) })
      .parse(listed).result;
    assert.ok(tools.some(({ name }) => name === "execute_code"));
    const called = await inspect(
      "--protocol-era",
      era,
      "--method",
      "tools/call",
      "--tool-name",
      "session_list",
    );
    assert.match(JSON.stringify(called), /sessions/);
  }
});
