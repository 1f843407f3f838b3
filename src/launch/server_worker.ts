/**
 * Starts the sandboxed server and speaks for the launcher.
 *
 * Invariants: the server reaches the Jupyter host, over HTTP its own listen address, with the toolset `knowledge` that
 * base's folder, and nothing else. Each `need_renderer` brings a renderer process of its own, which ends at the latest
 * with the server.
 */

import type { Logger } from "../base/log.ts";
import type { FromServer, JupyterTarget, ServerSettings, ToServer } from "../base/protocol.ts";
import type { Span } from "../base/telemetry/spans.ts";
import type { HeirProcess } from "./successor_process.ts";
import type { JupyterAnswer } from "./jupyter/managed.ts";
import type { RendererProcess } from "./renderer_process.ts";
import { settlesWithin } from "./settles_within.ts";
import type { Turn, Turns } from "./file_lock.ts";

/** Where the entries of the isolates are; `main.ts` knows, as bundling moves this file but not that. */
export interface RoomUrls {
  readonly main: URL;
  readonly server: URL;
  readonly renderer: URL;
}

export interface ServerWorkerOptions {
  readonly rooms: RoomUrls;
  readonly settings: ServerSettings;
  readonly logger: Logger;
  readonly bringJupyter: () => Promise<JupyterAnswer>;
  readonly onListening: (url: string) => void;
  readonly onSpan: (span: Span) => void;
  /** Where the server waits for other programs of this user. */
  readonly turns: Pick<Turns, "take">;
  /** Called when a server that takes runs over listens to their kernels. */
  readonly onListens?: () => void;
}

/** How the server came to its end. */
export type Ending =
  | { readonly kind: "closed" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "crashed"; readonly message: string };

export class ServerWorker {
  readonly #options: ServerWorkerOptions;
  readonly #worker: Worker;
  readonly #ending = Promise.withResolvers<Ending>();
  readonly #renderers = new Set<RendererProcess>();
  #heir: HeirProcess | undefined;
  readonly #turns = new Map<number, Turn>();
  /** Called at each `closed`. */
  #onClosed = () => this.#ending.resolve({ kind: "closed" });

  constructor(options: ServerWorkerOptions) {
    this.#options = options;
    this.#worker = new Worker(options.rooms.server, {
      type: "module",
      name: "server",
      deno: { permissions: serverPermissions(options.settings) },
    });
    this.#worker.addEventListener("message", (event: MessageEvent<FromServer>) => this.#receive(event.data));
    onCrash(this.#worker, (message) => this.#ending.resolve({ kind: "crashed", message }));
    this.#post({ kind: "start", settings: options.settings });
  }

  /** Settles when the client has gone, the server cannot listen, or it crashed. */
  get ended(): Promise<Ending> {
    return this.#ending.promise;
  }

  /** Whether runs are about to be left to another process. */
  get isHandingOver(): boolean {
    return this.#heir !== undefined;
  }

  /** Hands runs to a server that takes them over. */
  leave(json: string): void {
    this.#post({ kind: "runs", json });
  }

  /** Asks the server to end its work, and ends it and its renderers. */
  async stop(limitMs: number): Promise<void> {
    const closed = Promise.withResolvers<void>();
    this.#onClosed = closed.resolve;
    this.#post({ kind: "stop" });
    await settlesWithin(closed.promise, limitMs);
    await this.#heir?.close();
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
      case "need_jupyter":
        this.#options.bringJupyter().catch(couldNotBring).then((answer) => this.#post(answer));
        break;
      case "need_renderer":
        void this.#startRenderer();
        break;
      case "need_heir":
        void this.#findHeir(message.kernels);
        break;
      case "hand_over":
        this.#heir?.give(message.json);
        break;
      case "listens":
        this.#options.onListens?.();
        break;
      case "need_turn":
        void this.#takeTurn(message);
        break;
      case "end_turn":
        this.#turns.get(message.id)?.end(message.record);
        this.#turns.delete(message.id);
        break;
      case "listening":
        this.#options.onListening(message.url);
        break;
      case "span":
        this.#options.onSpan(message.span);
        break;
      case "failed":
        this.#ending.resolve({ kind: "failed", message: message.message });
        break;
      case "closed":
        this.#onClosed();
        break;
    }
  }

  async #findHeir(kernels: readonly string[]): Promise<void> {
    const { HeirProcess } = await import("./successor_process.ts");
    try {
      this.#heir = new HeirProcess(this.#options.settings, kernels);
      if (await this.#heir.listens()) return this.#post({ kind: "heir_ready" });
    } catch (error) {
      this.#options.logger.warning("runs cannot go on in another process", { reason: String(error) });
    }
    this.#heir = undefined;
  }

  async #takeTurn({ id, name }: { readonly id: number; readonly name: string }): Promise<void> {
    // Without a lock the work is done all the same, and its answer says so.
    const unlocked = { isLocked: false, record: "", end() {} };
    const turn = await this.#options.turns.take(name).catch(() => unlocked);
    this.#turns.set(id, turn);
    this.#post({ kind: "turn", id, isLocked: turn.isLocked, record: turn.record });
  }

  async #startRenderer(): Promise<void> {
    const { RendererProcess } = await import("./renderer_process.ts");
    const { port1, port2 } = new MessageChannel();
    const { rooms: { main }, logger } = this.#options;
    const renderer = new RendererProcess({ main, port: port1, logger });
    this.#renderers.add(renderer);
    void renderer.ended.then(() => this.#renderers.delete(renderer));
    this.#post({ kind: "renderer", port: port2 }, [port2]);
  }
}

/** The server must not wait for ever for an answer. */
function couldNotBring(error: unknown): JupyterAnswer {
  const message = `Cannot start Jupyter: ${error instanceof Error ? error.message : String(error)}`;
  return { kind: "jupyter_failed", error: { code: "no_jupyter", message } };
}

function onCrash(worker: Worker, tell: (message: string) => void): void {
  worker.addEventListener("error", (event) => {
    // Unprevented, it would end the launcher before Jupyter is stopped.
    event.preventDefault();
    tell(event.message);
  });
  worker.addEventListener("messageerror", () => tell("a message could not be read"));
}

/** What the server may do, computed from its settings. */
export function serverPermissions(
  settings: Pick<ServerSettings, "jupyter" | "transport" | "knowledgeFolder" | "compat">,
): Deno.PermissionOptionsObject {
  const { jupyter, transport, knowledgeFolder, compat } = settings;
  const files = knowledgeFolder === undefined ? false : [knowledgeFolder];
  const own = transport.kind === "http" ? [netAddress(transport.host, transport.port)] : [];
  return {
    net: [jupyterAddress(jupyter), ...own, ...(compat === undefined ? [] : compatAddresses(settings))],
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
 * Where that face lets clients connect to: other servers of this machine and of the Jupyter's, and the server of the
 * notebooks where that is another one.
 */
function compatAddresses({ jupyter, compat }: Pick<ServerSettings, "jupyter" | "compat">): string[] {
  const documents = compat?.documents === undefined ? [] : [jupyterAddress(compat.documents)];
  return ["localhost", "127.0.0.1", "[::1]", new URL(jupyter.url).hostname, ...documents];
}

function jupyterAddress(jupyter: Pick<JupyterTarget, "url">): string {
  const url = new URL(jupyter.url);
  const usual = url.protocol === "https:" ? 443 : 80;
  return netAddress(url.hostname, url.port === "" ? usual : Number(url.port));
}

function netAddress(host: string, port: number): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]:${port}` : `${host}:${port}`;
}
