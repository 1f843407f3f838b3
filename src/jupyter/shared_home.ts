/**
 * A notebook as a document shared with browsers.
 *
 * 1. An edit is made on what the document holds with all that others changed, in the file too: the server looks at
 *    the file every second, and throws away what was changed in the document since somebody else wrote the file.
 * 2. What is said to be saved was seen in the file afterwards.
 * 3. An edit that was lost on the way, to a change of the file or to a move of its cell by somebody else, is made
 *    again if its cells are as they were; otherwise it is a `conflict`.
 * 4. A file that somebody has replaced by something else than a notebook is looked at before the document is changed:
 *    the server would write the document over it, a second after any change.
 */

import { cellsById, changedCells } from "./nbformat/changed_cells.ts";
import { ifGone } from "./if_gone.ts";
import { isLost, isRepeatable, isSameText, type Plan } from "./lost_edit.ts";
import type { Edit, Notebook } from "./nbformat/notebook.ts";
import { changedMeanwhile, notebookMissing, notWritable, overtaken, unsaved } from "./notebook_errors.ts";
import { changeWithin } from "./change_within.ts";
import type { NotebookFile, UpdateOptions } from "./notebook_file.ts";
import type { Follower, NotebookHome, Written } from "./notebook_home.ts";
import { isNoNotebook } from "./load_notebook.ts";
import { peekAt, readOnce } from "./peek_at.ts";
import { type FileLook, stampOf } from "./file_look.ts";
import { type ContentsModel, statPath, statWithHash } from "./rest/contents.ts";
import type { JupyterHttp } from "./rest/http.ts";
import type { Lobby } from "./rtc/lobby.ts";
import type { NotebookRoom, Presence } from "./rtc/notebook_room.ts";
import { hasSameCells } from "./same_cells.ts";
import { untilThere } from "./until_there.ts";
import { UnsavedRuns } from "./unsaved_runs.ts";
import { withoutMadeUp } from "./without_made_up.ts";

export interface SharedHomeOptions {
  readonly http: JupyterHttp;
  /** The file of the document, to look at. */
  readonly file: NotebookFile;
  /** The file as it was before the room was entered; undefined where it is too large to look at. */
  readonly onDisk?: FileLook | undefined;
  /** Where others see which documents we have open. */
  readonly lobby?: Pick<Lobby, "enter" | "leave">;
}

const mostAttempts = 5;
/** Milliseconds of unsaved writes after which we ask: a server that waits for a quiet second never saves a chatty run. */
const longestUnsaved = 8_000;
/** Milliseconds; the server looks at the file every second. */
const reloadLimit = 2_500;
/** Milliseconds for those who moved a cell to take over what was typed into it meanwhile. */
const takeOverDelay = 150;
/** Milliseconds for a last save; the server saves by itself a second after the last change as well. */
const lastSave = 1_000;
/** Bytes; larger files are not read to compare them with the document. */
const largestRead = 1_000_000;
const asItIs: Edit = (notebook) => notebook;

export class SharedHome implements NotebookHome {
  readonly kind = "shared";
  readonly #room: NotebookRoom;
  readonly #options: SharedHomeOptions;
  readonly #runs = new UnsavedRuns();
  #unsaved = false;
  /** Asks for a save while a run goes on writing; undefined where nothing has been written since the last. */
  #asking: ReturnType<typeof setTimeout> | undefined;
  /** The hash of a file that is known to hold what the document held. */
  #known: string | undefined;
  /** The file when it was found to be what the document knows of. */
  #seen: ContentsModel | undefined;
  /** Saves of ours under way, which find out themselves what others did to the file. */
  #saves = 0;

  constructor(room: NotebookRoom, options: SharedHomeOptions) {
    this.#room = room;
    this.#options = options;
    room.onReloaded(() => this.#restoreRuns());
    options.lobby?.enter(options.file.path);
    const { onDisk } = options;
    // Where the document has these cells, it is what it must be for as long as the file stays as it was.
    if (onDisk === undefined || !hasSameCells(onDisk.notebook, room.read())) return;
    this.#known = onDisk.hash;
    this.#seen = onDisk.model ?? undefined;
  }

  /** False as well where the document has gone to another name: what is there now is something else. */
  get isUsable(): boolean {
    return this.#room.isLive && this.#room.path.replace(/^\/+/, "") === this.#options.file.path;
  }

  async read(signal?: AbortSignal): Promise<Notebook> {
    await this.#awaitFile(signal);
    return this.#room.read();
  }

  follow({ onOpen, onChange }: Follower, signal: AbortSignal): Promise<void> {
    onOpen(() => this.#room.read());
    return this.#room.follow(onChange, signal);
  }

  presence(signal?: AbortSignal, isExpected?: boolean): Promise<Presence> {
    return this.#room.presence(signal, isExpected);
  }

  async ensureThere(signal?: AbortSignal): Promise<void> {
    // A document that has gone to another name is not the notebook that was meant.
    const there = await statPath(this.#options.http, this.#options.file.path, signal);
    const { writable } = there ?? await this.#missing(signal);
    if (writable === false) throw notWritable(this.#options.file.path);
    await this.#awaitFile(signal, there);
  }

  write(edit: Edit): Promise<void> {
    const before = this.#room.read();
    this.#runs.remember(before, this.#room.update(withoutMadeUp(edit, this.#options.onDisk?.notebook)));
    this.#unsaved = true;
    this.#asking ??= setTimeout(() => void this.#askToSave(), longestUnsaved);
    return Promise.resolve();
  }

  async update(edit: Edit, options: UpdateOptions = {}): Promise<Written> {
    const { writable } = await this.#awaitFile(options.signal);
    if (writable === false) return this.#refuse(edit);
    await untilThere(this.#room, edit, options.signal);
    return await this.#counted(this.#save(this.#apply(edit, options), edit, options));
  }

  async save(signal?: AbortSignal): Promise<Written> {
    if (this.#seen?.writable === false) return this.#refuse(asItIs);
    await this.#awaitFile(signal);
    if (await this.#counted(this.#room.save(signal)) !== "saved") return this.update(asItIs, { signal });
    this.#unsaved = false;
    this.#runs.clear();
    // The server's own word that it has written the file is enough; what it is now is of interest to the next edit.
    void this.#counted(this.#look()).catch(() => undefined);
    return { notebook: this.#room.read(), saved: true, notes: [] };
  }

  async #look(): Promise<void> {
    const model = await this.#statAnywhere(undefined);
    if (model.hash === this.#room.fileHash) this.#seen = model;
  }

  #counted<T>(save: Promise<T>): Promise<T> {
    this.#saves++;
    return save.finally(() => this.#saves--);
  }

  /** Has an edit saved, making it again where it was lost. */
  async #save(first: Plan, edit: Edit, options: UpdateOptions): Promise<Written> {
    const { signal } = options;
    let plan = first;
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      const outcome = await this.#room.save(signal);
      this.#unsaved = outcome !== "saved";
      if (outcome === "reloaded") this.#restoreRuns();
      if (isLost(plan, this.#room.read(), outcome === "reloaded")) {
        plan = await this.#again(plan, edit, options);
      } else if (outcome === "unsaved") {
        return { notebook: this.#room.read(), saved: false, notes: [unsaved] };
      } else if (outcome === "saved" && await this.#isInFile(plan, signal).catch(ifGone(true))) {
        this.#runs.clear();
        return { notebook: this.#room.read(), saved: true, notes: [] };
      }
    }
    return { notebook: this.#room.read(), saved: false, notes: [overtaken] };
  }

  async close(): Promise<void> {
    clearTimeout(this.#asking);
    if (this.#unsaved && this.#room.isLive) {
      await this.#room.save(AbortSignal.timeout(lastSave)).catch(() => undefined);
    }
    await Promise.all([this.#room.close(), this.#options.lobby?.leave(this.#options.file.path)]);
  }

  /** An edit would be seen and never saved. Where there is none, the outputs of a run are to be saved. */
  #refuse(edit: Edit): Written {
    const notebook = this.#room.read();
    const error = notWritable(this.#options.file.path);
    if (edit(notebook) !== notebook) throw error;
    return { notebook, saved: false, notes: [error.message] };
  }

  /** What comes of it is told by the next update; a run goes on without. */
  async #askToSave(): Promise<void> {
    const isWanted = this.#room.isDirty && this.#room.isLive;
    const outcome = isWanted ? await this.#room.save().catch(() => undefined) : undefined;
    this.#asking = undefined;
    if (outcome === "reloaded") this.#restoreRuns();
  }

  #restoreRuns(): void {
    if (!this.#runs.isEmpty && this.#room.isLive) this.#room.update(this.#runs.restore);
  }

  #apply(edit: Edit, { touches }: UpdateOptions): Plan {
    const before = this.#room.read();
    const moving = touches?.(before);
    const after = this.#room.update(withoutMadeUp(edit, this.#options.onDisk?.notebook), moving);
    return { before, after, touched: moving ?? changedCells(before, after), isMove: moving !== undefined };
  }

  /** Makes an edit again that is no longer in the document. */
  async #again(plan: Plan, edit: Edit, options: UpdateOptions): Promise<Plan> {
    await changeWithin(this.#room, takeOverDelay, options.signal);
    if (!isLost(plan, this.#room.read(), true)) return plan;
    // Where a cell is gone, the edit itself says so.
    await untilThere(this.#room, edit, options.signal);
    const present = this.#room.read();
    if (!isLost(plan, present, true)) return plan;
    if (!isRepeatable(plan, present)) throw changedMeanwhile(this.#room.path);
    return this.#apply(edit, options);
  }

  /** Waits until what others wrote to the file is in the document. */
  async #awaitFile(signal: AbortSignal | undefined, there?: ContentsModel | null): Promise<ContentsModel> {
    if (this.#saves > 0 && this.#seen !== undefined) return this.#seen;
    const model = there ?? await this.#brief(signal);
    if (this.#seen === undefined || stampOf(model) !== stampOf(this.#seen)) await this.#untilFresh(signal);
    this.#seen = model;
    return model;
  }

  async #untilFresh(signal: AbortSignal | undefined): Promise<void> {
    const deadline = performance.now() + reloadLimit;
    for (let model = await this.#stat(signal); !await this.#isFresh(model, signal);) {
      if (performance.now() > deadline) {
        await this.#inFile(signal);
        // This server does not look at files by itself: a save will find out.
        this.#known = model.hash ?? undefined;
        return;
      }
      await changeWithin(this.#room, deadline - performance.now(), signal);
      model = await this.#stat(signal);
    }
  }

  async #isFresh({ hash, size }: ContentsModel, signal: AbortSignal | undefined): Promise<boolean> {
    const isKnown = !hash || hash === this.#room.fileHash || hash === this.#known;
    // Before its first save the document is ahead of the file where somebody has changed it.
    if (isKnown || (this.#room.isDirty && this.#room.fileHash === undefined)) return true;
    const isFirst = this.#known === undefined && this.#room.fileHash === undefined;
    const isLarge = (size ?? 0) > largestRead;
    const isSame = isLarge ? isFirst : hasSameCells(await this.#inFile(signal), this.#room.read());
    if (isSame) this.#known = hash;
    return isSame;
  }

  /** What somebody else has written to the file; `not_a_notebook` where that is none. */
  #inFile(signal: AbortSignal | undefined): Promise<Notebook> {
    return readOnce(this.#options.file, signal).catch((error) => {
      if (isNoNotebook(error)) this.#unsaved = false;
      throw error;
    });
  }

  /** Whether the file holds what a plan changed. */
  async #isInFile({ before, after, touched }: Plan, signal: AbortSignal | undefined): Promise<boolean> {
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
    if (changed.length === 0 || (size ?? 0) > largestRead || !this.isUsable) return true;
    const onDisk = await peekAt(this.#options.file, signal);
    if (onDisk === undefined) return false;
    const [file, room] = [cellsById(onDisk), cellsById(this.#room.read())];
    return this.#room.isDirty || changed.every((id) => isSameText(file.get(id), room.get(id)));
  }

  async #stat(signal: AbortSignal | undefined): Promise<ContentsModel> {
    const { http, file } = this.#options;
    return await statWithHash(http, file.path, signal) ?? await this.#missing(signal);
  }

  /** Without the hash, for which the server reads the whole file. */
  async #brief(signal: AbortSignal | undefined): Promise<ContentsModel> {
    const { http, file } = this.#options;
    const there = await statPath(http, file.path, signal);
    // The document goes with a file that is renamed.
    const isRenamed = there === null && !this.isUsable && this.#room.isLive;
    return there ?? (isRenamed ? await this.#statAnywhere(signal) : await this.#missing(signal));
  }

  async #missing(signal: AbortSignal | undefined): Promise<never> {
    throw await notebookMissing(this.#options.http, this.#options.file.path, signal);
  }

  /** The file, also where it was renamed during the edit. */
  async #statAnywhere(signal: AbortSignal | undefined): Promise<ContentsModel> {
    const renamed = this.#room.path === this.#options.file.path
      ? null
      : await statWithHash(this.#options.http, this.#room.path, signal);
    return renamed ?? await this.#stat(signal);
  }
}
