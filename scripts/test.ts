/**
 * Runs every check and every test, or the tests whose path holds one of the given words.
 *
 *     deno task test [words or paths]
 *
 * Nothing stops early. The last line is `N passed, N failed`; a check counts as one test. Python
 * environments, Jupyter servers and the compiled binary are made here, so that test files find them.
 * The slow parts run in two lanes, each with Jupyter servers of its own.
 */

import { fileURLToPath } from "node:url";
import { z } from "zod";
import { compile } from "./compile.ts";
import { findChromium } from "./suite/find_chromium.ts";
import { hasR } from "./suite/find_r.ts";
import { Jupyters } from "./suite/jupyters.ts";
import { PartOutput } from "./suite/part_output.ts";
import { parts } from "./suite/parts.ts";
import type { Part } from "./suite/parts.ts";
import { runDeno } from "./suite/run_command.ts";
import { matching, testFilesIn } from "./suite/select_files.ts";
import { add, countsOf, failuresIn, none } from "./suite/summary.ts";
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
  /** What it said about its failures. */
  readonly failures: string;
}

type Result = { readonly counts: Counts; readonly note?: string };
type TestPart = Extract<Part, { kind: "tests" }>;

/** A part with something to run. */
interface Task {
  readonly part: Part;
  readonly files: readonly string[];
}

async function main(): Promise<number> {
  const jupyters = new Set<Jupyters>();
  endWith(jupyters);
  Deno.env.set("DENO_DIR", await denoDir());
  const tasks = await tasksOf(parts);
  if (words.length > 0 && tasks.some(needsBinary)) await compile();
  const lanes = Map.groupBy(tasks, ({ part }) => part.kind === "tests" ? part.lane : undefined);
  const first = await runInOrder(lanes.get(undefined) ?? [], { jupyters, show: true });
  lanes.delete(undefined);
  const show = lanes.size === 1;
  const rest = await Promise.all([...lanes.values()].map((lane) => runInOrder(lane, { jupyters, show })));
  return conclude([...first, ...rest.flat()]);
}

async function tasksOf(all: readonly Part[]): Promise<Task[]> {
  const tasks = await Promise.all(all.map(async (part): Promise<Task> => ({
    part,
    files: part.kind === "tests" ? matching(await testFilesIn(root, part.folder), words) : [],
  })));
  return tasks.filter(({ part, files }) => files.length > 0 || (part.kind === "check" && words.length === 0));
}

/** The whole suite compiles as one of its checks. */
function needsBinary({ part }: Task): boolean {
  return part.kind === "tests" && part.needs.includes("binary");
}

/** Runs parts one after another. Where two lanes run at once, a part's output is shown whole at its end. */
async function runInOrder(
  tasks: readonly Task[],
  { jupyters, show }: { jupyters: Set<Jupyters>; show: boolean },
): Promise<Outcome[]> {
  await using servers = new Jupyters((line) => say(`  ${line}`));
  jupyters.add(servers);
  const outcomes: Outcome[] = [];
  for (const { part, files } of tasks) {
    const header = `\n── ${part.name} ${"─".repeat(60 - part.name.length)}`;
    if (show) say(header);
    const started = performance.now();
    const output = new PartOutput({ show });
    const result = await settle(
      part.kind === "check" ? runCheck(part.args, output) : runTests({ part, files }, { servers, output }),
      output,
    );
    if (!show) say(header);
    await output.end();
    const failures = result.counts.failed > 0 ? failuresIn(output.text()) : "";
    outcomes.push({ name: part.name, ...result, milliseconds: performance.now() - started, failures });
  }
  return outcomes;
}

/** What goes wrong around the tests (no Python, no runtime to compile with) is a failure like any other. */
async function settle(running: Promise<Result>, output: PartOutput): Promise<Result> {
  try {
    return await running;
  } catch (error) {
    await output.take(`${error instanceof Error ? error.message : String(error)}\n`);
    return { counts: { ...none, failed: 1 } };
  }
}

async function runCheck(args: readonly string[], output: PartOutput): Promise<Result> {
  const code = await runDeno(args, { cwd: root, output });
  return { counts: code === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 } };
}

async function runTests(
  { part, files }: { part: TestPart; files: readonly string[] },
  { servers, output }: { servers: Jupyters; output: PartOutput },
): Promise<Result> {
  const lack = await lackFor(part);
  if (lack !== undefined) return { counts: none, note: `LEFT OUT: ${files.length} files, because ${lack}` };
  const variables = part.needs.includes("jupyter") ? await servers.variables() : {};
  const options = [
    "--allow-all",
    "--sanitize-ops",
    "--sanitize-resources",
    // The whole suite has checked the types already.
    ...(words.length === 0 ? ["--no-check"] : []),
  ];
  const code = await runDeno(["test", ...options, ...files], { cwd: root, output, env: variables });
  const counts = countsOf(output.text(), code);
  return counts.ignored === 0
    ? { counts }
    : { counts, note: `LEFT OUT: ${counts.ignored} tests that ignore themselves` };
}

/** What this machine lacks for a part; undefined where it has everything. */
async function lackFor({ needs }: TestPart): Promise<string | undefined> {
  if (needs.includes("chromium") && await findChromium() === undefined) return "Chromium is not installed";
  if (needs.includes("r") && !await hasR()) return "R's kernel (IRkernel) is not installed";
  return undefined;
}

function conclude(outcomes: readonly Outcome[]): number {
  // Again, and last: a long output is read from its end.
  for (const { name, failures } of outcomes) {
    if (failures !== "") say(`\n── failed in ${name} ${"─".repeat(50 - name.length)}\n${failures}`);
  }
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

function endWith(jupyters: ReadonlySet<Jupyters>): void {
  const signals = Deno.build.os === "windows"
    ? ["SIGINT"] as const
    : ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) {
    Deno.addSignalListener(signal, async () => {
      await Promise.all([...jupyters].map((servers) => servers[Symbol.asyncDispose]()));
      Deno.exit(130);
    });
  }
}

if (import.meta.main) Deno.exit(await main());
