/**
 * Calls tools from the command line: the same sandboxed server as for MCP clients, in this process, for one command.
 *
 * 1. It uses the Jupyter that is running, also one that an MCP client has had started. If none is running, one is started
 *    in the background, because the kernels have to outlive the command.
 * 2. A signal interrupts the run that the call waits for, so that the call returns what has been printed so far; any
 *    other call is cancelled. A run in the background continues.
 */

import { settlesWithin } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";
import { asRecord } from "../../base/json.ts";
import { createLogger } from "../../base/log.ts";
import { allOptions, type Option, type Options, optionTable, serverOptions } from "../../base/options.ts";
import type { CallResult } from "../../base/protocol.ts";
import type { ProgramParts } from "../command.ts";
import { ensureBackground } from "../jupyter/background.ts";
import { rootFolder } from "../jupyter/managed.ts";
import {
  chooseJupyter,
  findJupyter,
  givenRoot,
  type JupyterChoice,
  runningJupyter,
} from "../jupyter/target.ts";
import { typedCommand } from "../own_program.ts";
import { stopSignal } from "../processes.ts";
import { writeLine } from "../terminal.ts";
import { type Machine, makeServerFolders } from "../user_folders.ts";
import { dataOf } from "./tool_output.ts";
import type { ServerWorker } from "../workers/server_worker.ts";
import { prepareLauncher, startServerWorker } from "../workers/start_server_worker.ts";

/** What a single call has no use for. */
const useless: readonly Option[] = [
  optionTable.toolsets,
  optionTable.compat,
  optionTable.confirm,
  optionTable.confirmByModel,
  optionTable.maxSessions,
  optionTable.logFormat,
  optionTable.otelFile,
];

/** The options of serving that apply to calls from the command line. */
export const callOptions = allOptions.filter((option) =>
  option.group !== "Transport" && !useless.includes(option)
);

interface ToolServerOptions {
  readonly options: Options;
  readonly machine: Machine;
  readonly program: ProgramParts;
  /** The toolsets that are called. */
  readonly toolsets: readonly string[];
}

/** Calls a tool; undefined if it has been cancelled. */
export type CallTool = (
  tool: string,
  args: Readonly<Record<string, unknown>>,
) => Promise<CallResult | undefined>;

/** Milliseconds in which runs that continue in the background can be handed over. */
const handOverLimit = 15_000;
/** Milliseconds in which a call returns after its run was interrupted. */
const stopLimit = 2_000;

interface Finished<T> {
  readonly value: T;
  /** Whether a signal has stopped it. */
  readonly isStopped: boolean;
}

/** Runs the work with a server; throws an AppError if there is no Jupyter. */
export async function withToolServer<T>(
  settings: ToolServerOptions,
  work: (call: CallTool) => Promise<T>,
): Promise<Finished<T>> {
  const { options, machine, program: { entries, version }, toolsets } = settings;
  const signalled = stopSignal();
  const launcher = prepareLauncher(machine, { level: options.logLevel });
  const jupyter = await jupyterFor(settings);
  const server = startServerWorker(launcher, {
    entries,
    jupyter,
    settings: {
      ...serverOptions(options),
      // Those that stop a run are always there.
      toolsets: [...new Set([...toolsets, "sessions", "execution"])],
      version,
      transport: { kind: "launcher" },
      ...makeServerFolders(machine, { ...options, toolsets }),
    },
  });
  const cancelled = new AbortController();
  let isStopped = false;
  const working = work((tool, args) => server.call(tool, args, cancelled.signal));
  void signalled.then(async () => {
    isStopped = true;
    if (await interruptRuns(server)) await settlesWithin(working.catch(() => undefined), stopLimit);
    cancelled.abort();
  });
  try {
    return { value: await working, isStopped };
  } finally {
    await server.disconnect(handOverLimit);
    await jupyter.stop(1_700);
  }
}

/** Interrupts the runs of this process; false if there are none. */
async function interruptRuns(server: ServerWorker): Promise<boolean> {
  const limit = AbortSignal.timeout(stopLimit);
  const listed = await server.call("execution_list", {}, limit);
  const { executions } = listed === undefined ? {} : dataOf(listed);
  const running = (Array.isArray(executions) ? executions : []).map(asRecord)
    .filter(({ status }) => status === "running");
  await Promise.all(
    running.map(({ execution_id }) => server.call("kernel_interrupt", { execution_id }, limit)),
  );
  return running.length > 0;
}

/** Toolsets that leave nothing in a Jupyter, and need none for most calls. */
const stateless: ReadonlySet<string> = new Set(["knowledge", "charts"]);

async function jupyterFor({ options, machine, toolsets }: ToolServerOptions): Promise<JupyterChoice> {
  const cwd = Deno.cwd();
  const logger = createLogger({ level: "warning" });
  const find = () => findJupyter({ options, machine, cwd, logger, withManaged: true });
  const found = await find();
  if (found !== undefined) return runningJupyter(found);
  if (toolsets.every((name) => stateless.has(name))) {
    return await chooseJupyter({ options, machine, cwd, logger });
  }
  const rootDir = givenRoot(options, machine) ?? await rootFolder(machine, cwd);
  const started = await ensureBackground({ machine, rootDir, find });
  if (started.kind === "jupyter_failed") {
    const { code, message, hint } = started.error;
    throw new AppError(code, message, hint === undefined ? {} : { hint });
  }
  const program = typedCommand(machine);
  writeLine(
    `jupyter-mcp: Jupyter is running in the background and serves ${started.target.rootDir}; ` +
      `see it with ${program} open, stop it with ${program} open --stop`,
  );
  return runningJupyter(started.target);
}
