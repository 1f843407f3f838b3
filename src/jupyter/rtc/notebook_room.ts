/**
 * A notebook in a Yjs room: read and changed as a plain value, and kept synchronised with the server's document while the
 * room is open. Changes travel both ways within milliseconds.
 *
 * 1. After a lost connection the document is continued only in the same server session and soon; otherwise it is replaced
 *    by a fresh one. An old document is never merged into a new room: that would duplicate its content.
 * 2. It is given up if the server was restarted and its pages no longer share documents.
 * 3. If our changes are lost that way, the next save fails with `conflict`.
 * 4. A room that does not answer is given up: the server may have stopped serving it for good.
 * 5. Closing ends every timer and leaves the room, which the server then saves and drops by itself.
 */

import { delay, untilAborted } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";
import { KnownIds } from "../nbformat/cell_ids.ts";
import type { Cell, Notebook } from "../nbformat/notebook.ts";
import {
  type Collaboration,
  type DocumentSession,
  openDocumentSession,
  roomAddress,
} from "../rest/collaboration.ts";
import type { JupyterHttp } from "../rest/http.ts";
import { reconnectDelay, reconnectLimit } from "../rest/reconnect.ts";
import { hasPending } from "./missing_items.ts";
import {
  type Collaborator,
  PresenceDetector,
  type PresenceOptions,
  readCollaborators,
  type Selection,
  showCursor,
} from "./presence.ts";
import { isStaleSession, lostChanges, noLongerShared, openError } from "./room_errors.ts";
import { type BeforeRetry, type SaveOutcome, saveRoom } from "./save_room.ts";
import { RoomDocument } from "./room_document.ts";
import type { ChangeAuthor } from "./shared_notebook.ts";
import { SilentRoom } from "./silent_room.ts";
import { ConnectionClosed, RoomUnanswered, SyncConnection } from "./sync_connection.ts";
import { singleChange } from "./text_diff.ts";
import { Y } from "./yjs.ts";

interface NotebookRoomOptions {
  readonly kind: Exclude<Collaboration, "none">;
  /** The ids that cells were given whose files store none. */
  readonly ids?: KnownIds;
  readonly signal?: AbortSignal | undefined;
  /** Asked after a restart of the server: whether its pages still share documents. Without it, they do. */
  readonly isStillShared?: (() => Promise<boolean>) | undefined;
  /** Whether items that the server has lost are restored. */
  readonly restoresItems?: boolean;
  readonly mostItems?: number;
  /** Milliseconds for the server to answer; undefined for the usual limits. */
  readonly answerLimit?: number | undefined;
  /** Milliseconds of a steady clock. */
  readonly now?: () => number;
}

export interface SelectionOptions {
  readonly signal?: AbortSignal | undefined;
  /** Waits for people who were here before us and have not announced themselves yet: up to 20 seconds. */
  readonly isAwaited?: boolean;
}

export type ChangeListener = (author: ChangeAuthor) => void;

export interface Presence {
  /** Some person's browser shows this notebook: what is written is seen at once. */
  readonly hasPerson: boolean;
  /** That browser has not answered just now: it is busy, or was closed without leaving. */
  readonly isSilent: boolean;
  /** Programs like this one. */
  readonly programs: number;
}

/** The server keeps an empty room for 60 seconds; what is older may have been loaded from the file again. */
const resumeLimit = 30_000;
const confirmDelay = 1_000;
/**
 * Milliseconds for the server to receive our last changes. jupyter-server-documents may first wait 5 seconds for another
 * client, and stops serving the room if one leaves before its changes are applied.
 */
const leaveLimit = { usual: 2_000, withChanges: 7_000 };

type State =
  | { readonly kind: "open"; readonly connection: SyncConnection; readonly presence: PresenceDetector }
  | { readonly kind: "cut"; readonly since: number; readonly back: Promise<void> }
  | { readonly kind: "over"; readonly error: AppError }
  | { readonly kind: "closed" };

interface OpenLinkOptions {
  readonly session: DocumentSession;
  readonly signal: AbortSignal | undefined;
}

export class NotebookRoom implements AsyncDisposable {
  readonly #http: JupyterHttp;
  readonly #openedPath: string;
  readonly #options: NotebookRoomOptions;
  readonly #now: () => number;
  readonly #changeListeners = new Set<ChangeListener>();
  readonly #reloadListeners: (() => void)[] = [];
  readonly #ending = new AbortController();
  #state: State = { kind: "closed" };
  #document: RoomDocument;
  #session: DocumentSession | undefined;
  /** Kept when the document itself must not be continued. */
  #lastSessionId = "";
  #changes = 0;
  #confirmed = 0;
  #confirmTimer: ReturnType<typeof setTimeout> | undefined;
  #lost: AppError | undefined;

  private constructor(http: JupyterHttp, path: string, options: NotebookRoomOptions) {
    this.#http = http;
    this.#openedPath = path;
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#document = this.#newDocument();
  }

  /** Enters the room of a notebook and waits for its document; throws `notebook_not_found` or `not_a_notebook`. */
  static async open(http: JupyterHttp, path: string, options: NotebookRoomOptions): Promise<NotebookRoom> {
    const room = new NotebookRoom(http, path, options);
    try {
      await room.#enter(options.signal);
    } catch (error) {
      await room.#leave();
      options.signal?.throwIfAborted();
      throw openError(error, http, path) ?? room.#unreachable(error);
    }
    return room;
  }

  /** The current path of the file, which a user may rename. */
  get path(): string {
    return this.#document.path ?? this.#openedPath;
  }

  /** The hash of the file that the server saved last; undefined if it has only loaded the file. */
  get fileHash(): string | undefined {
    return this.#document.fileHash;
  }

  /** Whether someone's changes are not in the file yet. */
  get isDirty(): boolean {
    return this.#document.isDirty;
  }

  /** Whether the server accepts save requests; otherwise it saves by itself soon after each change. */
  get savesOnRequest(): boolean {
    return this.#options.kind === "jupyter-collaboration";
  }

  /** Whether the whole document is shown. */
  get isWhole(): boolean {
    return !hasPending(this.#document.doc);
  }

  /** Whether a part is shown only because items that the server had lost were restored here. */
  get hasRestoredItems(): boolean {
    return this.#state.kind === "open" && this.#state.connection.hasRestoredItems;
  }

  /** Sends the restored items to the server, and so to everyone in the room. */
  sendRestoredItems(): void {
    if (this.#state.kind === "open") this.#state.connection.sendRestoredItems();
  }

  /** Whether changes reach the server now; while they do not, the room reconnects. */
  get isLive(): boolean {
    return this.#state.kind === "open";
  }

  /** Whether it was given up because Jupyter did not answer for it. */
  get isUnanswered(): boolean {
    return this.#state.kind === "over" && this.#state.error instanceof SilentRoom;
  }

  /** Hides the only cell as long as it is blank: the server adds one to a notebook without cells. */
  hideBlank(): void {
    this.#document.notebook.hideBlank();
  }

  /** The notebook as it is now; unchanged cells are the same objects as in the last result. */
  read(): Notebook {
    this.#throwFailure();
    return this.#document.notebook.read();
  }

  /**
   * Applies a pure function to the notebook, with as few edits as possible, and returns the result.
   *
   * @param moving Ids of the cells that the change moves.
   */
  update(change: (notebook: Notebook) => Notebook, moving: readonly string[] = []): Notebook {
    this.#throwFailure();
    const { notebook } = this.#document;
    const { cells } = notebook.read();
    const occupied = new Set(this.others().flatMap(({ isAi, cells }) => isAi ? [] : cells));
    const after = notebook.update(change, { moving, occupied });
    this.#showChange(cells, after.cells);
    return after;
  }

  /** Shows others the last cell that was changed, and where in it. */
  #showChange(before: readonly Cell[], after: readonly Cell[]): void {
    const { notebook, awareness } = this.#document;
    const old = new Set(before);
    const index = after.findLastIndex((cell) => !old.has(cell));
    const text = notebook.cellAt(index)?.get("source");
    if (!(text instanceof Y.Text)) return;
    const was = before.find(({ id }) => id === after[index]?.id)?.source ?? "";
    const changed = singleChange(was, text.toString());
    showCursor(awareness, text, changed === null ? undefined : changed.at + changed.insert.length);
  }

  /** Resolves when the server, and so everyone in the room, has all our changes. */
  async flush(signal?: AbortSignal): Promise<void> {
    await this.#overCuts((connection) => this.#confirm(connection, signal), signal);
  }

  /**
   * Has the server write the file and returns the outcome. Throws `conflict` if some of our changes were lost.
   *
   * @param beforeRetry Awaited before the server is asked again; an error that it throws ends the save.
   */
  save(signal?: AbortSignal, beforeRetry?: BeforeRetry): Promise<SaveOutcome> {
    const asksServer = this.savesOnRequest;
    return this.#overCuts(async (connection) => {
      await this.#confirm(connection, signal);
      const lost = this.#lost;
      this.#lost = undefined;
      if (lost !== undefined) throw lost;
      return await saveRoom({ connection, doc: this.#document.doc, asksServer, beforeRetry, signal });
    }, signal);
  }

  /** Repeats a request that was lost in a cut: whether the server received it is unknown. */
  async #overCuts<T>(
    ask: (connection: SyncConnection) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    for (;;) {
      const connection = await this.#connection(signal);
      try {
        return await ask(connection);
      } catch (error) {
        this.#giveUpIfSilent(error, connection);
        if (!(error instanceof ConnectionClosed || error instanceof RoomUnanswered)) throw error;
      }
    }
  }

  /**
   * Calls back when the content of the file has replaced that of the document: the server has reloaded the file, or was
   * restarted while the connection was cut.
   */
  onReloaded(listener: () => void): void {
    this.#reloadListeners.push(listener);
  }

  /** Calls back after every change, until the returned function is called. */
  onChange(listener: ChangeListener): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  /** Calls back after every change; resolves when the signal is aborted or the room is left. */
  async follow(listener: ChangeListener, signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, this.#ending.signal]);
    if (either.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    either.addEventListener("abort", () => resolve(), { once: true });
    const off = this.onChange(listener);
    await promise;
    off();
  }

  /** Who else is here; right after entering it takes a moment to notice them. */
  async presence({ signal, isExpected = false }: PresenceOptions = {}): Promise<Presence> {
    const detector = () => this.#state.kind === "open" ? this.#state.presence : undefined;
    const hasPerson = () => detector()?.hasUnnamed === true || this.others().some((other) => !other.isAi);
    if (!hasPerson()) await detector()?.settled({ signal, isExpected });
    const isSilent = hasPerson() && await detector()?.isStillThere(signal) === false;
    const programs = this.others().filter((other) => other.isAi).length;
    return { hasPerson: isSilent || hasPerson(), isSilent, programs };
  }

  /** Who else is in the room, as far as they have announced themselves. */
  others(): readonly Collaborator[] {
    return readCollaborators(this.#document.awareness);
  }

  /** The cells that people are in, and what they have selected there. */
  async selections({ signal, isAwaited = false }: SelectionOptions = {}): Promise<readonly Selection[]> {
    const detector = this.#state.kind === "open" ? this.#state.presence : undefined;
    if (isAwaited) await detector?.settled({ signal, isExpected: true });
    await detector?.complete(this.#document.awareness, { signal, isAwaited });
    const ids = new Set(this.read().cells.map(({ id }) => id));
    return this.others().flatMap(({ name, isAi, selection }) => {
      if (isAi || selection === undefined) return [];
      const cellId = this.#document.notebook.shownId(selection.cellId);
      return ids.has(cellId) ? [{ who: name, cellId, text: selection.text }] : [];
    });
  }

  /** Leaves the room once the server has all changes, which it then saves by itself. */
  async close(): Promise<void> {
    try {
      const isSettled = this.savesOnRequest || this.#changes === this.#confirmed;
      const limit = isSettled ? leaveLimit.usual : leaveLimit.withChanges;
      if (this.isLive) await this.flush(AbortSignal.timeout(limit));
    } catch {
      // Best effort.
    } finally {
      await this.#leave();
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #leave(): Promise<void> {
    this.#ending.abort(new DOMException("the room is closed", "AbortError"));
    clearTimeout(this.#confirmTimer);
    const state = this.#state;
    this.#state = { kind: "closed" };
    if (state.kind === "open") await state.connection.close();
    if (state.kind === "cut") await state.back;
    this.#document.discard();
  }

  #newDocument(): RoomDocument {
    const { ids = new KnownIds() } = this.#options;
    return new RoomDocument({
      ids: { known: ids, path: this.#openedPath },
      onOwnUpdate: () => this.#changed(),
      onChange: (author) => this.#tell(author),
      onReload: () => this.#reloaded(),
    });
  }

  #tell(author: ChangeAuthor): void {
    for (const listener of [...this.#changeListeners]) listener(author);
  }

  #reloaded(): void {
    for (const listener of this.#reloadListeners) listener();
  }

  #throwFailure(): void {
    if (this.#state.kind === "over") throw this.#state.error;
  }

  #changed(): void {
    this.#changes++;
    this.#confirmTimer ??= setTimeout(() => {
      this.#confirmTimer = undefined;
      // The close handler deals with a cut.
      if (this.#state.kind === "open") this.#confirmLater(this.#state.connection);
    }, confirmDelay);
  }

  #confirmLater(connection: SyncConnection): void {
    this.#confirm(connection).catch((error) => this.#giveUpIfSilent(error, connection));
  }

  /** Ends the use of a room that does not answer; anyone who waits for it gets the error. */
  #giveUpIfSilent(error: unknown, connection: SyncConnection): void {
    if (!(error instanceof RoomUnanswered)) return;
    if (this.#state.kind === "open") this.#state = { kind: "over", error: new SilentRoom(this.path) };
    connection.drop();
  }

  async #confirm(connection: SyncConnection, signal?: AbortSignal): Promise<void> {
    const changes = this.#changes;
    await connection.flush(signal);
    this.#confirmed = Math.max(this.#confirmed, changes);
  }

  async #connection(signal: AbortSignal | undefined): Promise<SyncConnection> {
    while (this.#state.kind === "cut") await untilAborted(this.#state.back, signal);
    if (this.#state.kind === "open") return this.#state.connection;
    throw this.#state.kind === "over" ? this.#state.error : this.#unreachable("closed");
  }

  async #enter(signal: AbortSignal | undefined, cutAt?: number): Promise<void> {
    const { kind } = this.#options;
    const session = await openDocumentSession(this.#http, { kind, path: this.path }, signal);
    const isSame = session.fileId === this.#session?.fileId && session.sessionId === this.#session.sessionId;
    const isRestarted = cutAt !== undefined && session.sessionId !== this.#lastSessionId;
    if (isRestarted && await this.#options.isStillShared?.() === false) throw noLongerShared(this.path);
    const goesOn = cutAt === undefined || (isSame && this.#now() - cutAt < resumeLimit);
    const document = goesOn ? this.#document : this.#newDocument();
    try {
      const connection = await this.#openConnection(document, { session, signal });
      this.#session = session;
      this.#lastSessionId = session.sessionId;
      const isTold = kind === "jupyter-server-documents";
      this.#state = {
        kind: "open",
        connection,
        presence: new PresenceDetector(connection, { now: this.#now, isTold }),
      };
      if (cutAt === undefined) document.loaded();
      else if (!goesOn) this.#replaceDocument(document);
      // What was changed during the cut went out in answer to the server's question.
      else this.#confirmLater(connection);
    } catch (error) {
      if (!goesOn) document.discard();
      throw error;
    }
  }

  async #openConnection(
    document: RoomDocument,
    { session, signal }: OpenLinkOptions,
  ): Promise<SyncConnection> {
    const { kind, restoresItems = true, mostItems, answerLimit } = this.#options;
    await this.#http.ready();
    const sessionId = kind === "jupyter-collaboration" ? session.sessionId : undefined;
    const connection = await SyncConnection.open({
      doc: document.doc,
      awareness: document.awareness,
      url: roomAddress(this.#http, `json:notebook:${session.fileId}`, sessionId),
      headers: this.#http.headers,
      caCert: this.#http.target.caCert,
      signal,
      restoresItems,
      asksBack: kind === "jupyter-server-documents",
      ...(mostItems === undefined ? {} : { mostItems }),
      ...(answerLimit === undefined ? {} : { answerLimit }),
      onUpdate: (update) => document.expect(update),
      onConflict: () => {
        this.#lost = lostChanges(this.path);
        this.#session = undefined;
      },
      onClose: (close) => this.#onClosed(new ConnectionClosed(close)),
    });
    if (!this.#ending.signal.aborted) return connection;
    await connection.close();
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
      await delay(reconnectDelay(attempt), signal).catch(() => {});
      if (signal.aborted) return;
      try {
        await this.#enter(signal, since);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (isStaleSession(error)) this.#session = undefined;
        const final = isStaleSession(error) ? null : openError(error, this.#http, this.path);
        const isOver = this.#now() - since > reconnectLimit;
        if (final === null && !isOver) continue;
        this.#state = { kind: "over", error: final ?? this.#unreachable(error) };
        return;
      }
    }
  }

  #replaceDocument(document: RoomDocument): void {
    if (this.#changes > this.#confirmed) this.#lost = lostChanges(this.path);
    this.#confirmed = this.#changes;
    this.#document.discard();
    this.#document = document;
    document.loaded();
    this.#tell("others");
    this.#reloaded();
  }

  #unreachable(cause: unknown): AppError {
    if (cause instanceof AppError) return cause;
    return this.#http.unreachable(`the shared document "${this.path}" cannot be reached`, cause);
  }
}
