/**
 * The file behind a shared document, which others write, replace and move while we change the document.
 *
 * The server checks the file every second. If it can read the file, it replaces the document by it; if it cannot, it
 * overwrites the file with the document, a second after any change of that. So the document of a file that is no longer a
 * notebook is not changed, and no save is asked for. Not covered is a change made within a second before the file was replaced:
 * nothing can cancel the save that the server then makes. It is noticed, because the file is also checked shortly before.
 */

import { settlesWithin, untilAborted } from "../../base/async.ts";
import { withIdsOf } from "../nbformat/cell_ids.ts";
import { type AppliedEdit, cellsById, hasSameCells, isSameText } from "../nbformat/compare_notebooks.ts";
import type { Cell, Notebook } from "../nbformat/notebook.ts";
import { type ContentsModel, statPath, statWithHash } from "../rest/contents.ts";
import type { JupyterHttp } from "../rest/http.ts";
import type { NotebookRoom } from "../rtc/notebook_room.ts";
import { type FileSnapshot, isNotANotebook, loadExisting, loadIfNotebook, stampOf } from "./load_notebook.ts";
import { notebookMissing, partOfDocumentLost } from "./notebook_errors.ts";
/** The document, as far as its file is concerned. */
export type FiledRoom = Pick<
  NotebookRoom,
  "path" | "fileHash" | "isDirty" | "isLive" | "isWhole" | "flush" | "read" | "onChange"
>;

interface SharedFileOptions {
  readonly http: JupyterHttp;
  /** The name under which the document was opened. */
  readonly path: string;
  /** The file as it was before the room was entered; undefined if it is too large to read. */
  readonly onDisk?: FileSnapshot | undefined;
}

interface HoldsOptions {
  /** The cells whose runs the file must have. */
  readonly ran: readonly string[];
  readonly signal: AbortSignal | undefined;
}

/** Milliseconds; the server checks the file every second. */
const reloadLimit = 2_500;
const nextTry = 300;
/** Bytes; larger files are not read to compare them with the document. */
const largestRead = 1_000_000;
/** Milliseconds between two checks of the file while a run writes, and how many times as long as a check they last. */
const checkInterval = 1_000;
const restAfterCheck = 10;
/** Milliseconds; well under the second that the server waits after a change before it saves. */
const saveDelay = 500;
/** Milliseconds after a change: shortly before that second is over. */
const ownSaveDelay = 800;

export class SharedFile {
  readonly #room: FiledRoom;
  readonly #options: SharedFileOptions;
  /** What the document said of its place when it was opened: right after a rename it does not know better. */
  readonly #saidAtFirst: string;
  /** The document had items that cannot be shown from the first, and its file has proved that nothing is missing. */
  readonly #isProved: boolean;
  /** The hash of a file that is known to hold what the document held. */
  #known: string | undefined;
  /** The file when it was found to be what the document knows of. */
  #seen: ContentsModel | undefined;
  /** Our saves in progress, which find out themselves what others did to the file. */
  #saves = 0;
  /** The file that was last found to be a notebook, or why it is not one. */
  #found: { readonly stamp: string; readonly error?: unknown } | undefined;
  #verdict: Promise<void> = Promise.resolve();
  /** What the document said of its last save when its file was found to be something else. */
  #replaced: { readonly fileHash: string | undefined } | undefined;
  #checkedAt = -Infinity;
  #nextCheckAt = -Infinity;
  #checkTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(room: FiledRoom, options: SharedFileOptions) {
    this.#room = room;
    this.#options = options;
    this.#saidAtFirst = room.path;
    this.#isProved = !room.isWhole;
    const { onDisk } = options;
    // If the document has these cells, it is what it must be for as long as the file stays as it was.
    if (onDisk === undefined || !hasSameCells(onDisk.notebook, room.read())) return;
    this.#known = onDisk.hash;
    this.#seen = onDisk.model ?? undefined;
  }

  /** Where the document is: it goes with a file that is renamed. */
  get path(): string {
    const { path } = this.#room;
    return path === this.#saidAtFirst ? this.#options.path : path.replace(/^\/+/, "");
  }

  get isRenamed(): boolean {
    return this.path !== this.#options.path;
  }

  /** Whether the server may not write it, as far as is known. */
  get isReadOnly(): boolean {
    return this.#seen?.writable === false;
  }

  get isSaving(): boolean {
    return this.#saves > 0;
  }

  /** Counts a save while it is in progress. */
  counted<T>(save: Promise<T>): Promise<T> {
    this.#saves++;
    return save.finally(() => this.#saves--);
  }

  /** Throws `not_a_notebook` if someone has put something else into the file since the last check. */
  async ensureNotebook(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const began = performance.now();
    this.#checkedAt = began;
    this.#nextCheckAt = Infinity;
    this.#verdict = this.#check().finally(() => {
      const now = performance.now();
      this.#nextCheckAt = now + Math.max(checkInterval, (now - began) * restAfterCheck);
    });
    // Other callers share this check: it continues if this caller leaves.
    await untilAborted(this.#verdict, signal);
  }

  /** The same for one of many changes: the file is checked only now and then. */
  async ensureNotebookNowAndThen(signal?: AbortSignal): Promise<void> {
    if (performance.now() < this.#nextCheckAt) await untilAborted(this.#verdict, signal);
    else await this.ensureNotebook(signal);
  }

  /**
   * The same for the last of them. If the document was changed right after a check, the server will save it in any case:
   * a file that was replaced since then is lost to the first change, not to the last one.
   */
  async ensureNotebookAtLast(): Promise<void> {
    const isRecent = performance.now() - this.#checkedAt < saveDelay;
    await (isRecent && this.#room.isDirty ? this.#verdict : this.ensureNotebook());
  }

  /** Checks the file once more before the server saves a change by itself. */
  checkBeforeSave(): void {
    clearTimeout(this.#checkTimer);
    // The next change is checked as if this had not been, unless something was found.
    const check = () => this.#check().catch(() => this.#nextCheckAt = -Infinity);
    this.#checkTimer = setTimeout(check, ownSaveDelay);
  }

  /** Ends the checks. */
  close(): void {
    clearTimeout(this.#checkTimer);
  }

  /** Someone has put a notebook in place of what was there, which the document then shows. */
  noteRestored(): void {
    this.#replaced = undefined;
  }

  /** Whether the server has overwritten what someone had put in place of the notebook; reported once. */
  takeOverwritten(): boolean {
    const { fileHash } = this.#room;
    if (this.#replaced === undefined || fileHash === undefined || fileHash === this.#replaced.fileHash) {
      return false;
    }
    this.#replaced = undefined;
    return true;
  }

  /** Anything else that is wrong with the file is reported by the next save. */
  async #check(): Promise<void> {
    // While the connection is down, changes do not reach the server, and the file cannot be checked either.
    if (!this.#room.isLive) return;
    const model = await statPath(this.#options.http, this.path).catch(() => null);
    const stamp = model === null ? undefined : stampOf(model);
    if (stamp === undefined || (this.#seen !== undefined && stamp === stampOf(this.#seen))) return;
    if (stamp !== this.#found?.stamp) this.#found = { stamp, error: await this.#whyNone() };
    if (this.#found.error !== undefined) throw this.#found.error;
  }

  async #whyNone(): Promise<unknown> {
    try {
      const hash = (await statWithHash(this.#options.http, this.path))?.hash;
      if (!this.#isKnown(hash)) await this.#inFile(undefined);
      else if (this.#room.fileHash === this.#replaced?.fileHash) this.noteRestored();
      return undefined;
    } catch (error) {
      return isNotANotebook(error) ? error : undefined;
    }
  }

  #isKnown(hash: string | null | undefined): boolean {
    return !!hash && (hash === this.#room.fileHash || hash === this.#known);
  }

  /** Waits until what others wrote to the file is in the document. */
  async awaitDocument(signal: AbortSignal | undefined, there?: ContentsModel): Promise<ContentsModel> {
    if (this.#saves > 0 && this.#seen !== undefined) {
      await this.ensureNotebookNowAndThen(signal);
      return this.#seen;
    }
    const model = there ?? await this.#brief(signal);
    await this.#ensureWhole(signal);
    if (this.#seen === undefined || stampOf(model) !== stampOf(this.#seen)) await this.#untilFresh(signal);
    this.#seen = model;
    this.#verdict = Promise.resolve();
    this.#checkedAt = performance.now();
    this.#nextCheckAt = this.#checkedAt + checkInterval;
    return model;
  }

  /** Throws `conflict` if the document has items that cannot be shown, although the server has sent all that it has. */
  async #ensureWhole(signal: AbortSignal | undefined): Promise<void> {
    if (this.#room.isWhole || this.#isProved || !this.#room.isLive) return;
    await this.#room.flush(signal);
    if (!this.#room.isWhole) throw partOfDocumentLost(this.path);
  }

  async #untilFresh(signal: AbortSignal | undefined): Promise<void> {
    const deadline = performance.now() + reloadLimit;
    for (let model = await this.#stat(signal); !await this.#isFresh(model, signal);) {
      if (performance.now() > deadline) {
        await this.#inFile(signal);
        // This server does not check files by itself: a save will find out.
        this.#known = model.hash ?? undefined;
        return;
      }
      // Not only for a change: the server may also write the file meanwhile.
      await changeWithin(this.#room, Math.min(deadline - performance.now(), nextTry), signal);
      model = await this.#stat(signal);
    }
  }

  async #isFresh({ hash, size }: ContentsModel, signal: AbortSignal | undefined): Promise<boolean> {
    if (this.#isKnown(hash)) return true;
    const isFirst = this.#known === undefined && this.#room.fileHash === undefined;
    const isLarge = (size ?? 0) > largestRead;
    if (isLarge && !this.#isAhead && hash) return isFirst && this.#know(hash);
    // Without a hash a large one as well, once after each change: what is not a notebook must not be written over.
    const inFile = await this.#inFile(signal);
    if (!hash || this.#isAhead) return true;
    return hasSameCells(inFile, this.#room.read()) && this.#know(hash);
  }

  /** Before its first save the document is ahead of the file if someone has changed it. */
  get #isAhead(): boolean {
    return this.#room.isDirty && this.#room.fileHash === undefined;
  }

  #know(hash: string): true {
    this.#known = hash;
    return true;
  }

  /** What someone else has written to the file; `not_a_notebook` if that is none. */
  async #inFile(signal: AbortSignal | undefined): Promise<Notebook> {
    try {
      return (await loadExisting(this.#options.http, this.path, { signal })).notebook;
    } catch (error) {
      if (isNotANotebook(error)) this.#replaced ??= { fileHash: this.#room.fileHash };
      throw error;
    }
  }

  /** Notes what the server has just written. */
  async noteSaved(): Promise<void> {
    const model = await this.#statAnywhere(undefined);
    if ((model.hash ?? undefined) === this.#room.fileHash) this.#seen = model;
  }

  /**
   * Whether the file holds what a plan changed, and, if no hash in the document proves it, the runs of these cells:
   * their counts are written last.
   */
  async holds({ before, after, touched }: AppliedEdit, { ran, signal }: HoldsOptions): Promise<boolean> {
    const model = await this.#statAnywhere(signal);
    const { hash, size } = model;
    if (hash && this.#room.fileHash !== undefined && hash !== this.#room.fileHash) {
      await changeWithin(this.#room, reloadLimit, signal);
      return false;
    }
    this.#known = hash ?? undefined;
    this.#seen = model;
    const old = cellsById(before);
    const added = after.cells.flatMap(({ id }) => id === undefined || old.has(id) ? [] : [id]);
    const changed = [...touched, ...added];
    const run = this.#room.fileHash === undefined ? ran : [];
    if (changed.length + run.length === 0 || (size ?? 0) > largestRead || this.isRenamed) return true;
    const onDisk = await loadIfNotebook(this.#options.http, this.path, signal);
    if (onDisk === undefined) return false;
    const present = this.#room.read();
    const [file, room] = [cellsById(withIdsOf(present, onDisk)), cellsById(present)];
    const isCounted = (id: string) => countOf(file.get(id)) === countOf(room.get(id));
    return this.#room.isDirty ||
      (changed.every((id) => isSameText(file.get(id), room.get(id))) && run.every(isCounted));
  }

  async #stat(signal: AbortSignal | undefined): Promise<ContentsModel> {
    const { http, path } = this.#options;
    return await statWithHash(http, path, signal) ?? await this.#missing(signal);
  }

  /** The file under the name that was asked for, without the hash, for which the server reads the whole file. */
  async atItsName(signal: AbortSignal | undefined): Promise<ContentsModel> {
    const { http, path } = this.#options;
    return await statPath(http, path, signal) ?? await this.#missing(signal);
  }

  async #brief(signal: AbortSignal | undefined): Promise<ContentsModel> {
    const { http, path } = this.#options;
    const there = await statPath(http, path, signal);
    if (there !== null) return there;
    return this.isRenamed && this.#room.isLive
      ? await this.#statAnywhere(signal)
      : await this.#missing(signal);
  }

  async #missing(signal: AbortSignal | undefined): Promise<never> {
    throw await notebookMissing(this.#options.http, this.#options.path, signal);
  }

  /** The file, also if it was renamed during the edit. */
  async #statAnywhere(signal: AbortSignal | undefined): Promise<ContentsModel> {
    const renamed = this.isRenamed ? await statWithHash(this.#options.http, this.path, signal) : null;
    return renamed ?? await this.#stat(signal);
  }
}

function countOf(cell: Cell | undefined): number | null {
  return cell?.execution_count ?? null;
}

/** Resolves when the document changes, or after a while. */
export async function changeWithin(
  room: Pick<NotebookRoom, "onChange">,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const change = Promise.withResolvers<void>();
  const off = room.onChange(() => change.resolve());
  await settlesWithin(change.promise, milliseconds, signal).finally(off);
}
