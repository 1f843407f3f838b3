/**
 * A Yjs room: one shared document, kept synchronised with the server's while the room is open.
 *
 * 1. After a lost connection the document is continued only in the same server session and soon; otherwise it is replaced
 *    by a fresh one. An old document is never merged into a new room: that would duplicate its content.
 * 2. If our changes are lost that way, the next save fails with `conflict`.
 * 3. Closing ends every timer and leaves the room, which the server then saves and drops by itself.
 */

import { untilAborted } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";
import {
  type Collaboration,
  type DocumentSession,
  openDocumentSession,
  roomAddress,
} from "../rest/collaboration.ts";
import { type JupyterHttp, StatusError } from "../rest/http.ts";
import { pause, reconnectDelay } from "../rest/retry.ts";
import { HandshakeError } from "../rest/web_socket.ts";
import { hasPending } from "./missing_items.ts";
import { mayForget } from "./moved_cells.ts";
import {
  type Collaborator,
  localState,
  PresenceDetector,
  readCollaborators,
  showCursor,
} from "./presence.ts";
import { type BeforeRetry, type SaveOutcome, saveRoom } from "./save_room.ts";
import { ConnectionClosed, type RoomClose, SyncConnection } from "./sync_connection.ts";
import { awarenessProtocol, Y } from "./yjs.ts";

export interface RoomOptions {
  readonly kind: Exclude<Collaboration, "none">;
  readonly path: string;
  readonly signal?: AbortSignal | undefined;
  /** Whether items that the server has lost are put back. */
  readonly putsBack?: boolean;
  /** Milliseconds of a steady clock. */
  readonly now?: () => number;
}

/** The server keeps an empty room for 60 seconds; what is older may have been loaded from the file again. */
const resumeLimit = 30_000;
/** After that long without a server the room counts as gone. */
const patience = 120_000;
const confirmDelay = 1_000;
type State =
  | { readonly kind: "open"; readonly link: SyncConnection; readonly presence: PresenceDetector }
  | { readonly kind: "cut"; readonly since: number; readonly back: Promise<void> }
  | { readonly kind: "over"; readonly error: AppError }
  | { readonly kind: "closed" };

interface OpenLinkOptions {
  readonly session: DocumentSession;
  readonly signal: AbortSignal | undefined;
}

export class Room {
  readonly #http: JupyterHttp;
  readonly #options: RoomOptions;
  readonly #now: () => number;
  readonly #replaceListeners: (() => void)[] = [];
  readonly #reloadListeners: (() => void)[] = [];
  readonly #updateListeners: ((update: Uint8Array) => void)[] = [];
  readonly #ending = new AbortController();
  #state: State = { kind: "closed" };
  #shared: SharedDocument;
  #session: DocumentSession | undefined;
  #changes = 0;
  #confirmed = 0;
  #isUnsaved = false;
  #confirmTimer: ReturnType<typeof setTimeout> | undefined;
  #lost: AppError | undefined;

  private constructor(http: JupyterHttp, options: RoomOptions) {
    this.#http = http;
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#shared = this.#newDocument();
  }

  /** Enters the room of a notebook and waits until its document is here. */
  static async open(http: JupyterHttp, options: RoomOptions): Promise<Room> {
    const room = new Room(http, options);
    try {
      await room.#enter(options.signal);
    } catch (error) {
      await room.close();
      options.signal?.throwIfAborted();
      throw openError(error, http, options.path) ?? room.#unreachable(error);
    }
    return room;
  }

  get doc(): Y.Doc {
    return this.#shared.doc;
  }

  /** Where the file is; the server says so when it is renamed. */
  get path(): string {
    const path = this.#shared.doc.getMap("state").get("path");
    return typeof path === "string" && path !== "" ? path : this.#options.path;
  }

  /** The hash of the file that the server saved last; undefined if it has only loaded the file. */
  get fileHash(): string | undefined {
    const hash = this.#shared.doc.getMap("state").get("hash");
    return typeof hash === "string" ? hash : undefined;
  }

  /**
   * Whether someone's changes are not in the file yet. We do not set the document's own mark for that: the item would
   * build on one of the server's, which its store may lack.
   */
  get isDirty(): boolean {
    return this.#isUnsaved || this.#shared.doc.getMap("state").get("dirty") === true;
  }

  /** Whether the server writes the file when it is asked to; else only by itself, soon after a change. */
  get savesOnRequest(): boolean {
    return this.#options.kind === "jupyter-collaboration";
  }

  /** Whether all that the server has of the document is shown. */
  get isWhole(): boolean {
    return !hasPending(this.#shared.doc);
  }

  /** Whether a part is shown only because items that the server had lost were put back here. */
  get hasPutBack(): boolean {
    return this.#state.kind === "open" && this.#state.link.hasPutBack;
  }

  /** Gives the server, and so everyone in the room, the items that were put back. */
  sendPutBack(): void {
    if (this.#state.kind === "open") this.#state.link.sendPutBack();
  }

  /** Whether changes reach the server now. */
  get isLive(): boolean {
    return this.#state.kind === "open";
  }

  /** Why the room is gone for good; undefined as long as it is not. */
  get failure(): AppError | undefined {
    return this.#state.kind === "over" ? this.#state.error : undefined;
  }

  /** Calls back when a fresh document has taken the place of the one before. */
  onReplaced(listener: () => void): void {
    this.#replaceListeners.push(listener);
  }

  /** Calls back when the server has put the content of the file in the place of the document's. */
  onReloaded(listener: () => void): void {
    this.#reloadListeners.push(listener);
  }

  /** Calls back with every update of others right before it is applied. */
  onUpdate(listener: (update: Uint8Array) => void): void {
    this.#updateListeners.push(listener);
  }

  /** Who else is in the room, as far as they have announced themselves. */
  others(): Collaborator[] {
    return readCollaborators(this.#shared.awareness);
  }

  /** Shows others the text that we are at work on. */
  point(text: Y.Text): void {
    showCursor(this.#shared.awareness, text);
  }

  /** Who is noticed without having said who they are; undefined while the room is cut off. */
  get presenceDetector(): PresenceDetector | undefined {
    return this.#state.kind === "open" ? this.#state.presence : undefined;
  }

  /** Resolves when the server has all that was changed here until now. */
  async flush(signal?: AbortSignal): Promise<void> {
    await this.#overCuts((link) => this.#confirm(link, signal), signal);
  }

  /** Has the server write the file, and returns whether it did; throws `conflict` if some of our changes were lost. */
  save(signal?: AbortSignal, beforeRetry?: BeforeRetry): Promise<SaveOutcome> {
    const asksServer = this.savesOnRequest;
    return this.#overCuts(async (link) => {
      await this.#confirm(link, signal);
      const lost = this.#lost;
      this.#lost = undefined;
      if (lost !== undefined) throw lost;
      return await saveRoom({ link, doc: this.#shared.doc, asksServer, beforeRetry, signal });
    }, signal);
  }

  /** Whether what was asked for before a cut has happened is not known: it is asked for again. */
  async #overCuts<T>(ask: (link: SyncConnection) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    for (;;) {
      const link = await this.#link(signal);
      try {
        return await ask(link);
      } catch (error) {
        if (!(error instanceof ConnectionClosed)) throw error;
      }
    }
  }

  async close(): Promise<void> {
    this.#ending.abort(new DOMException("the room is closed", "AbortError"));
    clearTimeout(this.#confirmTimer);
    const state = this.#state;
    this.#state = { kind: "closed" };
    if (state.kind === "open") await state.link.close();
    if (state.kind === "cut") await state.back;
    discard(this.#shared);
  }

  #newDocument(): SharedDocument {
    return openDocument({
      onChange: () => this.#changed(),
      onContent: () => this.#isUnsaved = true,
      onSaved: () => this.#isUnsaved = false,
      onReload: () => this.#reloadListeners.forEach((listener) => listener()),
    });
  }

  #changed(): void {
    this.#changes++;
    this.#confirmTimer ??= setTimeout(() => {
      this.#confirmTimer = undefined;
      // A cut is handled where the connection is.
      if (this.#state.kind === "open") this.#confirm(this.#state.link).catch(() => {});
    }, confirmDelay);
  }

  async #confirm(link: SyncConnection, signal?: AbortSignal): Promise<void> {
    const changes = this.#changes;
    await link.flush(signal);
    this.#confirmed = Math.max(this.#confirmed, changes);
  }

  async #link(signal: AbortSignal | undefined): Promise<SyncConnection> {
    while (this.#state.kind === "cut") await untilAborted(this.#state.back, signal);
    if (this.#state.kind === "open") return this.#state.link;
    throw this.#state.kind === "over" ? this.#state.error : this.#unreachable("closed");
  }

  async #enter(signal: AbortSignal | undefined, cutAt?: number): Promise<void> {
    const { kind } = this.#options;
    const session = await openDocumentSession(this.#http, { kind, path: this.path }, signal);
    const isSame = session.fileId === this.#session?.fileId && session.sessionId === this.#session.sessionId;
    const goesOn = cutAt === undefined || (isSame && this.#now() - cutAt < resumeLimit);
    const shared = goesOn ? this.#shared : this.#newDocument();
    try {
      const link = await this.#openLink(shared, { session, signal });
      // What came with the entry is what the server had.
      if (cutAt === undefined || !goesOn) this.#isUnsaved = false;
      this.#session = session;
      const isTold = kind === "jupyter-server-documents";
      this.#state = { kind: "open", link, presence: new PresenceDetector(link, { now: this.#now, isTold }) };
      if (!goesOn) this.#replaceDocument(shared);
      // What was changed during the cut went out in answer to the server's question.
      else if (cutAt !== undefined) this.#confirm(link).catch(() => {});
    } catch (error) {
      if (!goesOn) discard(shared);
      throw error;
    }
  }

  async #openLink(shared: SharedDocument, { session, signal }: OpenLinkOptions): Promise<SyncConnection> {
    const { kind, putsBack } = this.#options;
    await this.#http.ready();
    const sessionId = kind === "jupyter-collaboration" ? session.sessionId : undefined;
    const link = await SyncConnection.open({
      ...shared,
      url: roomAddress(this.#http, `json:notebook:${session.fileId}`, sessionId),
      headers: this.#http.headers,
      caCert: this.#http.target.caCert,
      signal,
      ...(putsBack === undefined ? {} : { putsBack }),
      onUpdate: (update) => this.#updateListeners.forEach((listener) => listener(update)),
      onConflict: () => {
        this.#lost = lostChanges(this.path);
        this.#session = undefined;
      },
      onClose: (close) => this.#onClosed(new ConnectionClosed(close)),
    });
    if (!this.#ending.signal.aborted) return link;
    await link.close();
    throw this.#ending.signal.reason;
  }

  #onClosed(closed: ConnectionClosed): void {
    if (this.#state.kind !== "open") return;
    // Such a document must not be continued, whatever the session says.
    if (isStaleSession(closed) || closed.close.code >= 4000) this.#session = undefined;
    const since = this.#now();
    this.#state = { kind: "cut", since, back: this.#return(since) };
  }

  /** Comes back after growing delays; gives up if that is useless. Never rejects. */
  async #return(since: number): Promise<void> {
    const { signal } = this.#ending;
    for (let attempt = 0; !signal.aborted; attempt++) {
      await pause(reconnectDelay(attempt), signal).catch(() => {});
      if (signal.aborted) return;
      try {
        await this.#enter(signal, since);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (isStaleSession(error)) this.#session = undefined;
        const final = isStaleSession(error) ? null : openError(error, this.#http, this.path);
        const isOver = this.#now() - since > patience;
        if (final === null && !isOver) continue;
        this.#state = { kind: "over", error: final ?? this.#unreachable(error) };
        return;
      }
    }
  }

  #replaceDocument(shared: SharedDocument): void {
    if (this.#changes > this.#confirmed) this.#lost = lostChanges(this.path);
    this.#confirmed = this.#changes;
    const old = this.#shared;
    this.#shared = shared;
    for (const listener of this.#replaceListeners) listener();
    discard(old);
  }

  #unreachable(cause: unknown): AppError {
    if (cause instanceof AppError) return cause;
    return this.#http.unreachable(`the shared document "${this.path}" cannot be reached`, cause);
  }
}

/** A Y document and its awareness, before they are synchronised with anything. */
interface SharedDocument {
  readonly doc: Y.Doc;
  readonly awareness: awarenessProtocol.Awareness;
}

interface DocumentListeners {
  /** Something was changed here. */
  readonly onChange: () => void;
  /** Someone has changed the content. */
  readonly onContent: () => void;
  /** The server has written the file, or loaded it again. */
  readonly onSaved: () => void;
  /** The server has put the content of the file in the place of the document's. */
  readonly onReload: () => void;
}

function openDocument(listeners: DocumentListeners): SharedDocument {
  const doc = new Y.Doc({ gcFilter: mayForget });
  const awareness = new awarenessProtocol.Awareness(doc);
  awareness.setLocalState(localState);
  doc.on("update", (_update: Uint8Array, origin: unknown) => {
    if (!(origin instanceof SyncConnection)) listeners.onChange();
  });
  const state = doc.getMap("state");
  doc.on("afterTransaction", ({ changed }: Y.Transaction) => {
    const shared: unknown = state;
    if (changed.keys().some((type) => type !== shared)) listeners.onContent();
  });
  state.observe(({ keysChanged }, { local }) => {
    if (!local && keysChanged.has("dirty") && state.get("dirty") !== true) listeners.onSaved();
    // The server removes the hash of its last save if it loads the file again, which is still going on now.
    if (!local && keysChanged.has("hash") && !state.has("hash")) queueMicrotask(listeners.onReload);
  });
  return { doc, awareness };
}

function discard({ doc, awareness }: SharedDocument): void {
  awareness.destroy();
  doc.destroy();
}

/** Jupyter's close codes for a document that it could not load. */
const missing = 4404;
const unreadable = [4400, 4500];
/** The session or the document is not the server's any more, or (before version 4.3) could not be loaded. */
const refused = 1003;

function isStaleSession(error: unknown): boolean {
  return error instanceof ConnectionClosed && error.close.code === refused &&
    !error.close.reason.includes("initialization_error");
}

/** The error for a room that could not be opened; null if another try may help. */
function openError(error: unknown, http: JupyterHttp, path: string): AppError | null {
  if (error instanceof StatusError && error.status === 404) return notFound(path);
  // A gateway says 502 while the server behind it starts.
  if (error instanceof StatusError) return error.status >= 500 ? null : error;
  if (error instanceof AppError) return error.code === "jupyter_unreachable" ? null : error;
  if (error instanceof HandshakeError) return handshakeError(error, http, path);
  return error instanceof ConnectionClosed ? closeError(error.close, path) : null;
}

function handshakeError(error: HandshakeError, http: JupyterHttp, path: string): AppError | null {
  if (error.status === 401 || error.status === 403) return http.authFailed();
  return error.status === 404 ? notFound(path) : null;
}

function closeError(close: RoomClose, path: string): AppError | null {
  if (close.code === missing) return notFound(path);
  if (!unreadable.includes(close.code) && close.code !== refused) return null;
  return new AppError("not_a_notebook", `Cannot open notebook "${path}": Jupyter cannot read it`, {
    hint: "Look at the file itself: it may not be JSON, or not be readable for Jupyter",
  });
}

function notFound(path: string): AppError {
  return new AppError("notebook_not_found", `Cannot open notebook "${path}": file does not exist`, {
    hint: "notebook_list shows the notebooks there are; notebook_create makes a new one",
  });
}

/** The error for our changes that never reached the server, or that it could not apply. */
function lostChanges(path: string): AppError {
  return new AppError(
    "conflict",
    `Cannot keep the last changes to "${path}": the shared document was replaced`,
    {
      hint: "Read the notebook with notebook_get and make the change again where it is missing",
    },
  );
}
