/**
 * The managed Jupyter: started when a tool first needs it, stopped when we exit.
 *
 * 1. Its address and tokens are fixed before it runs: the sandbox's permissions name the address, and the server hides
 *    the tokens.
 * 2. Concurrent requests share one start; after a failed start the next request tries again; after `stop` nothing is
 *    started.
 * 3. No other program receives the token. The port must be free when Jupyter binds it, and another program may be
 *    faster: nothing is sent there before Jupyter has written its server file, which it does once it has the port, nor
 *    once it is ending, which is checked before each request. When it has ended, the port is held again at once, unless
 *    another program has it.
 * 4. A request may still be under way when Jupyter ends, and another program may receive it with its token. So each
 *    start has a token of its own.
 */

import { delay } from "../../base/async.ts";
import { type Logger, redact } from "../../base/log.ts";
import type { JupyterTarget, ToServer } from "../../base/protocol.ts";
import { discover } from "./discover.ts";
import { findJupyterLab } from "./environment.ts";
import { type HeldPort, holdPort } from "./held_port.ts";
import { JupyterProcess } from "./jupyter_process.ts";
import { forgetManagedPort, noteManagedPort, readServerFiles } from "./server_files.ts";
import { processIsExiting } from "../processes.ts";
import { randomHex } from "../../base/text.ts";
import { homeFolder, type Machine } from "../user_folders.ts";

/** Answer to the server's `need_jupyter`. */
export type JupyterAnswer = Extract<ToServer, { kind: "jupyter_ready" | "jupyter_failed" }>;

export interface ManagedJupyterOptions {
  readonly machine: Machine;
  readonly cwd: string;
  readonly logger: Logger;
  /** Time limit for the start, in milliseconds. */
  readonly startLimitMs?: number;
}

type State =
  | { readonly kind: "idle" }
  | { readonly kind: "starting"; readonly answer: Promise<JupyterAnswer> }
  | { readonly kind: "running"; readonly process: JupyterProcess }
  | { readonly kind: "port_lost" }
  | { readonly kind: "tokens_used" }
  | { readonly kind: "stopped" };

/** Starts after the first that have a token. */
const mostRestarts = 15;

export class ManagedJupyter {
  readonly target: JupyterTarget;
  readonly #options: ManagedJupyterOptions;
  /** The worker's permissions name the port long before Jupyter listens there, so it is held until then. */
  #held: HeldPort | undefined;
  readonly #port: number;
  readonly #laterTokens: string[];
  #token: string;
  #state: State = { kind: "idle" };
  #process: JupyterProcess | undefined;

  constructor(options: ManagedJupyterOptions) {
    this.#options = options;
    this.#held = holdPort();
    this.#port = this.#held.port;
    this.#token = randomHex(24);
    this.#laterTokens = Array.from({ length: mostRestarts }, () => randomHex(24));
    this.target = {
      url: `http://127.0.0.1:${this.#port}/`,
      token: this.#token,
      laterTokens: [...this.#laterTokens],
      origin: "managed",
    };
  }

  /** Starts Jupyter if it does not run yet; settles when it responds, or with the reason why it cannot. */
  async ensure(): Promise<JupyterAnswer> {
    switch (this.#state.kind) {
      case "running": {
        const { process } = this.#state;
        if (!processIsExiting(process.pid)) return this.#ready();
        await process.exited;
        return await this.ensure();
      }
      case "starting":
        return await this.#state.answer;
      case "stopped":
        return failed("Cannot start Jupyter: this server is shutting down");
      case "port_lost":
        return portTaken(this.#port);
      case "tokens_used":
        return failed(
          `Cannot start Jupyter: it has ended on its own ${mostRestarts + 1} times`,
          "Restart this MCP server",
        );
      case "idle": {
        const answer = this.#start().catch((error: unknown) => {
          this.#settle({ kind: "idle" });
          return failed(`Cannot start Jupyter: ${error instanceof Error ? error.message : String(error)}`);
        });
        this.#state = { kind: "starting", answer };
        return await answer;
      }
    }
  }

  /** Ends Jupyter and its kernels. */
  async stop(limitMs: number): Promise<void> {
    this.#state = { kind: "stopped" };
    this.#releasePort();
    await this.#process?.stop(limitMs);
  }

  async #start(): Promise<JupyterAnswer> {
    const { machine, cwd, logger } = this.#options;
    const command = findJupyterLab(machine);
    if (command === undefined) {
      this.#settle({ kind: "idle" });
      return await noJupyter(machine, cwd);
    }
    if (!this.#holdPort()) {
      this.#settle({ kind: "idle" });
      return portTaken(this.#port);
    }
    const began = performance.now();
    const rootDir = await rootFolder(machine, cwd);
    logger.info("starting Jupyter", { command: command.join(" "), url: this.target.url, root: rootDir });
    noteManagedPort(machine, this.#port);
    // A killed server leaves its file behind.
    for (const { path } of this.#serverFiles()) Deno.removeSync(path);
    this.#releasePort();
    const process = new JupyterProcess({
      command,
      machine,
      port: this.#port,
      token: this.#token,
      rootDir,
    });
    this.#process = process;
    const trouble = await this.#whenReady(process);
    if (trouble !== undefined) return await this.#giveUp(process, trouble);
    process.removeTokenFile();
    logger.info("Jupyter is ready", { ms: Math.round(performance.now() - began) });
    this.#settle({ kind: "running", process });
    this.#watch(process);
    return this.#ready();
  }

  #ready(): JupyterAnswer {
    return { kind: "jupyter_ready", token: this.#token };
  }

  /** Waits until it responds; returns the reason if it does not. */
  async #whenReady(process: JupyterProcess): Promise<string | undefined> {
    const limitMs = this.#options.startLimitMs ?? 60_000;
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), limitMs);
    const died = process.ended.then((code) => {
      over.abort();
      return `it ended with exit code ${code}`;
    });
    const isListening = () => this.#serverFiles(process.pid).length > 0;
    const refused = await answersTo({ ...this.target, token: this.#token }, {
      isListening,
      signal: over.signal,
    });
    clearTimeout(timer);
    if (refused === "aborted") {
      return await Promise.race([
        died,
        Promise.resolve(`it did not answer within ${limitMs / 1000} seconds`),
      ]);
    }
    return refused;
  }

  async #giveUp(process: JupyterProcess, reason: string): Promise<JupyterAnswer> {
    const { logger, machine } = this.#options;
    await process.stop(1000);
    forgetManagedPort(machine, this.#port);
    this.#holdPort();
    this.#settle({ kind: "idle" });
    const lines = process.lastLines().map((line) => redact(line, [this.#token]));
    for (const line of lines) logger.warning("Jupyter wrote", { line });
    const last = lines.at(-1);
    return failed(
      `Cannot start Jupyter: ${reason}${last === undefined ? "" : `; its last line was: ${last}`}`,
      "`jupyter-mcp setup` makes an environment that works; --jupyter-url names a server that runs already",
    );
  }

  #watch(process: JupyterProcess): void {
    process.exited.then((code) => {
      forgetManagedPort(this.#options.machine, this.#port);
      if (this.#state.kind === "stopped") return;
      this.#settle(this.#afterEnd());
      this.#options.logger.warning("Jupyter ended on its own", { code });
    });
  }

  #afterEnd(): State {
    if (!this.#holdPort()) return { kind: "port_lost" };
    const token = this.#laterTokens.shift();
    if (token === undefined) return { kind: "tokens_used" };
    this.#token = token;
    return { kind: "idle" };
  }

  /** Jupyter's server files, known by our tokens or, if its configuration sets another one, by its process id. */
  #serverFiles(pid?: number) {
    const { token, laterTokens = [] } = this.target;
    const tokens = new Set([token, ...laterTokens]);
    return readServerFiles(this.#options.machine).filter(({ file }) =>
      file.port === this.#port && (tokens.has(file.token) || file.pid === pid)
    );
  }

  /** Holds the port; returns false if another program has it. */
  #holdPort(): boolean {
    if (this.#held !== undefined) return true;
    try {
      this.#held = holdPort("127.0.0.1", this.#port);
    } catch {
      return false;
    }
    this.#held.closeConnections();
    return true;
  }

  #releasePort(): void {
    this.#held?.release();
    this.#held = undefined;
  }

  /** Changes the state unless it has been stopped meanwhile. */
  #settle(state: State): void {
    if (this.#state.kind !== "stopped") this.#state = state;
  }
}

interface Asking {
  /** Whether the listener is Jupyter. */
  readonly isListening: () => boolean;
  readonly signal: AbortSignal;
}

/** Polls until Jupyter responds; returns the reason if it never will. */
async function answersTo(
  target: JupyterTarget,
  { isListening, signal }: Asking,
): Promise<string | undefined> {
  while (!signal.aborted) {
    const status = isListening() ? await statusOf(target, signal) : undefined;
    if (status === 401 || status === 403) return "its configuration sets a different token";
    if (status !== undefined && status < 300) return undefined;
    await delay(50);
  }
  return "aborted";
}

/** The status of its response; undefined if it does not respond yet. */
async function statusOf(target: JupyterTarget, signal: AbortSignal): Promise<number | undefined> {
  const headers = { Authorization: `token ${target.token}` };
  try {
    const response = await fetch(new URL("api/status", target.url), { headers, signal, redirect: "manual" });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}

function portTaken(port: number): JupyterAnswer {
  return failed(
    `Cannot start Jupyter: another program listens on its port ${port}`,
    "Restart this MCP server to give Jupyter another port and token",
  );
}

function failed(message: string, hint?: string): JupyterAnswer {
  return {
    kind: "jupyter_failed",
    error: { code: "no_jupyter", message, ...(hint === undefined ? {} : { hint }) },
  };
}

async function noJupyter(machine: Machine, cwd: string): Promise<JupyterAnswer> {
  const [late] = await discover({ machine, cwd });
  if (late !== undefined) {
    return failed(
      "Cannot reach a Jupyter server: none was running when this MCP server started",
      `One is running now at ${late.url}: restart this MCP server to use it, because its address was not known when the sandbox was created`,
    );
  }
  return failed(
    "Cannot reach a Jupyter server: none is running and none is installed",
    "Run `jupyter-mcp setup` in a terminal to install one, or start this MCP server with --jupyter-url",
  );
}

/** The current folder, or the home folder if a client started us in a system folder or one we cannot write. */
export async function rootFolder(machine: Machine, cwd: string): Promise<string> {
  const system = machine.env.SystemRoot?.toLowerCase();
  if (cwd === "/" || (system !== undefined && cwd.toLowerCase().startsWith(system))) {
    return homeFolder(machine);
  }
  // Imported here, as it would cost every start about 15 ms.
  const { accessSync, constants } = await import("node:fs");
  try {
    accessSync(cwd, constants.W_OK);
    return cwd;
  } catch {
    return homeFolder(machine);
  }
}
