/**
 * Runs every check and every test, or a part of them.
 *
 *     deno task test [words or paths]          all, or the test files whose path holds one of the words
 *     deno task check                          format, lint, types, layers, docs
 *     deno task test:unit [words]
 *     deno task test:tools [words]
 *
 * 1. Nothing stops early. The last line is `N passed, N failed`; a check counts as one test.
 * 2. Python environments, Jupyter servers, views and the compiled binary are made here, so that test files find them.
 * 3. Test files that need a Jupyter are taken from one queue by several workers, each with Jupyter servers of its own.
 *    What a file prints is shown when it has ended.
 */

import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";
import { compile } from "./compile.ts";
import { findChromium } from "./suite/find_chromium.ts";
import { hasR } from "./suite/find_r.ts";
import { Jupyters } from "./suite/jupyters.ts";
import { PartOutput } from "./suite/part_output.ts";
import { groups, parts } from "./suite/parts.ts";
import type { Part } from "./suite/parts.ts";
import { runDeno } from "./suite/run_command.ts";
import { matching, testFilesIn } from "./suite/select_files.ts";
import { add, countsOf, failuresIn, none } from "./suite/summary.ts";
import type { Counts } from "./suite/summary.ts";
import { duration, say } from "./terminal.ts";
import { buildViews } from "./views.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const { values: { group }, positionals: words } = parseArgs({
  args: Deno.args,
  options: { group: { type: "string" } },
  allowPositionals: true,
});

/** Tests wait for kernels more than they compute. */
const workers = Math.min(navigator.hardwareConcurrency + 1, 4);

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

/** A test file that needs a Jupyter. */
interface QueuedFile {
  readonly part: TestPart;
  readonly file: string;
}

async function main(): Promise<number> {
  const jupyters = new Set<Jupyters>();
  endWith(jupyters);
  Deno.env.set("DENO_DIR", await denoDir());
  await buildViews();
  const names = group === undefined ? undefined : groups[group];
  const tasks = await tasksOf(parts.filter(({ name }) => names === undefined || names.includes(name)));
  const isWhole = group === undefined && words.length === 0;
  const outcomes: Outcome[] = [];
  if (!isWhole) {
    const files = tasks.flatMap((task) => task.files);
    const args = ["check", "--quiet", ...files];
    if (files.length > 0) {
      outcomes.push(await runAlone({ part: { kind: "check", name: "types", args }, files }));
    }
    if (tasks.some(needsBinary)) await compile();
  }
  const queue: QueuedFile[] = [];
  for (const task of tasks) {
    const { part, files } = task;
    if (part.kind === "tests" && part.needs.includes("jupyter")) {
      const lack = await lackFor(part);
      if (lack === undefined) queue.push(...files.map((file) => ({ part, file })));
      else outcomes.push(leftOut(part, `${files.length} files, because ${lack}`));
    } else outcomes.push(await runAlone(task));
  }
  return conclude([...outcomes, ...byPart(await runQueue(queue, jupyters))]);
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

/** Runs a check, or all test files of a part at once. */
async function runAlone({ part, files }: Task): Promise<Outcome> {
  return await runShown(part.name, async (output) => {
    if (part.kind === "tests") return await runTests(files, { output, args: ["--parallel"] });
    const code = await runDeno(part.args, { cwd: root, output });
    return { counts: code === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 } };
  }, { show: true });
}

async function runQueue(queue: QueuedFile[], jupyters: Set<Jupyters>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const work = async () => {
    // R's kernel does not speak over Unix sockets.
    await using servers = new Jupyters({ report: reportStart });
    await using serversForR = new Jupyters({ report: reportStart, transport: "tcp" });
    jupyters.add(servers).add(serversForR);
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { part, file } = next;
      const { name, ...outcome } = await runShown(file, async (output) => {
        const env = await (part.needs.includes("r") ? serversForR : servers).variables();
        return await runTests([file], { output, env });
      }, { show: isAlone });
      outcomes.push({ name: part.name, ...outcome });
      if (!isAlone) say(`  ${name}: ${duration(outcome.milliseconds)}, ${queue.length} files left`);
    }
  };
  const isAlone = queue.length === 1;
  await Promise.all(Array.from({ length: Math.min(workers, queue.length) }, work));
  return outcomes;
}

function reportStart(line: string): void {
  say(`  ${line}`);
}

/** Runs something under a header; what it prints is shown as it comes, or at its end. */
async function runShown(
  name: string,
  run: (output: PartOutput) => Promise<Result>,
  { show }: { show: boolean },
): Promise<Outcome> {
  const header = `\n── ${name} ${"─".repeat(Math.max(0, 60 - name.length))}`;
  if (show) say(header);
  const started = performance.now();
  const output = new PartOutput({ show });
  const result = await settle(run(output), output);
  if (!show) say(header);
  await output.end();
  const failures = result.counts.failed > 0 ? failuresIn(output.text()) : "";
  return { name, ...result, milliseconds: performance.now() - started, failures };
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

async function runTests(
  files: readonly string[],
  { output, args = [], env = {} }: {
    readonly output: PartOutput;
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  },
): Promise<Result> {
  const options = [
    "--allow-all",
    "--sanitize-ops",
    "--sanitize-resources",
    // The types have been checked before.
    "--no-check",
    ...args,
  ];
  const code = await runDeno(["test", ...options, ...files], { cwd: root, output, env });
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

function leftOut({ name }: Part, what: string): Outcome {
  return { name, counts: none, milliseconds: 0, note: `LEFT OUT: ${what}`, failures: "" };
}

/** The outcomes of a part's files together; the time is the sum of theirs. */
function byPart(outcomes: readonly Outcome[]): Outcome[] {
  return [...Map.groupBy(outcomes, ({ name }) => name)].map(([name, files]) => {
    const notes = files.flatMap(({ note }) => note ?? []);
    return {
      name,
      counts: files.map(({ counts }) => counts).reduce(add, none),
      milliseconds: files.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
      ...(notes.length === 0 ? {} : { note: notes.join("; ") }),
      failures: files.map(({ failures }) => failures).filter((text) => text !== "").join("\n\n"),
    };
  });
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
