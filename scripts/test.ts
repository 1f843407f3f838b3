/**
 * Runs every check and every test, or the tests whose path holds one of the given words.
 *
 *     deno task test [words or paths]
 *
 * Nothing stops early. The last line is `N passed, N failed`; a check counts as one test. Python
 * environments, Jupyter servers and the compiled binary are made here, so that test files find them.
 */

import { fileURLToPath } from "node:url";
import { z } from "zod";
import { compile } from "./compile.ts";
import { findChromium } from "./suite/find_chromium.ts";
import { Jupyters } from "./suite/jupyters.ts";
import { parts } from "./suite/parts.ts";
import type { Part } from "./suite/parts.ts";
import { runDeno } from "./suite/run_command.ts";
import { matching, testFilesIn } from "./suite/select_files.ts";
import { add, countsOf, none } from "./suite/summary.ts";
import type { Counts } from "./suite/summary.ts";
import { duration, say } from "./terminal.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const words = Deno.args;

interface Outcome {
  readonly name: string;
  readonly counts: Counts;
  readonly milliseconds: number;
  /** Why it was left out, or other news for the end of the run. */
  readonly note?: string;
}

type Result = { readonly counts: Counts; readonly note?: string };
type TestPart = Extract<Part, { kind: "tests" }>;

async function main(): Promise<number> {
  await using jupyters = new Jupyters((line) => say(`  ${line}`));
  endWith(jupyters);
  Deno.env.set("DENO_DIR", await denoDir());
  const outcomes: Outcome[] = [];
  for (const part of parts) {
    const files = part.kind === "tests" ? matching(await testFilesIn(root, part.folder), words) : [];
    if (files.length === 0 && (part.kind === "tests" || words.length > 0)) continue;
    say(`\n── ${part.name} ${"─".repeat(60 - part.name.length)}`);
    const started = performance.now();
    const result = await settle(
      part.kind === "check" ? runCheck(part.args) : runTests(part, files, jupyters),
    );
    outcomes.push({ name: part.name, ...result, milliseconds: performance.now() - started });
  }
  return conclude(outcomes);
}

/** What goes wrong around the tests (no Python, no runtime to compile with) is a failure like any other. */
async function settle(running: Promise<Result>): Promise<Result> {
  try {
    return await running;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return { counts: { ...none, failed: 1 } };
  }
}

async function runCheck(args: readonly string[]): Promise<Result> {
  const { code } = await runDeno(args, { cwd: root });
  return { counts: code === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 } };
}

async function runTests(part: TestPart, files: readonly string[], jupyters: Jupyters): Promise<Result> {
  const chromium = part.needs.includes("chromium") ? await findChromium() : "";
  if (chromium === undefined) {
    return { counts: none, note: `LEFT OUT: ${files.length} files, because Chromium is not installed` };
  }
  if (part.needs.includes("binary") && words.length > 0) await compile();
  const variables = part.needs.includes("jupyter") ? await jupyters.variables() : {};
  const sanitizers = ["--sanitize-ops", "--sanitize-resources"];
  // The whole suite has checked the types already.
  const check = words.length === 0 ? ["--no-check"] : [];
  const { code, output } = await runDeno(["test", "--allow-all", ...check, ...sanitizers, ...files], {
    cwd: root,
    env: { ...variables, ...(chromium === "" ? {} : { CHROMIUM_BIN: chromium }) },
  });
  const counts = countsOf(output, code);
  return counts.ignored === 0
    ? { counts }
    : { counts, note: `LEFT OUT: ${counts.ignored} tests that ignore themselves` };
}

function conclude(outcomes: readonly Outcome[]): number {
  say();
  for (const { name, counts, milliseconds, note } of outcomes) {
    const mark = counts.failed > 0 ? "✘" : counts.passed > 0 ? "✔" : "–";
    const numbers = `${String(counts.passed).padStart(4)} passed ${String(counts.failed).padStart(3)} failed`;
    say(
      `${mark} ${name.padEnd(8)} ${numbers}  ${duration(milliseconds).padStart(8)}${
        note === undefined ? "" : `  ${note}`
      }`,
    );
  }
  const total = outcomes.map(({ counts }) => counts).reduce(add, none);
  if (outcomes.length === 0) {
    say(`no test file holds ${words.map((word) => `"${word}"`).join(" or ")} in its path`);
  }
  say(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 || outcomes.length === 0 ? 1 : 0;
}

/** Deno's cache, named, so that programs started with another HOME still find it. */
async function denoDir(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"], cwd: root })
    .output();
  return z.object({ denoDir: z.string() }).parse(JSON.parse(new TextDecoder().decode(stdout))).denoDir;
}

function endWith(jupyters: Jupyters): void {
  const signals = Deno.build.os === "windows"
    ? ["SIGINT"] as const
    : ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) {
    Deno.addSignalListener(signal, async () => {
      await jupyters[Symbol.asyncDispose]();
      Deno.exit(130);
    });
  }
}

if (import.meta.main) Deno.exit(await main());
