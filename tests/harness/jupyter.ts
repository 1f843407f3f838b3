/**
 * Starts a real Jupyter server for tests and ends it with its kernels.
 *
 * Nothing of the machine's own Jupyter reaches it: home, configuration, data and runtime folders are
 * temporary, the environment is made from nothing, and kernelspecs come from the environment alone.
 */

import { join } from "node:path";
import { environmentOf } from "./environment.ts";
import type { EnvironmentKind } from "./environment.ts";

/** Where a Jupyter server is and what it takes to talk to it; `url` ends with a slash. */
export interface JupyterServer {
  readonly url: string;
  readonly token: string;
  /** The folder whose files it serves. */
  readonly root: string;
}

/** How Jupyter reaches its kernels. Servers that start kernels at the same moment take each other's TCP ports. */
export type KernelTransport = "ipc" | "tcp";

export interface StartJupyterOptions {
  readonly environment: EnvironmentKind;
  /** A Python environment to run it from instead. */
  readonly venv?: { readonly folder: string; readonly python: string };
  /** A folder to serve; a temporary one, removed at the end, if absent. */
  readonly root?: string;
  readonly token?: string;
  readonly port?: number;
  /** Unix sockets if absent, where the system's paths are short enough for them. */
  readonly transport?: KernelTransport;
  readonly extraArgs?: readonly string[];
}

export interface RunningJupyter extends JupyterServer, AsyncDisposable {
  readonly pid: number;
  /** The runtime folder with its `jpserver-*.json`. */
  readonly runtimeDir: string;
  /** The last part of what it logged. */
  log(): string;
  stop(): Promise<void>;
}

/** Several servers that start at once on a small machine take their time. */
const startLimitMs = 180_000;
const stopLimitMs = 10_000;

/** Starts a server on a free loopback port and returns when it answers. */
export async function startJupyter(options: StartJupyterOptions): Promise<RunningJupyter> {
  const scratch = await Deno.makeTempDir({ prefix: "jupyter-mcp-test-" });
  const root = options.root ?? await makeFolder(join(scratch, "root"));
  const runtimeDir = await makeFolder(join(scratch, "runtime"));
  const token = options.token ?? crypto.randomUUID().replaceAll("-", "");
  const port = options.port ?? freePort();
  const { folder, python } = options.venv ?? environmentOf(options.environment);
  const child = new Deno.Command(python, {
    args: serverArgs({ ...options, port, root }),
    // Shared documents are kept in a file of the current folder.
    cwd: scratch,
    clearEnv: true,
    env: await serverEnvironment({ scratch, runtimeDir, venv: folder, token }),
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const log = collectTail(child.stderr);
  const base = options.extraArgs?.map((arg) => /^--ServerApp\.base_url=(.*)$/.exec(arg)?.[1]).find(Boolean) ??
    "/";
  const server = { url: `http://127.0.0.1:${port}${base.replace(/\/*$/, "/")}`, token, root };

  const stop = once(async () => {
    await endProcess(child);
    await log.done;
    await Deno.remove(scratch, { recursive: true }).catch(() => {});
  });
  try {
    await untilAnswering(server, child);
  } catch (error) {
    await stop();
    throw new Error(`Cannot start Jupyter (${options.environment}): it did not come up\n${log.text()}`, {
      cause: error,
    });
  }
  return { ...server, pid: child.pid, runtimeDir, log: log.text, stop, [Symbol.asyncDispose]: stop };
}

/** A loopback port that was free a moment ago. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

function serverArgs(
  options: Pick<StartJupyterOptions, "transport" | "extraArgs"> & { port: number; root: string },
): string[] {
  const { transport = Deno.build.os === "linux" ? "ipc" : "tcp" } = options;
  return [
    ...["-m", "jupyterlab", "--no-browser", "--ServerApp.ip=127.0.0.1"],
    `--ServerApp.port=${options.port}`,
    "--ServerApp.port_retries=0",
    `--ServerApp.root_dir=${options.root}`,
    `--KernelManager.transport=${transport}`,
    // News and updates would be fetched from the internet when a page opens.
    "--LabApp.news_url=",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ...(Deno.build.os !== "windows" && Deno.uid() === 0 ? ["--allow-root"] : []),
    ...options.extraArgs ?? [],
  ];
}

async function serverEnvironment(
  options: { scratch: string; runtimeDir: string; venv: string; token: string },
): Promise<Record<string, string>> {
  const { scratch, venv } = options;
  const bin = join(venv, Deno.build.os === "windows" ? "Scripts" : "bin");
  const kept = ["LANG", "LC_ALL", "TZ", "TMPDIR", "SYSTEMROOT", "TEMP", "PATHEXT", "COMSPEC"];
  const inherited = kept.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(inherited),
    PATH: `${bin}${Deno.build.os === "windows" ? ";" : ":"}${Deno.env.get("PATH") ?? ""}`,
    HOME: scratch,
    JUPYTER_TOKEN: options.token,
    JUPYTER_RUNTIME_DIR: options.runtimeDir,
    JUPYTER_CONFIG_DIR: await makeFolder(join(scratch, "config")),
    JUPYTER_DATA_DIR: await makeFolder(join(scratch, "data")),
    JUPYTER_PREFER_ENV_PATH: "1",
    IPYTHONDIR: await makeFolder(join(scratch, "ipython")),
    // Matplotlib's font cache takes seconds to build: it stays with the environment.
    MPLCONFIGDIR: await makeFolder(join(venv, "matplotlib")),
  };
}

async function untilAnswering(server: JupyterServer, child: Deno.ChildProcess): Promise<void> {
  const limit = performance.now() + startLimitMs;
  const exited = child.status.then((status) => {
    throw new Error(`exit code ${status.code}`);
  });
  // Without a listener here, an exit after the start would be an unhandled rejection.
  exited.catch(() => {});
  while (!await Promise.race([answers(server), exited])) {
    if (performance.now() > limit) throw new Error(`no answer in ${startLimitMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function answers(server: JupyterServer): Promise<boolean> {
  try {
    // Without a token only the version is told.
    const path = server.token === "" ? "api" : "api/status";
    const response = await fetch(new URL(path, server.url), {
      headers: { Authorization: `token ${server.token}` },
    });
    await response.body?.cancel();
    return response.ok;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Jupyter ends its kernels on SIGTERM; what does not end in time is killed. */
async function endProcess(child: Deno.ChildProcess): Promise<void> {
  if (!signalled(child, "SIGTERM")) return;
  const timer = setTimeout(() => signalled(child, "SIGKILL"), stopLimitMs);
  await child.status;
  clearTimeout(timer);
}

/** False if the process has ended already, which its status may not show yet. */
function signalled(child: Deno.ChildProcess, signal: Deno.Signal): boolean {
  try {
    child.kill(signal);
    return true;
  } catch {
    return false;
  }
}

function collectTail(stream: ReadableStream<Uint8Array>): { text: () => string; done: Promise<void> } {
  let text = "";
  const done = (async () => {
    for await (const part of stream.pipeThrough(new TextDecoderStream())) text = (text + part).slice(-20_000);
  })();
  return { text: () => text, done };
}

function once(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => running ??= action();
}

async function makeFolder(path: string): Promise<string> {
  await Deno.mkdir(path, { recursive: true });
  return path;
}
