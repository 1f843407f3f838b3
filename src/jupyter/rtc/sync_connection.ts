/**
 * One WebSocket connection that keeps a document and a room synchronised.
 *
 * 1. Open means synchronised: everything that the room had has been applied.
 * 2. The server answers in order, so the answer to our state vector proves that it has received all we sent before.
 * 3. A server that asks back, as jupyter-server-documents does after each of its answers, gets our answer before we leave:
 *    it waits for that, serves nobody else meanwhile, and logs an error in the end.
 * 4. Items that the server has lost are restored at once, and sent before our first change, so that nothing we write depends
 *    on items that only we have.
 * 5. Our awareness state comes back once from the server, and once more from every page of JupyterLab, which relays all that
 *    it receives. So pages are noticed at once, long before they announce themselves.
 */

import { z } from "zod";
import { settlesWithin } from "../../base/async.ts";
import { tryParseJson } from "../../base/json.ts";
import { openWebSocket, usualSilenceLimit, type WebSocket } from "../rest/web_socket.ts";
import { hasPending, restoreMissingItems } from "./missing_items.ts";
import {
  awarenessEntries,
  decodeMessage,
  encodeAwareness,
  encodeSave,
  encodeStep1,
  encodeStep2,
  encodeUpdate,
  firstAuthorItems,
  type RoomMessage,
} from "./sync_messages.ts";
import { awarenessProtocol, Y } from "./yjs.ts";

interface SyncLinkOptions extends Pick<RoomSocketOptions, "headers" | "caCert" | "signal"> {
  readonly url: URL;
  readonly doc: Y.Doc;
  readonly awareness: awarenessProtocol.Awareness;
  /** Whether items that the server has lost are restored. */
  readonly restoresItems?: boolean;
  /** Items of a document that is loaded, in one go; a cell with an output has 14. */
  readonly mostItems?: number;
  /** Whether the server sends its state vector in return for each of ours. */
  readonly asksBack?: boolean;
  /** Milliseconds for the server to answer a state vector. */
  readonly answerLimit?: number;
  /** Called with every update right before it is applied. */
  readonly onUpdate?: (update: Uint8Array) => void;
  /** The server could not apply what we sent; the connection ends. */
  readonly onConflict?: () => void;
  /** Called once when an open connection has been closed. */
  readonly onClose: (close: RoomClose) => void;
}

/** The server, or the network, ended the connection. */
export class ConnectionClosed extends Error {
  constructor(readonly close: RoomClose) {
    super(`room closed with ${close.code}`);
    this.name = "LinkClosed";
  }
}

/** The server is alive, but has not answered our state vector in time: it may have stopped serving the room. */
export class RoomUnanswered extends Error {
  constructor() {
    super("the room does not answer");
    this.name = "RoomUnanswered";
  }
}

/** The document has more items than can be loaded while other requests are served. */
export class DocumentTooLarge extends Error {
  constructor(readonly items: number) {
    super(`document of ${items} items`);
    this.name = "DocumentTooLarge";
  }
}

/** `success` is also reported for a save that another one overtook, and for a file that is not writable. */
type SaveAnswer = "success" | "skipped" | "failed" | "unanswered";

const notice = z.union([
  z.object({ type: z.literal("conflict") }),
  z.object({
    type: z.literal("save"),
    responseTo: z.number(),
    status: z.enum(["success", "skipped", "failed"]),
  }),
]);

/**
 * Milliseconds for the server to load a document, during which it may do nothing else: 1,000 cells that were changed
 * outside of their room took 11 seconds. For one that it cannot load, jupyter-server-documents never answers.
 */
const loadLimit = 60_000;
/** The same once it is loaded. jupyter-server-documents waits up to 5 seconds for each client that does not answer it. */
const usualAnswerLimit = 30_000;
/** Milliseconds in which a server asks back: it does so right after its answer. */
const askLimit = 500;

/** Ten thousand cells with an output each. */
const mostItems = 150_000;

type Waiting = PromiseWithResolvers<void>;

interface AwarenessChange {
  readonly added: number[];
  readonly updated: number[];
  readonly removed: number[];
}

export class SyncConnection {
  readonly #options: SyncLinkOptions;
  readonly #steps: Waiting[] = [];
  /** Questions of the server that are still to come, as it asks back. */
  #expected = 0;
  #allAnswered = Promise.withResolvers<void>();
  readonly #saves = new Map<number, PromiseWithResolvers<SaveAnswer>>();
  /** Frames that arrived with the handshake. */
  readonly #early: Uint8Array[] = [];
  #socket: RoomSocket | undefined;
  #close: RoomClose | undefined;
  #saveCount = 0;
  /** How often our last awareness state has come back. */
  #echo = { clock: 0, times: 0 };
  #echoed = Promise.withResolvers<void>();
  /** Items that were restored here and that the server does not have yet. */
  #unsent: Uint8Array[] = [];
  isEchoed = false;
  readonly #relayListeners = new Set<() => void>();
  /** Whether cells or metadata are shown only because lost items were restored. */
  hasRestoredItems = false;

  private constructor(options: SyncLinkOptions) {
    this.#options = options;
  }

  /** Connects and synchronises; rejects with {@linkcode ConnectionClosed} if the room closes before. */
  static async open(options: SyncLinkOptions): Promise<SyncConnection> {
    const link = new SyncConnection(options);
    try {
      await link.#connect();
    } catch (error) {
      link.#socket?.drop();
      throw error;
    }
    return link;
  }

  async #connect(): Promise<void> {
    const { url, headers, caCert, signal, doc, awareness } = this.#options;
    let isOpen = false;
    this.#socket = await openRoomSocket(url, {
      headers,
      caCert,
      signal,
      silenceLimit: () => isOpen ? usualSilenceLimit : loadLimit,
      onFrame: (frame) => this.#receive(frame),
      onClose: (close) => {
        this.#ended(close);
        if (isOpen) this.#options.onClose(close);
      },
    });
    if (this.#close !== undefined) throw new ConnectionClosed(this.#close);
    doc.on("update", this.#sendUpdate);
    awareness.on("update", this.#sendAwareness);
    for (const frame of this.#early.splice(0)) this.#receive(frame);
    await this.#synchronise(this.#options.answerLimit ?? loadLimit, signal);
    this.#sayAgain();
    isOpen = true;
  }

  /**
   * Resolves when the server has received all changes made here; rejects with {@linkcode RoomUnanswered} if it does not
   * answer.
   */
  flush(signal?: AbortSignal): Promise<void> {
    return this.#synchronise(this.#options.answerLimit ?? usualAnswerLimit, signal);
  }

  async #synchronise(limit: number, signal: AbortSignal | undefined): Promise<void> {
    if (this.#close !== undefined) throw new ConnectionClosed(this.#close);
    const waiting = Promise.withResolvers<void>();
    waiting.promise.catch(() => {});
    this.#steps.push(waiting);
    if (this.#options.asksBack === true && this.#expected++ === 0) {
      this.#allAnswered = Promise.withResolvers();
    }
    this.#socket?.send(encodeStep1(Y.encodeStateVector(this.#options.doc)));
    while (!await settlesWithin(waiting.promise, limit, signal)) {
      // On a slow line our changes may take longer; a server that does not take them is found dead by pings.
      if (this.#socket?.isSending !== true) throw new RoomUnanswered();
    }
    await waiting.promise;
  }

  /** Sends the restored items, so that everyone sees what was hidden. */
  sendRestoredItems(): void {
    for (const update of this.#unsent.splice(0)) this.#socket?.send(encodeUpdate(update));
  }

  /** Resolves when a page is known to be present, because it has relayed our awareness state. */
  get echoed(): Promise<void> {
    return this.#echoed.promise;
  }

  /** Announces us again: every page that is still present relays it. */
  ask(): void {
    this.isEchoed = false;
    this.#echoed = Promise.withResolvers();
    this.#sayAgain();
  }

  /** How many pages have relayed our last awareness state so far. */
  get relays(): number {
    const { awareness } = this.#options;
    return this.#echo.clock === awareness.meta.get(awareness.clientID)?.clock ? this.#echo.times - 1 : 0;
  }

  /** Calls back whenever a page has relayed our state, until the returned function is called. */
  onRelay(listener: () => void): () => void {
    this.#relayListeners.add(listener);
    return () => this.#relayListeners.delete(listener);
  }

  /** Reports that clients seem to have left, as the protocol provides: those who have not announce themselves again. */
  doubt(clients: number[]): void {
    awarenessProtocol.removeAwarenessStates(this.#options.awareness, clients, this);
    this.#announce(clients);
  }

  /** Asks the server to write the file; old servers do not answer. */
  save(limit: number): Promise<SaveAnswer> {
    if (this.#close !== undefined) return Promise.reject(new ConnectionClosed(this.#close));
    const id = ++this.#saveCount;
    const answered = Promise.withResolvers<SaveAnswer>();
    const timer = setTimeout(() => answered.resolve("unanswered"), limit);
    this.#saves.set(id, answered);
    this.#socket?.send(encodeSave(id));
    return answered.promise.finally(() => {
      clearTimeout(timer);
      this.#saves.delete(id);
    });
  }

  /** Leaves the room. */
  async close(): Promise<void> {
    if (this.#expected > 0) await settlesWithin(this.#allAnswered.promise, askLimit);
    this.#options.awareness.setLocalState(null);
    await this.#socket?.close();
  }

  /** Ends the connection at once, as a cut would. */
  drop(): void {
    this.#socket?.drop();
  }

  #ended(close: RoomClose): void {
    this.#close = close;
    this.#allAnswered.resolve();
    this.#options.doc.off("update", this.#sendUpdate);
    this.#options.awareness.off("update", this.#sendAwareness);
    for (const waiting of this.#steps.splice(0)) waiting.reject(new ConnectionClosed(close));
    for (const waiting of this.#saves.values()) waiting.reject(new ConnectionClosed(close));
  }

  #receive(frame: Uint8Array): void {
    if (this.#socket === undefined) {
      this.#early.push(frame);
      return;
    }
    try {
      this.#handle(decodeMessage(frame));
    } catch (error) {
      if (error instanceof DocumentTooLarge) this.#steps.shift()?.reject(error);
      // Half of it may have been applied: only a new connection makes both sides equal again.
      this.drop();
    }
  }

  #handle(message: RoomMessage): void {
    const { doc, awareness } = this.#options;
    switch (message.kind) {
      case "step1":
        this.#socket?.send(encodeStep2(Y.encodeStateAsUpdate(doc, message.stateVector)));
        if (this.#expected > 0 && --this.#expected === 0) this.#allAnswered.resolve();
        return;
      case "step2":
        this.#checkSize(message.update);
        this.#apply(message.update);
        this.#steps.shift()?.resolve();
        return;
      case "update":
        this.#options.onUpdate?.(message.update);
        this.#apply(message.update);
        return;
      case "awareness":
        this.#listen(message.update);
        awarenessProtocol.applyAwarenessUpdate(awareness, message.update, this);
        return;
      case "raw":
        this.#notice(message.text);
        return;
      case "unknown":
        return;
    }
  }

  #checkSize(update: Uint8Array): void {
    const items = firstAuthorItems(update);
    if (items > (this.#options.mostItems ?? mostItems)) throw new DocumentTooLarge(items);
  }

  #apply(update: Uint8Array): void {
    const { doc, restoresItems = true } = this.#options;
    Y.applyUpdate(doc, update, this);
    if (!restoresItems || !hasPending(doc)) return;
    const { updates, hasContent } = restoreMissingItems(doc, this);
    this.#unsent.push(...updates);
    this.hasRestoredItems ||= hasContent;
  }

  #listen(update: Uint8Array): void {
    const { clientID } = this.#options.awareness;
    const entries = awarenessEntries(update);
    if (entries.some(({ client, isGone }) => isGone && client !== clientID)) this.#askAgain();
    const own = entries.find(({ client }) => client === clientID);
    if (own === undefined || own.clock < this.#echo.clock) return;
    const times = own.clock === this.#echo.clock ? this.#echo.times + 1 : 1;
    this.#echo = { clock: own.clock, times };
    if (times < 2) return;
    this.isEchoed = true;
    this.#echoed.resolve();
    for (const listener of this.#relayListeners) listener();
  }

  /** Someone left, possibly the only page that we had noticed. */
  #askAgain(): void {
    if (!this.isEchoed) return;
    this.isEchoed = false;
    this.#sayAgain();
  }

  #notice(text: string): void {
    const parsed = notice.safeParse(tryParseJson(text));
    if (!parsed.success) return;
    if (parsed.data.type === "save") {
      this.#saves.get(parsed.data.responseTo)?.resolve(parsed.data.status);
      return;
    }
    this.#options.onConflict?.();
    this.drop();
  }

  readonly #sendUpdate = (update: Uint8Array, origin: unknown) => {
    if (origin === this) return;
    this.sendRestoredItems();
    this.#socket?.send(encodeUpdate(update));
  };

  readonly #sendAwareness = ({ added, updated, removed }: AwarenessChange, origin: unknown) => {
    if (origin === "local") this.#announce([...added, ...updated, ...removed]);
    // The server does not tell new clients who else is present.
    else if (added.length > 0) this.#sayAgain();
  };

  /** Increases the clock, so that it also counts for clients that had timed us out. */
  #sayAgain(): void {
    const { awareness } = this.#options;
    awareness.setLocalState(awareness.getLocalState());
  }

  #announce(clients: number[]): void {
    const update = awarenessProtocol.encodeAwarenessUpdate(this.#options.awareness, clients);
    this.#socket?.send(encodeAwareness(update));
  }
}

const farewellLimit = 1_000;

export interface RoomClose {
  readonly code: number;
  readonly reason: string;
}

interface RoomSocketOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly caCert?: string | undefined;
  /** Milliseconds of silence after which the server is dead. */
  readonly silenceLimit?: () => number;
  readonly onFrame: (frame: Uint8Array) => void;
  /** Called once when an open socket has closed, for whatever reason. */
  readonly onClose: (close: RoomClose) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface RoomSocket {
  /** Whether frames are still to be sent. */
  readonly isSending: boolean;
  send(frame: Uint8Array): void;
  /** Ends the connection at once. */
  drop(): void;
  /** Sends what is pending, then ends the connection. */
  close(): Promise<void>;
}

/** Opens a socket; rejects with a `HandshakeError` if the server refuses. */
export async function openRoomSocket(url: URL, options: RoomSocketOptions): Promise<RoomSocket> {
  const { headers, caCert, signal, silenceLimit = () => usualSilenceLimit, onFrame, onClose } = options;
  const ended = Promise.withResolvers<void>();
  const socket = await openWebSocket(url, {
    protocols: [],
    headers,
    caCert,
    signal,
    silenceLimit,
    onFrame,
    onClose(code, reason) {
      ended.resolve();
      onClose({ code, reason });
    },
  });
  return {
    get isSending() {
      return socket.bufferedAmount > 0;
    },
    send: (frame) => {
      if (socket.readyState === socket.OPEN) socket.send(frame);
    },
    drop: () => socket.terminate(),
    close: () => farewell(socket, ended.promise),
  };
}

async function farewell(socket: WebSocket, ended: Promise<void>): Promise<void> {
  const limit = setTimeout(() => socket.terminate(), farewellLimit);
  socket.close(1000);
  await ended;
  clearTimeout(limit);
}
