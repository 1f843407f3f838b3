/**
 * Starts the sandboxed server worker and answers its messages.
 *
 * 1. The server may reach the Jupyter host, with HTTP its own address, the folder of the journal unless that is off, with
 *    the toolset `knowledge` that folder, and nothing else.
 * 2. Each `need_renderer` starts a renderer process, which ends with the server at the latest.
 */

import type { Logger } from "../../base/log.ts";
import type {
  CallResult,
  DatalayerSettings,
  FromServer,
  JupyterTarget,
  ServerSettings,
  ToServer,
} from "../../base/protocol.ts";
import type { Span } from "../../base/telemetry/spans.ts";
import type { SuccessorProcess } from "./successor_process.ts";
import type { JupyterAnswer } from "../jupyter/managed.ts";
import type { RendererProcess } from "./renderer_process.ts";
import { settlesWithin } from "../../base/async.ts";
import type { FileLock } from "../file_lock.ts";

/** The entry modules of the isolates. Computed in `main.ts`, because bundling moves this file but not that one. */
export interface EntryUrls {
  readonly main: URL;
  readonly server: URL;
  readonly renderer: URL;
}

export interface ServerWorkerOptions {
  readonly entries: EntryUrls;
  readonly settings: ServerSettings;
  readonly logger: Logger;
  readonly startJupyter: () => Promise<JupyterAnswer>;
  readonly onListening?: (url: string) => void;
  readonly onSpan?: (span: Span) => void;
  /** Acquires a lock that the server shares with other programs of this user. */
  readonly acquireLock: (name: string) => Promise<FileLock>;
  /** Called when a successor is connected to the kernels of the runs it takes over. */
  readonly onReady?: () => void;
}

/** Why the server ended. */
export type Ending =
  | { readonly kind: "closed" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "crashed"; readonly message: string };

export class ServerWorker {
  readonly #options: ServerWorkerOptions;
  readonly #worker: Worker;
  readonly #ending = Promise.withResolvers<Ending>();
  readonly #renderers = new Set<RendererProcess>();
  #successor: Promise<SuccessorProcess | undefined> | undefined;
  readonly #locks = new Map<number, FileLock>();
  readonly #calls = new Map<number, (result: CallResult | undefined) => void>();
  #lastCall = 0;
  /** Called at each `closed`. */
  #onClosed = () => this.#ending.resolve({ kind: "closed" });

  constructor(options: ServerWorkerOptions) {
    this.#options = options;
    this.#worker = new Worker(options.entries.server, {
      type: "module",
      name: "server",
      deno: { permissions: serverPermissions(options.settings) },
    });
    this.#worker.addEventListener("message", (event: MessageEvent<FromServer>) => this.#receive(event.data));
    onCrash(this.#worker, (message) => this.#ending.resolve({ kind: "crashed", message }));
    this.#post({ kind: "start", settings: options.settings });
  }

  /** Settles when the client has disconnected, the server cannot listen, or it has crashed. */
  get ended(): Promise<Ending> {
    return this.#ending.promise;
  }

  /** Passes runs to a server that takes them over. */
  receiveRuns(json: string): void {
    this.#post({ kind: "runs", json });
  }

  /** Calls a tool; undefined if the call has been cancelled, or the server has crashed. */
  async call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<CallResult | undefined> {
    const id = ++this.#lastCall;
    const { promise, resolve } = Promise.withResolvers<CallResult | undefined>();
    this.#calls.set(id, resolve);
    this.#post({ kind: "call", id, tool, arguments: args });
    const cancel = () => this.#post({ kind: "cancel", id });
    signal.addEventListener("abort", cancel);
    if (signal.aborted) cancel();
    const result = await Promise.race([promise, this.ended.then(() => undefined)]);
    signal.removeEventListener("abort", cancel);
    this.#calls.delete(id);
    return result;
  }

  /** Ends the server when no more calls are made; runs in the background continue in another process. */
  disconnect(limitMs: number): Promise<void> {
    return this.#end("disconnect", limitMs);
  }

  /** Asks the server to finish, then terminates it and its renderers. */
  stop(limitMs: number): Promise<void> {
    return this.#end("stop", limitMs);
  }

  async #end(kind: "stop" | "disconnect", limitMs: number): Promise<void> {
    const closed = Promise.withResolvers<void>();
    this.#onClosed = closed.resolve;
    this.#post({ kind });
    await settlesWithin(closed.promise, limitMs);
    await (await this.#successor)?.close();
    this.#worker.terminate();
    const renderers = [...this.#renderers];
    for (const renderer of renderers) renderer.kill();
    await Promise.all(renderers.map(({ ended }) => ended));
  }

  #post(message: ToServer, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #receive(message: FromServer): void {
    switch (message.kind) {
      case "result":
        this.#calls.get(message.id)?.(message.result);
        break;
      case "cancelled":
        this.#calls.get(message.id)?.(undefined);
        break;
      case "need_jupyter":
        this.#options.startJupyter().catch(startFailed).then((answer) => this.#post(answer));
        break;
      case "need_renderer":
        void this.#startRenderer();
        break;
      case "need_successor":
        this.#successor = this.#startSuccessor(message.kernels);
        break;
      case "hand_over":
        void this.#successor?.then((successor) => successor?.handOver(message.json));
        break;
      case "ready_for_runs":
        this.#options.onReady?.();
        break;
      case "need_lock":
        void this.#acquireLock(message);
        break;
      case "release_lock":
        this.#locks.get(message.id)?.release(message.record);
        this.#locks.delete(message.id);
        break;
      case "listening":
        this.#options.onListening?.(message.url);
        break;
      case "span":
        this.#options.onSpan?.(message.span);
        break;
      case "failed":
        this.#ending.resolve({ kind: "failed", message: message.message });
        break;
      case "closed":
        this.#onClosed();
        break;
    }
  }

  /** Resolves when it is started, which it may be before it is ready. */
  async #startSuccessor(kernels: readonly string[]): Promise<SuccessorProcess | undefined> {
    const { SuccessorProcess } = await import("./successor_process.ts");
    try {
      const successor = new SuccessorProcess(this.#options.settings, kernels);
      void successor.isReady().then((isReady) => isReady && this.#post({ kind: "successor_ready" }));
      return successor;
    } catch (error) {
      this.#options.logger.warning("runs cannot be handed over to another process", {
        reason: String(error),
      });
      return undefined;
    }
  }

  async #acquireLock({ id, name }: { readonly id: number; readonly name: string }): Promise<void> {
    // Without a lock the work is done anyway, and its response says so.
    const unlocked = { isLocked: false, record: "", release() {} };
    const lock = await this.#options.acquireLock(name).catch(() => unlocked);
    this.#locks.set(id, lock);
    this.#post({ kind: "lock", id, isLocked: lock.isLocked, record: lock.record });
  }

  async #startRenderer(): Promise<void> {
    const { RendererProcess } = await import("./renderer_process.ts");
    const { port1, port2 } = new MessageChannel();
    const { entries: { main }, logger } = this.#options;
    const renderer = new RendererProcess({ main, port: port1, logger });
    this.#renderers.add(renderer);
    void renderer.ended.then(() => this.#renderers.delete(renderer));
    this.#post({ kind: "renderer", port: port2 }, [port2]);
  }
}

/** The server must always get a response. */
function startFailed(error: unknown): JupyterAnswer {
  const message = `Cannot start Jupyter: ${error instanceof Error ? error.message : String(error)}`;
  return { kind: "jupyter_failed", error: { code: "no_jupyter", message } };
}

function onCrash(worker: Worker, tell: (message: string) => void): void {
  worker.addEventListener("error", (event) => {
    // Otherwise it would end the launcher before Jupyter is stopped.
    event.preventDefault();
    tell(event.message);
  });
  worker.addEventListener("messageerror", () => tell("a message could not be decoded"));
}

/** What the server may do, computed from its settings. */
export function serverPermissions(
  settings: Pick<ServerSettings, "jupyter" | "transport" | "knowledgeFolder" | "journalFolder" | "compat">,
): Deno.PermissionOptionsObject {
  const { jupyter, transport, knowledgeFolder, journalFolder, compat } = settings;
  const folders = [knowledgeFolder, journalFolder].filter((folder) => folder !== undefined);
  const files = folders.length === 0 ? false : folders;
  const own = transport.kind === "http" ? [netAddress(transport.host, transport.port)] : [];
  return {
    net: [
      jupyterAddress(jupyter),
      ...own,
      ...(compat?.kind === "datalayer" ? datalayerAddresses(jupyter, compat) : []),
    ],
    read: files,
    write: files,
    env: false,
    run: false,
    sys: false,
    ffi: false,
    import: false,
  };
}

/**
 * Addresses that clients may connect to in Datalayer mode: other servers on this machine and on Jupyter's, and the
 * server of the notebooks if it is a different one.
 */
function datalayerAddresses(jupyter: JupyterTarget, { documents }: DatalayerSettings): string[] {
  const other = documents === undefined ? [] : [jupyterAddress(documents)];
  return ["localhost", "127.0.0.1", "[::1]", new URL(jupyter.url).hostname, ...other];
}

function jupyterAddress(jupyter: Pick<JupyterTarget, "url">): string {
  const url = new URL(jupyter.url);
  const usual = url.protocol === "https:" ? 443 : 80;
  return netAddress(url.hostname, url.port === "" ? usual : Number(url.port));
}

function netAddress(host: string, port: number): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]:${port}` : `${host}:${port}`;
}
