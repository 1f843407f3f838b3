/** The protocol's own checks of the compiled program: the official suite and the Inspector's CLI. */

import assert from "node:assert/strict";
import { z } from "zod";
import { runSuite, type ScenarioResult } from "../../scripts/conformance/run_suite.ts";
import { notApplicable, notScored, withFixtures } from "../../scripts/conformance/scenarios.ts";
import { startFixtureServer } from "../harness/fixture_server.ts";
import { startHttpProgram } from "../harness/http_program.ts";
import { binaryPath } from "../harness/program.ts";
import { sharedJupyter } from "../harness/servers.ts";

const revisions = ["2025-11-25", "2026-07-28"];

/** All that are not excused pass, and none that is excused has begun to. */
function checkResults(
  results: readonly ScenarioResult[],
  { isExcused, least }: { readonly isExcused: (scenario: string) => boolean; readonly least: number },
): void {
  const scored = results.filter(({ scenario }) => !notScored.test(scenario));
  const asked = scored.filter(({ scenario }) => !isExcused(scenario));
  assert.ok(asked.length >= least, JSON.stringify(asked));
  assert.deepEqual(asked.filter(({ failed }) => failed > 0), []);
  assert.deepEqual(scored.filter(({ scenario, failed }) => isExcused(scenario) && failed === 0), []);
}

function failuresOf(results: readonly ScenarioResult[], name: string): number {
  return results.find(({ scenario }) => scenario === name)?.failed ?? 0;
}

const isNotApplicable = (scenario: string) => Object.hasOwn(notApplicable, scenario);

for (const revision of revisions) {
  Deno.test(`every scenario that ${revision} requires and that can be asked of us passes`, async () => {
    await using program = await startHttpProgram({
      program: "compiled",
      jupyter: sharedJupyter("collaboration"),
    });
    const results = await runSuite(program, revision);
    const isExcused = (scenario: string) => isNotApplicable(scenario) || withFixtures.has(scenario);
    checkResults(results, { isExcused, least: 10 });
    assert.ok(failuresOf(results, "server-stateless") <= 4, JSON.stringify(results));
  });

  Deno.test(`those of ${revision} that name fixtures pass on our server with the fixtures in it`, async () => {
    await using server = await startFixtureServer();
    const results = await runSuite(server, revision);
    checkResults(results, { isExcused: isNotApplicable, least: 20 });
    assert.ok(failuresOf(results, "server-stateless") <= 2, JSON.stringify(results));
  });
}

const inspector = "@modelcontextprotocol/inspector@2.12.0";

/** What the Inspector's CLI prints. */
async function inspect(...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await new Deno.Command("npx", {
    args: ["--yes", "--loglevel=error", inspector, "--cli", ...args],
  }).output();
  const decoder = new TextDecoder();
  assert.equal(code, 0, decoder.decode(stderr) + decoder.decode(stdout));
  return JSON.parse(decoder.decode(stdout));
}

const listing = z.object({
  result: z.object({ tools: z.array(z.looseObject({ name: z.string() })) }),
});

/** Has it list the tools with its strict check of schemas and call one, in both eras. */
async function inspectTools(ask: (...args: string[]) => Promise<unknown>): Promise<void> {
  for (const era of ["legacy", "modern"]) {
    const quiet = ["--protocol-era", era, "--quiet", "--format", "json"];
    const { tools } = listing.parse(await ask(...quiet, "--method", "tools/list", "--strict")).result;
    assert.ok(tools.some(({ name }) => name === "execute_code"));
    const called = await ask(...quiet, "--method", "tools/call", "--tool-name", "session_list");
    assert.match(JSON.stringify(called), /sessions/);
  }
}

Deno.test("the Inspector's CLI lists the tools and calls one over stdio, in both eras", async () => {
  const { url, token } = sharedJupyter("collaboration");
  const started = ["-e", `JUPYTER_TOKEN=${token}`, "--", binaryPath(), "--jupyter-url", url];
  await inspectTools((...args) => inspect(...args, ...started));
});

Deno.test("the Inspector's CLI lists the tools and calls one over HTTP, in both eras", async () => {
  await using program = await startHttpProgram({
    program: "compiled",
    jupyter: sharedJupyter("collaboration"),
  });
  const address = [program.url, "--transport", "http"];
  const header = ["--header", `Authorization: Bearer ${program.token}`];
  await inspectTools((...args) => inspect(...address, ...args, ...header));
});
