/** Processes of this machine: which run and descend from which, signals, and child processes with their output. */

import type { Environment } from "../base/options.ts";
import type { CommandPrefix } from "./jupyter/environment.ts";
/** The ids of all processes that descend from this one. Kernels run in sessions of their own, so a group is not enough. */
export async function descendantsOf(pid: number): Promise<readonly number[]> {
  const parents = Deno.build.os === "linux" ? parentsFromProc() : await parentsFromPs();
  const children = Map.groupBy(parents, ({ parent }) => parent);
  const found: number[] = [];
  const queue = [pid];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const below = (children.get(next) ?? []).map((entry) => entry.pid).filter((id) => !found.includes(id));
    found.push(...below);
    queue.push(...below);
  }
  return found;
}

/** Kills those that still run. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids.filter(processIsAlive)) {
    try {
      Deno.kill(pid, "SIGKILL");
    } catch {
      // Ended meanwhile.
    }
  }
}

/** Whether a process of this id runs, ours or another user's. */
export function processIsAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid < 1) return false; // Zero and below mean groups of processes.
  return Deno.build.os === "linux" ? isListed(pid) : takesSignals(pid);
}

/** Whether a process of this id runs and is this user's. */
export function processIsOurs(pid: number): boolean {
  if (!processIsAlive(pid)) return false;
  if (Deno.build.os !== "linux") return takesSignals(pid, { fromOthers: false });
  try {
    return Deno.statSync(`/proc/${pid}`).uid === Deno.uid();
  } catch {
    return false; // Ended meanwhile.
  }
}

function isListed(pid: number): boolean {
  try {
    return Deno.statSync(`/proc/${pid}`).isDirectory;
  } catch {
    return false;
  }
}

function takesSignals(pid: number, { fromOthers = true } = {}): boolean {
  try {
    // The global, not an import of node:process, which would cost every start some 15 ms.
    return globalThis.process.kill(pid, 0);
  } catch (error) {
    return fromOthers && error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

interface Parentage {
  readonly pid: number;
  readonly parent: number;
}

function parentsFromProc(): readonly Parentage[] {
  const pids = [...Deno.readDirSync("/proc")].map((entry) => Number(entry.name)).filter(Number.isInteger);
  return pids.flatMap((pid) => {
    try {
      // "12 (a name) S 1 …": the name may hold anything, the fields after its last bracket may not.
      const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
      return [{ pid, parent: Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) }];
    } catch {
      return []; // Ended meanwhile.
    }
  });
}

async function parentsFromPs(): Promise<readonly Parentage[]> {
  const ps = new Deno.Command("ps", { args: ["-A", "-o", "pid=,ppid="], stdin: "null", stderr: "null" });
  const text = new TextDecoder().decode((await ps.output()).stdout);
  return text.trim().split("\n").map((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return { pid: pid ?? 0, parent: parent ?? 0 };
  });
}

interface WaitForExitOptions {
  readonly isAlive?: (pid: number) => boolean;
  readonly intervalMs?: number;
}

/** Settles when the process has exited, even if it is not our child; never if no process is given. */
export function waitForExit(
  pid: number | undefined,
  { isAlive = processIsAlive, intervalMs = 2_000 }: WaitForExitOptions = {},
): Promise<{ readonly kind: "process_gone" }> {
  return new Promise((resolve) => {
    if (pid === undefined) return;
    const timer = setInterval(() => {
      if (isAlive(pid)) return;
      clearInterval(timer);
      resolve({ kind: "process_gone" });
    }, intervalMs);
  });
}

const names: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT", "SIGBREAK"]
  : ["SIGINT", "SIGTERM", "SIGHUP"];

/** Settles at the first signal that asks the program to stop. A second one ends the process at once. */
export function stopSignal(): Promise<{ readonly kind: "signal"; readonly name: Deno.Signal }> {
  return new Promise((resolve) => {
    let seen = 0;
    for (const name of names) {
      Deno.addSignalListener(name, () => {
        seen += 1;
        if (seen > 1) Deno.exit(130);
        resolve({ kind: "signal", name });
      });
    }
  });
}

/** The last lines of a child process's output. */
export interface LineTail {
  /** Settles when the output has ended. */
  readonly ended: Promise<void>;
  /** The last lines that are not blank. */
  lines(): readonly string[];
}

interface LineTailOptions {
  readonly keep?: number;
  readonly onLine?: (line: string) => void;
}

/** Reads the streams to their end line by line, so that the child never blocks on a full pipe. */
export function tailLines(
  streams: readonly ReadableStream<Uint8Array<ArrayBuffer>>[],
  options: LineTailOptions = {},
): LineTail {
  const { keep = 30, onLine = () => {} } = options;
  const kept: string[] = [];
  const take = (line: string) => {
    if (line.trim() === "") return;
    kept.push(line.trimEnd());
    if (kept.length > keep) kept.shift();
    onLine(line.trimEnd());
  };
  const ended = Promise.all(streams.map((stream) => drain(stream, take))).then(() => {});
  return { ended, lines: () => kept };
}

/** Longer lines are cut: a child must not fill our memory. */
const longestLine = 10_000;

async function drain(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  take: (line: string) => void,
): Promise<void> {
  let open = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (open + chunk).split(/\r?\n|\r/);
    open = (lines.pop() ?? "").slice(-longestLine);
    for (const line of lines) take(line);
  }
  take(open);
}

interface RunOptions {
  readonly env: Environment;
  readonly signal?: AbortSignal | undefined;
  readonly onLine?: (line: string) => void;
}

interface RunResult {
  readonly ok: boolean;
  /** The last lines of stdout and stderr together. */
  readonly lines: readonly string[];
}

/** Runs a command to its end with its output captured; a command that does not exist counts as failed. */
export async function runCommand([program, ...args]: CommandPrefix, options: RunOptions): Promise<RunResult> {
  const { env, signal, onLine } = options;
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) variables[name] = value;
  try {
    const child = new Deno.Command(program, {
      args,
      env: variables,
      clearEnv: true,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      ...(signal === undefined ? {} : { signal }),
    }).spawn();
    const output = tailLines([child.stdout, child.stderr], onLine === undefined ? {} : { onLine });
    const [status] = await Promise.all([child.status, output.ended]);
    return { ok: status.success, lines: output.lines() };
  } catch (error) {
    return { ok: false, lines: [error instanceof Error ? error.message : String(error)] };
  }
}
