/**
 * A Jupyter in the background, for commands that end at once while the state of their kernels is to stay.
 *
 * 1. It is kept by a process of its own: this program again, without a terminal. That process ends with its Jupyter,
 *    which ends by itself when nobody has used it for a while, or by {@linkcode stopBackground}.
 * 2. Every program of this user finds it. Commands that start at the same time start one only.
 * 3. The token goes through a pipe, never through arguments.
 */

import { settlesWithin } from "../../base/async.ts";
import { asRecord, tryParseJson } from "../../base/json.ts";
import { createLogger } from "../../base/log.ts";
import type { JupyterTarget } from "../../base/protocol.ts";
import { acquireFileLock } from "../file_lock.ts";
import { processIsOurs, stopSignal, waitForExit } from "../processes.ts";
import { printText } from "../terminal.ts";
import { type Machine, thisMachine } from "../user_folders.ts";
import { ownCommand } from "../workers/own_process.ts";
import { type JupyterFailure, ManagedJupyter } from "./managed.ts";
import { ownedPorts } from "./server_files.ts";
import { rootIdentity } from "./target.ts";

type Started = { readonly kind: "started"; readonly target: JupyterTarget } | JupyterFailure;

interface EnsureOptions {
  readonly machine: Machine;
  readonly rootDir: string;
  /** Looks for a server that another process has started meanwhile. */
  readonly find: () => Promise<JupyterTarget | undefined>;
}

/** The server that is found, or else a new one in the background. */
export async function ensureBackground({ machine, rootDir, find }: EnsureOptions): Promise<Started> {
  const lock = await acquireFileLock("background-jupyter", { machine, timeoutMs: 90_000 });
  try {
    const found = await find();
    return found === undefined ? await startKeeper(rootDir) : { kind: "started", target: found };
  } finally {
    lock.release();
  }
}

async function startKeeper(rootDir: string): Promise<Started> {
  const { program, args } = ownCommand("keeper");
  const child = new Deno.Command(program, {
    args: [...args, rootDir],
    stdin: "null",
    stdout: "piped",
    stderr: "null",
    detached: true,
  }).spawn();
  child.unref();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let line = "";
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    line += piece.value;
    if (line.endsWith("\n")) break;
  }
  await reader.cancel();
  const { url, token, message, hint } = asRecord(tryParseJson(line));
  if (typeof url === "string" && typeof token === "string") {
    return {
      kind: "started",
      target: { url, token, rootDir, identity: rootIdentity(rootDir), origin: "discovered" },
    };
  }
  return {
    kind: "jupyter_failed",
    error: {
      code: "no_jupyter",
      message: typeof message === "string" ? message : "Cannot start Jupyter in the background",
      ...(typeof hint === "string" ? { hint } : {}),
    },
  };
}

/** The main thread of the process that keeps a Jupyter: reports its address, or why there is none, and waits for its end. */
export async function keepJupyter(rootDir: string): Promise<number> {
  const signalled = stopSignal();
  const machine = thisMachine();
  const logger = createLogger({ level: "error" });
  const jupyter = new ManagedJupyter({ machine, cwd: rootDir, rootDir, logger, ownership: "background" });
  const answer = await jupyter.ensure();
  if (answer.kind === "jupyter_failed") {
    printText(`${JSON.stringify(answer.error)}\n`);
    return 1;
  }
  printText(`${JSON.stringify({ url: jupyter.target.url, token: answer.token })}\n`);
  await Promise.race([signalled, jupyter.ended()]);
  await jupyter.stop(1_700);
  return 0;
}

/** Milliseconds in which the process that keeps a Jupyter ends. */
const stopLimitMs = 10_000;

/** Ends the Jupyter servers in the background and waits for their end; returns how many there were. */
export async function stopBackground(machine: Machine): Promise<number> {
  const keepers = [...ownedPorts(machine, "background", processIsOurs).values()];
  for (const pid of keepers) Deno.kill(pid, "SIGTERM");
  const isAlive = (pid: number) =>
    [...ownedPorts(machine, "background", processIsOurs).values()].includes(pid);
  const ended = keepers.map((pid) => waitForExit(pid, { isAlive, intervalMs: 20 }));
  await settlesWithin(Promise.all(ended), stopLimitMs);
  return keepers.length;
}
