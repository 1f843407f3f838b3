/**
 * A notebook as a document shared with browsers.
 *
 * 1. An edit is made on the document including everything that others changed, in the file too: the server checks the file
 *    every second, and discards what was changed in the document since someone else wrote the file.
 * 2. A reported save has been confirmed in the file.
 * 3. An edit that was lost to a change of the file, or to someone else moving its cell, is made again if its cells are as
 *    they were; otherwise it is a `conflict`.
 * 4. If someone has replaced the file by something that is not a notebook, the document is not changed: the server would
 *    overwrite the file, a second after any change.
 */

import { type AppliedEdit, canReapply, changedCells, isEditLost } from "../nbformat/compare_notebooks.ts";
import { type JupyterHttp, orIfUnreachable } from "../rest/http.ts";
import type { Cell, Edit, Notebook } from "../nbformat/notebook.ts";
import {
  changedMeanwhile,
  notSaved,
  notWritable,
  overtaken,
  partUnshareable,
  replacementOverwritten,
  unsaved,
  validationNote,
} from "./notebook_errors.ts";
import { changeWithin, SharedFile } from "./shared_file.ts";
import { UnsavedRuns } from "./unsaved_runs.ts";
import type { UpdateOptions } from "./notebook_file.ts";
import type { Follower, NotebookBackend, WriteOptions, Written } from "./notebook_backend.ts";
import { type FileSnapshot, loadIfNotebook } from "./load_notebook.ts";
import { validationMessage } from "../rest/contents.ts";
import type { PresenceOptions, Selection } from "../rtc/presence.ts";
import type { GlobalAwareness } from "../rtc/global_awareness.ts";
import type { NotebookRoom, Presence, SelectionOptions } from "../rtc/notebook_room.ts";
import type { SaveOutcome } from "../rtc/save_room.ts";
import { SilentRoom } from "../rtc/silent_room.ts";
import { withIdsOf } from "../nbformat/cell_ids.ts";
import { markTrusted } from "../nbformat/trust.ts";
import type { AppError } from "../../base/errors.ts";
import { isCellNotFound } from "../nbformat/find_cells.ts";

interface SharedBackendOptions {
  readonly http: JupyterHttp;
  /** The name under which the document was opened. */
  readonly path: string;
  /** The file as it was before the room was entered; undefined if it is too large to read. */
  readonly onDisk?: FileSnapshot | undefined;
  /** Whether all pages are known to share documents; without it, they are. */
  readonly isCertain?: () => boolean;
  /** Shows others which documents we have open. */
  readonly globalAwareness?: Pick<GlobalAwareness, "enter" | "leave">;
}

const mostAttempts = 5;
/** Milliseconds of unsaved writes after which we ask: a server that waits for a quiet second never saves a chatty run. */
const longestUnsaved = { small: 2_000, large: 8_000 };
/** A large notebook takes the server long to write: it is asked this many times more seldom. */
const restAfterSave = 10;
/** Milliseconds that outputs are held back during such a save: the server breaks it off at every change. */
const longestHush = 200;
/** Milliseconds for those who moved a cell to take over what was typed into it meanwhile. */
const takeOverDelay = 150;
/** Milliseconds for a last check of the file, and for a last save; the server also saves by itself soon after a change. */
const lastSave = 1_000;
/** Bytes; the server reads and checks the whole file. */
const largestValidated = 1_000_000;
/** Milliseconds for the first answer to a save after a run. */
const firstAnswer = 1_000;
const asItIs: Edit = (notebook) => notebook;

export class SharedBackend implements NotebookBackend {
  readonly kind = "shared";
  readonly #room: NotebookRoom;
  readonly #options: SharedBackendOptions;
  readonly #file: SharedFile;
  readonly #runs = new UnsavedRuns();
  #unsaved = false;
  /** Why it must not be changed. */
  #refusal: AppError | undefined;
  /** The server has found nothing wrong with the file. */
  #isValid = false;
  /** Asks for a save while a run continues writing; undefined if nothing has been written since the last. */
  #asking: ReturnType<typeof setTimeout> | undefined;
  /** Milliseconds of unsaved writes until the next such save. */
  #patience: number;
  /** Resolves when outputs may be written again. */
  #hush: Promise<void> = Promise.resolve();

  constructor(room: NotebookRoom, options: SharedBackendOptions) {
    const { http, path, onDisk } = options;
    this.#room = room;
    this.#options = options;
    this.#patience = onDisk === undefined ? longestUnsaved.large : longestUnsaved.small;
    room.onReloaded(() => {
      this.#file.noteRestored();
      this.#restoreRuns();
    });
    options.globalAwareness?.enter(path);
    this.#file = new SharedFile(room, { http, path, onDisk });
  }

  get mayBeUnshared(): boolean {
    return this.#options.isCertain?.() === false;
  }

  /** A document that can be reached holds all of it; the server may have lost what it had not saved. */
  get unsaved(): readonly Cell[] {
    return this.#room.isLive ? [] : this.#runs.cells;
  }

  get path(): string {
    return this.#file.path;
  }

  /**
   * False as well if the document has gone to another name, as what is there now is something else, and if it must not be
   * changed: the next time it may be.
   */
  get isUsable(): boolean {
    return this.#room.isLive && !this.#file.isRenamed && this.#refusal === undefined;
  }

  get isUnanswered(): boolean {
    return this.#room.isUnanswered;
  }

  get isReadOnly(): boolean {
    return this.#file.isReadOnly;
  }

  /** Makes it a document for reading alone: the server would lose a part of the notebook with the next save. */
  refuseChanges(what: string): void {
    this.#refusal = partUnshareable(this.path, what);
  }

  async read(signal?: AbortSignal): Promise<Notebook> {
    await this.#file.awaitDocument(signal);
    return this.#room.read();
  }

  follow({ onOpen, onChange }: Follower, signal: AbortSignal): Promise<void> {
    onOpen(() => this.#room.read());
    return this.#room.follow(onChange, signal);
  }

  presence(options?: PresenceOptions): Promise<Presence> {
    return this.#room.presence(options);
  }

  selections(options?: SelectionOptions): Promise<readonly Selection[]> {
    return this.#room.selections(options);
  }

  async checkExists(signal?: AbortSignal): Promise<void> {
    // A document that has gone to another name is not the notebook that was meant.
    const there = await this.#file.atItsName(signal);
    if (there.writable === false) throw notWritable(this.#options.path);
    await this.#file.awaitDocument(signal, there);
  }

  async editUnsaved(edit: Edit, { isLast = false }: WriteOptions = {}): Promise<void> {
    if (this.#refusal !== undefined) throw this.#refusal;
    await (isLast ? this.#file.ensureNotebookAtLast() : this.#file.ensureNotebookNowAndThen());
    await this.#hush;
    // An earlier one is made up for by the next; the last one counts as written.
    if (isLast && !this.#room.isLive) throw this.#options.http.unreachable("the shared document is cut off");
    const before = this.#room.read();
    this.#runs.remember(before, this.#room.update(this.#asStored(edit)));
    this.#unsaved = true;
    this.#file.checkBeforeSave();
    this.#asking ??= setTimeout(() => void this.#askToSave().catch(() => undefined), this.#patience);
  }

  async editAndSave(edit: Edit, options: UpdateOptions = {}): Promise<Written> {
    if (this.#refusal !== undefined) throw this.#refusal;
    const { writable } = await this.#file.awaitDocument(options.signal);
    if (writable === false) return this.#refuse(edit);
    await untilCellsExist(this.#room, edit, options.signal);
    const plan = this.#apply(edit, options);
    return await this.#file.counted(this.#save(plan, edit, options)).catch(async (error) => {
      throw error instanceof SilentRoom ? await this.#notAnswered(plan, options.signal) : error;
    });
  }

  /** The error for an edit that was sent to a room which does not answer. */
  async #notAnswered(plan: AppliedEdit, signal: AbortSignal | undefined): Promise<SilentRoom> {
    const file = await loadIfNotebook(this.#options.http, this.path, signal).catch(() => undefined);
    if (file === undefined) return new SilentRoom(this.path, "whether the change was made is not known");
    const isMade = !isEditLost(plan, withIdsOf(plan.after, file), true);
    return new SilentRoom(this.path, isMade ? "the change was made" : "the change was not made");
  }

  async save(signal?: AbortSignal): Promise<Written> {
    if (this.#refusal !== undefined) throw this.#refusal;
    if (this.#file.isReadOnly) return this.#refuse(asItIs);
    await this.#file.awaitDocument(signal);
    if (await this.#file.counted(this.#askServer(signal)) !== "saved") {
      return this.editAndSave(asItIs, { signal });
    }
    this.#unsaved = false;
    this.#runs.clear();
    // The server's own word that it has written the file is enough; what it is now is of interest to the next edit.
    void this.#file.counted(this.#file.noteSaved()).catch(() => undefined);
    return this.#saved([]);
  }

  /**
   * Has the server write the file after a run, unless the notebook is large. The server says "success" also if it could
   * not, so what counts is its mark. If it takes long, or someone changes the document meanwhile, it saves later by itself.
   */
  async checkSaved(): Promise<readonly string[]> {
    const isLarge = this.#options.onDisk === undefined;
    const isWanted = !isLarge && this.#room.savesOnRequest && this.#room.isLive && this.#room.isDirty;
    if (isWanted) await this.#saveRun();
    return this.#file.takeOverwritten() ? [replacementOverwritten] : [];
  }

  async #saveRun(): Promise<void> {
    await this.#file.ensureNotebook();
    const patience = new AbortController();
    const giveUp = () => patience.abort();
    const timer = setTimeout(giveUp, firstAnswer);
    const off = this.#room.onChange(giveUp);
    const asking = this.#room.save(patience.signal, async () => {
      // It has answered and not written.
      clearTimeout(timer);
      await this.#file.ensureNotebook();
    });
    const outcome = await this.#file.counted(asking).catch((error) => {
      if (!patience.signal.aborted) throw error;
    }).finally(() => {
      clearTimeout(timer);
      off();
    });
    if (outcome === "unsaved") throw notSaved(this.#room.path);
    if (outcome === "reloaded") this.#restoreRuns();
  }

  /** A server that has refused once to overwrite what it could not load does so the next time. */
  #askServer(signal?: AbortSignal): Promise<SaveOutcome> {
    return this.#room.save(signal, () => this.#file.ensureNotebook(signal));
  }

  /** Has an edit saved, making it again if it was lost. */
  async #save(first: AppliedEdit, edit: Edit, options: UpdateOptions): Promise<Written> {
    const { signal } = options;
    let plan = first;
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      const outcome = await this.#askServer(signal);
      this.#unsaved = outcome !== "saved";
      if (outcome === "reloaded") this.#restoreRuns();
      if (isEditLost(plan, this.#room.read(), outcome === "reloaded")) {
        plan = await this.#again(plan, edit, options);
      } else if (outcome === "unsaved") {
        return { notebook: this.#room.read(), saved: false, notes: [unsaved] };
      } else if (outcome === "saved" && await this.#holds(plan, signal)) {
        this.#runs.clear();
        // As a file, which is not written if there is nothing to write.
        const notes = plan.after === plan.before ? [] : await this.#validate(signal);
        return this.#saved(notes);
      }
    }
    return { notebook: this.#room.read(), saved: false, notes: [overtaken] };
  }

  #saved(notes: readonly string[]): Written {
    const notebook = this.#room.read();
    return this.#file.takeOverwritten()
      ? { notebook, saved: false, notes: [replacementOverwritten, ...notes] }
      : { notebook, saved: true, notes };
  }

  /**
   * What the server finds wrong with the file. It is asked once, and again as long as it finds something.
   *
   * Right after a save, and not while someone changes the document: the server takes a file that it is asked to read
   * while it writes it for broken.
   */
  async #validate(signal: AbortSignal | undefined): Promise<readonly string[]> {
    const size = this.#options.onDisk?.model?.size ?? Infinity;
    if (this.#isValid || this.#room.isDirty || size > largestValidated) return [];
    const message = await validationMessage(this.#options.http, this.path, signal).catch(() => undefined);
    signal?.throwIfAborted();
    this.#isValid = message === undefined;
    return message === undefined ? [] : [validationNote(message)];
  }

  #holds(plan: AppliedEdit, signal: AbortSignal | undefined): Promise<boolean> {
    return this.#file.holds(plan, { ran: this.#runs.ids, signal }).catch(orIfUnreachable(true));
  }

  async close(): Promise<void> {
    clearTimeout(this.#asking);
    this.#file.close();
    if (this.#unsaved && this.#room.isLive) await this.#saveIfNotebook(lastSave);
    await Promise.all([this.#room.close(), this.#options.globalAwareness?.leave(this.#options.path)]);
  }

  /** An edit would be seen and never saved. If there is none, the outputs of a run are to be saved. */
  #refuse(edit: Edit): Written {
    const notebook = this.#room.read();
    const error = notWritable(this.#options.path);
    if (edit(notebook) !== notebook) throw error;
    return { notebook, saved: false, notes: [error.message] };
  }

  /** The next update reports the result; the run continues regardless. */
  async #askToSave(): Promise<void> {
    // The server would abort a save that is in progress.
    const isWanted = this.#room.isDirty && this.#room.isLive && !this.#file.isSaving;
    const outcome = isWanted ? await this.#saveInHush() : undefined;
    this.#asking = undefined;
    if (outcome === "reloaded") this.#restoreRuns();
  }

  async #saveInHush(): Promise<SaveOutcome | undefined> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, longestHush);
    this.#hush = promise;
    const began = performance.now();
    const outcome = await this.#saveIfNotebook();
    this.#patience = Math.max(longestUnsaved.small, (performance.now() - began) * restAfterSave);
    clearTimeout(timer);
    resolve();
    return outcome;
  }

  /** @param limit Milliseconds for the check of the file, and as many for the save. */
  async #saveIfNotebook(limit?: number): Promise<SaveOutcome | undefined> {
    const signal = () => limit === undefined ? undefined : AbortSignal.timeout(limit);
    const look = this.#file.ensureNotebook(signal());
    return await look.then(() => this.#askServer(signal())).catch(() => undefined);
  }

  #restoreRuns(): void {
    if (!this.#runs.isEmpty && this.#room.isLive) this.#room.update(this.#runs.restore);
  }

  #asStored(edit: Edit): Edit {
    return stripServerDefaults(markTrusted(edit), this.#options.onDisk?.notebook);
  }

  #apply(edit: Edit, { moving }: UpdateOptions): AppliedEdit {
    const before = this.#room.read();
    const after = this.#room.update(this.#asStored(edit), moving);
    return { before, after, touched: moving ?? changedCells(before, after), isMove: moving !== undefined };
  }

  /** Makes an edit again that is no longer in the document. */
  async #again(plan: AppliedEdit, edit: Edit, options: UpdateOptions): Promise<AppliedEdit> {
    await changeWithin(this.#room, takeOverDelay, options.signal);
    if (!isEditLost(plan, this.#room.read(), true)) return plan;
    // If a cell is gone, the edit itself says so.
    await untilCellsExist(this.#room, edit, options.signal);
    const present = this.#room.read();
    if (!isEditLost(plan, present, true)) return plan;
    if (!canReapply(plan, present)) throw changedMeanwhile(this.#room.path, plan.touched);
    return this.#apply(edit, options);
  }
}

/** Metadata that the server puts into documents whose file has none. */
const madeUp = [
  ["language_info", (value: unknown) => JSON.stringify(value) === '{"name":""}'],
  ["kernelspec", (value: unknown) => /^\{("(display_)?name":"",?){2}\}$/.test(JSON.stringify(value) ?? "")],
] as const;

/** What nbformat notes of a notebook that it has converted; it never writes them. */
const transient = ["orig_nbformat", "orig_nbformat_minor"] as const;

/** The edit, without the metadata that the server invented for the file `onDisk`; undefined if that is too large to read. */
function stripServerDefaults(edit: Edit, onDisk: Notebook | undefined): Edit {
  return (notebook) => {
    const edited = edit(notebook);
    if (edited === notebook) return edited;
    const made = madeUp.filter(([key, isMadeUp]) =>
      onDisk !== undefined && !(key in onDisk.metadata) && isMadeUp(edited.metadata[key])
    ).map(([key]) => key);
    const gone = new Set<string>([...made, ...transient.filter((key) => key in edited.metadata)]);
    if (gone.size === 0) return edited;
    const metadata = Object.fromEntries(Object.entries(edited.metadata).filter(([key]) => !gone.has(key)));
    return { ...edited, metadata };
  };
}

/** Milliseconds in which the second half of a move has come. */
const moveTime = 500;

/**
 * Resolves when an edit finds its cells; throws what it throws if they stay away. A client that moves a cell of a shared
 * document deletes it, and inserts it with the next change: between the two it is missing.
 */
export async function untilCellsExist(
  room: Pick<NotebookRoom, "read" | "onChange">,
  edit: Edit,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + moveTime;
  for (;;) {
    try {
      return void edit(room.read());
    } catch (error) {
      if (!isCellNotFound(error) || performance.now() >= deadline) throw error;
    }
    await changeWithin(room, deadline - performance.now(), signal);
  }
}
