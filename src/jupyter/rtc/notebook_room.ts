/** A notebook in a Yjs room, read and changed as a plain value. Changes travel both ways within milliseconds. */

import { AppError } from "../../base/errors.ts";
import { KnownIds } from "../nbformat/cell_ids.ts";
import type { Notebook } from "../nbformat/notebook.ts";
import { detectCollaboration } from "../rest/collaboration.ts";
import type { JupyterHttp } from "../rest/http.ts";
import type { Collaborator, PresenceOptions } from "./presence.ts";
import { Room, type RoomOptions } from "./room.ts";
import type { BeforeRetry, SaveOutcome } from "./save_room.ts";
import { type ChangeAuthor, SharedNotebook } from "./shared_notebook.ts";
import { StableIds } from "./stable_ids.ts";
import { Y } from "./yjs.ts";

export interface NotebookRoomOptions {
  /** What {@linkcode detectCollaboration} found; asked for if it is not given. */
  readonly kind?: RoomOptions["kind"];
  /** The ids that cells were given whose files store none. */
  readonly ids?: KnownIds;
  readonly signal?: AbortSignal | undefined;
  /** Whether items that the server has lost are put back. */
  readonly putsBack?: boolean;
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

const farewellLimit = 2_000;

export class NotebookRoom implements AsyncDisposable {
  readonly #room: Room;
  readonly #listeners = new Set<ChangeListener>();
  readonly #leaving = new AbortController();
  readonly #ids: StableIds;
  #notebook: SharedNotebook;

  private constructor(room: Room, ids: StableIds) {
    this.#room = room;
    this.#ids = ids;
    this.#notebook = this.#watch();
    room.onReplaced(() => this.#replaced());
    room.onUpdate((update) => this.#notebook.expect(update));
  }

  /** Enters the room of a notebook; `notebook_not_found`, `not_a_notebook` or `unsupported` if there is none. */
  static async open(
    http: JupyterHttp,
    path: string,
    options: NotebookRoomOptions = {},
  ): Promise<NotebookRoom> {
    const { signal, putsBack = true } = options;
    const kind = options.kind ?? await detectCollaboration(http, signal);
    if (kind === "none") {
      throw new AppError(
        "unsupported",
        `Cannot share notebook "${path}": the server has no shared documents`,
        {
          hint: "The package jupyter-collaboration on the Jupyter server adds them",
        },
      );
    }
    const ids = new StableIds(options.ids ?? new KnownIds(), path);
    return new NotebookRoom(await Room.open(http, { kind, path, signal, putsBack }), ids);
  }

  /** Where the file is now: a person may rename it. */
  get path(): string {
    return this.#room.path;
  }

  /** The hash of the file that the server saved last; undefined if it has only loaded the file. */
  get fileHash(): string | undefined {
    return this.#room.fileHash;
  }

  /** Whether someone's changes are not in the file yet. */
  get isDirty(): boolean {
    return this.#room.isDirty;
  }

  /** Whether the server writes the file when it is asked to; else only by itself, soon after a change. */
  get savesOnRequest(): boolean {
    return this.#room.savesOnRequest;
  }

  /** Whether all that the server has of the document is shown. */
  get isWhole(): boolean {
    return this.#room.isWhole;
  }

  /** Whether a part is shown only because items that the server had lost were put back here. */
  get hasPutBack(): boolean {
    return this.#room.hasPutBack;
  }

  /** Gives the server, and so everyone in the room, the items that were put back. */
  sendPutBack(): void {
    this.#room.sendPutBack();
  }

  /** Does not show a blank only cell: the server puts one into a notebook that has none. */
  hideBlank(): void {
    this.#notebook.hideBlank();
  }

  /** The notebook as it is now; unchanged cells are the same objects as at the last reading. */
  read(): Notebook {
    this.#throwFailure();
    return this.#ids.show(this.#notebook.read());
  }

  /**
   * Changes the notebook by a pure function, with the fewest edits; returns what it is then.
   *
   * @param moving Ids of the cells that the change moves.
   */
  update(change: (notebook: Notebook) => Notebook, moving: readonly string[] = []): Notebook {
    this.#throwFailure();
    const before = new Set(this.#notebook.read().cells);
    const occupied = new Set(this.#room.others().flatMap(({ isAi, cells }) => isAi ? [] : cells));
    const stored = moving.map((id) => this.#ids.storedId(id));
    const after = this.#notebook.update(this.#ids.edit(change), { moving: stored, occupied });
    const changed = this.#notebook.cellAt(after.cells.findLastIndex((cell) => !before.has(cell)))?.get(
      "source",
    );
    if (changed instanceof Y.Text) this.#room.point(changed);
    return this.#ids.show(after);
  }

  /** Resolves when the server, and so everyone in the room, has all our changes. */
  flush(signal?: AbortSignal): Promise<void> {
    return this.#room.flush(signal);
  }

  /**
   * Saves the file and returns the outcome. Throws `conflict` if some of our changes were lost.
   *
   * @param beforeRetry Is waited for before the server is asked again; what it throws ends the save.
   */
  save(signal?: AbortSignal, beforeRetry?: BeforeRetry): Promise<SaveOutcome> {
    return this.#room.save(signal, beforeRetry);
  }

  /**
   * Calls back when the content of the file is in the place of the document's: the server has loaded it again, or was
   * started anew while the connection was cut.
   */
  onReloaded(listener: () => void): void {
    this.#room.onReloaded(listener);
    this.#room.onReplaced(listener);
  }

  /** Calls back after every change, until the returned function is called. */
  onChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls back after every change; resolves when the signal comes or the room is left. */
  async follow(listener: ChangeListener, signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, this.#leaving.signal]);
    if (either.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    either.addEventListener("abort", () => resolve(), { once: true });
    const off = this.onChange(listener);
    await promise;
    off();
  }

  /** Who else is here; right after entering it takes a moment to notice them. */
  async presence({ signal, isExpected = false }: PresenceOptions = {}): Promise<Presence> {
    const hasPerson = () =>
      this.#room.presenceDetector?.hasUnnamed === true || this.#room.others().some((other) => !other.isAi);
    if (!hasPerson()) await this.#room.presenceDetector?.settled({ signal, isExpected });
    const isSilent = hasPerson() && await this.#room.presenceDetector?.isStillThere(signal) === false;
    const programs = this.#room.others().filter((other) => other.isAi).length;
    return { hasPerson: isSilent || hasPerson(), isSilent, programs };
  }

  others(): readonly Collaborator[] {
    return this.#room.others();
  }

  /** Whether changes reach the server now; while they do not, the room tries to come back. */
  get isLive(): boolean {
    return this.#room.isLive;
  }

  /** Leaves the room once the server has all changes; what it has, it saves by itself. */
  async close(): Promise<void> {
    this.#leaving.abort();
    try {
      if (this.#room.isLive) await this.#room.flush(AbortSignal.timeout(farewellLimit));
    } catch {
      // Leaving works without.
    } finally {
      this.#notebook.detach();
      await this.#room.close();
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #watch(): SharedNotebook {
    return new SharedNotebook(this.#room.doc, (author) => this.#tell(author));
  }

  #replaced(): void {
    this.#notebook.detach();
    this.#notebook = this.#watch();
    this.#tell("others");
  }

  #tell(author: ChangeAuthor): void {
    for (const listener of [...this.#listeners]) listener(author);
  }

  #throwFailure(): void {
    if (this.#room.failure !== undefined) throw this.#room.failure;
  }
}
