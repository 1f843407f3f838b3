/**
 * A Jupyter of our own: started when a tool first needs it, stopped when we exit.
 *
 * 1. Its address is fixed before it runs, because the sandbox's permissions name it.
 * 2. Concurrent requests share one start; after a failed start the next request tries again; after `stop` nothing is
 *    started.
 * 3. No other program receives the token. The port must be free when Jupyter binds it, and another program may be
 *    faster: nothing is sent there before Jupyter has written its server file, which it does once it has the port, nor
 *    once it no longer listens, which is checked before each request. The port is then held again at once, unless another
 *    program has it.
 * 4. A request may still be under way when Jupyter ends, and another program may receive it with its token. So each
 *    start has a token of its own.
 * 5. A Jupyter that has closed its port is of no use, and is killed if it does not end: jupyter-collaboration hangs while
 *    a document is open.
 */

import { delay } from "../../base/async.ts";
import { type Logger, redact } from "../../base/log.ts";
import type { JupyterTarget, ToServer } from "../../base/protocol.ts";
import { typedCommand } from "../own_program.ts";
import { discover } from "./discover.ts";
import { findJupyterLab } from "./environment.ts";
import { type HeldPort, holdPort } from "./held_port.ts";
import { JupyterProcess } from "./jupyter_process.ts";
import { watchListener } from "./listening_socket.ts";
import { forgetPort, notePort, type Ownership, readServerFiles } from "./server_files.ts";
import { processIsExiting } from "../processes.ts";
import { randomHex } from "../../base/text.ts";
import { homeFolder, isFile, type Machine } from "../user_folders.ts";

/** Answer to the server's `need_jupyter`. */
export type JupyterAnswer = Extract<ToServer, { kind: "jupyter_ready" | "jupyter_failed" }>;
export type JupyterFailure = Extract<JupyterAnswer, { kind: "jupyter_failed" }>;

export interface ManagedJupyterOptions {
  readonly machine: Machine;
  readonly cwd: string;
  readonly logger: Logger;
  /** The folder that it serves; by default one that suits the current folder. */
  readonly rootDir?: string | undefined;
  /** Whether other programs ignore it (`managed`, the default), or are to find it; then it may also end by itself. */
  readonly ownership?: Ownership | "found";
  /** Time limit for the start, in milliseconds. */
  readonly startLimitMs?: number;
  /** Time in which a Jupyter that has closed its port may end by itself, in milliseconds. */
  readonly endLimitMs?: number;
}

type State =
  | { readonly kind: "idle" }
  | { readonly kind: "starting"; readonly answer: Promise<JupyterAnswer> }
  | { readonly kind: "running"; readonly process: JupyterProcess; readonly isListening: () => boolean }
  | { readonly kind: "ending"; readonly process: JupyterProcess }
  | { readonly kind: "stopped" };

/** Milliseconds between two checks, if no request comes earlier. */
const checkIntervalMs = 2_000;

export class ManagedJupyter {
  readonly target: JupyterTarget;
  readonly #options: ManagedJupyterOptions;
  /** The worker's permissions name the port long before Jupyter listens there, so it is held until then. */
  #held: HeldPort | undefined;
  readonly #port: number;
  /** The tokens of all starts, the current one last. */
  readonly #tokens: string[] = [randomHex(24)];
  #state: State = { kind: "idle" };
  #process: JupyterProcess | undefined;

  constructor(options: ManagedJupyterOptions) {
    this.#options = options;
    this.#held = holdPort();
    this.#port = this.#held.port;
    this.target = { url: `http://127.0.0.1:${this.#port}/`, token: this.#token, origin: "managed" };
  }

  get #token(): string {
    return this.#tokens.at(-1) ?? "";
  }

  /** Starts Jupyter if it does not run yet; settles when it responds, or with the reason why it cannot. */
  async ensure(): Promise<JupyterAnswer> {
    switch (this.#state.kind) {
      case "running":
        if (this.#state.isListening()) return this.#ready();
        this.#end(this.#state.process);
        return await this.ensure();
      case "ending":
        await this.#state.process.exited;
        return await this.ensure();
      case "starting":
        return await this.#state.answer;
      case "stopped":
        return failed("Cannot start Jupyter: this server is shutting down");
      case "idle": {
        const answer = this.#start().catch((error: unknown) =>
          failed(`Cannot start Jupyter: ${error instanceof Error ? error.message : String(error)}`)
        ).then((answer) => {
          if (answer.kind === "jupyter_failed") this.#settle({ kind: "idle" });
          return answer;
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

  /** Settles when the Jupyter that is running has ended. */
  async ended(): Promise<void> {
    await this.#process?.ended;
  }

  async #start(): Promise<JupyterAnswer> {
    const { machine, cwd, logger } = this.#options;
    const command = findJupyterLab(machine);
    if (command === undefined) return await noJupyter(machine, cwd);
    if (!this.#holdPort()) return portTaken(this.#port);
    const began = performance.now();
    const rootDir = this.#options.rootDir ?? await rootFolder(machine, cwd);
    logger.info("starting Jupyter", { command: command.join(" "), url: this.target.url, root: rootDir });
    this.#note(notePort);
    // A killed server leaves its file behind.
    for (const { path } of this.#serverFiles()) Deno.removeSync(path);
    this.#releasePort();
    const process = new JupyterProcess({
      command,
      machine,
      port: this.#port,
      token: this.#token,
      rootDir,
      endsIfUnused: this.#options.ownership === "background",
    });
    this.#process = process;
    const listening = await this.#whenReady(process);
    if (typeof listening === "string") return await this.#giveUp(process, listening);
    process.removeTokenFile();
    logger.info("Jupyter is ready", { ms: Math.round(performance.now() - began) });
    this.#settle({ kind: "running", process, isListening: listening });
    this.#watch(process);
    return this.#ready();
  }

  #ready(): JupyterAnswer {
    return { kind: "jupyter_ready", token: this.#token };
  }

  /** Waits until it responds; returns a check whether it still listens, or the reason if it does not respond. */
  async #whenReady(process: JupyterProcess): Promise<(() => boolean) | string> {
    const limitMs = this.#options.startLimitMs ?? 60_000;
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(`it did not answer within ${limitMs / 1000} seconds`), limitMs);
    void process.ended.then((code) => over.abort(`it ended with exit code ${code}`));
    try {
      while (!over.signal.aborted) {
        const isListening = this.#listenerOf(process);
        const status = isListening?.() ? await this.#status(over.signal) : undefined;
        if (status === 401 || status === 403) return "its configuration sets a different token";
        if (isListening !== undefined && status !== undefined && status < 300) return isListening;
        await delay(50);
      }
      return String(over.signal.reason);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Returns a check whether Jupyter listens on its port; undefined if it does not yet. */
  #listenerOf(process: JupyterProcess): (() => boolean) | undefined {
    const [written] = this.#serverFiles(process.pid);
    if (written === undefined) return undefined;
    if (this.#options.machine.os !== "linux") return () => isFile(written.path);
    const isOpen = watchListener({ pid: written.file.pid, host: "127.0.0.1", port: this.#port });
    return isOpen && (() => isOpen() && !processIsExiting(process.pid));
  }

  /** The status of its response; undefined if it does not respond yet. */
  async #status(signal: AbortSignal): Promise<number | undefined> {
    const headers = { Authorization: `token ${this.#token}` };
    try {
      const address = new URL("api/status", this.target.url);
      const response = await fetch(address, { headers, signal, redirect: "manual" });
      await response.body?.cancel();
      return response.status;
    } catch {
      return undefined;
    }
  }

  async #giveUp(process: JupyterProcess, reason: string): Promise<JupyterAnswer> {
    const { logger, machine } = this.#options;
    await process.stop(1000);
    this.#note(forgetPort);
    const lines = process.lastLines().map((line) => redact(line, [this.#token]));
    for (const line of lines) logger.warning("Jupyter wrote", { line });
    // Another program may have taken the port before Jupyter could.
    if (!this.#holdPort()) return portTaken(this.#port);
    const last = lines.at(-1);
    return failed(
      `Cannot start Jupyter: ${reason}${last === undefined ? "" : `; its last line was: ${last}`}`,
      `\`${
        typedCommand(machine)
      } setup\` makes an environment that works; --jupyter-url names a server that runs already`,
    );
  }

  #watch(process: JupyterProcess): void {
    const timer = setInterval(() => {
      if (this.#state.kind === "running" && !this.#state.isListening()) this.#end(process);
    }, checkIntervalMs);
    process.exited.then((code) => {
      clearInterval(timer);
      this.#note(forgetPort);
      if (this.#state.kind === "stopped") return;
      this.#holdPort();
      this.#tokens.push(randomHex(24));
      this.#settle({ kind: "idle" });
      this.#options.logger.warning("Jupyter ended on its own", { code });
    });
  }

  /** Takes the port of a Jupyter that no longer listens, and sees to it that the process ends. */
  #end(process: JupyterProcess): void {
    this.#state = { kind: "ending", process };
    this.#holdPort();
    void process.stop(this.#options.endLimitMs ?? 3_000);
  }

  /** Jupyter's server files, known by our tokens or, if its configuration sets another one, by its process id. */
  #serverFiles(pid?: number) {
    return readServerFiles(this.#options.machine).filter(({ file }) =>
      file.port === this.#port && (this.#tokens.includes(file.token) || file.pid === pid)
    );
  }

  #note(change: typeof notePort): void {
    const { machine, ownership = "managed" } = this.#options;
    if (ownership !== "found") change(machine, ownership, this.#port);
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

function portTaken(port: number): JupyterAnswer {
  return failed(
    `Cannot start Jupyter: another program listens on its port ${port}`,
    "Try again when that program has ended, or restart this MCP server to give Jupyter another port",
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
    `Run \`${
      typedCommand(machine)
    } setup\` in a terminal to install one, or start this MCP server with --jupyter-url`,
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
