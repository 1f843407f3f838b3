/** Where a notebook is kept while we work on it: in a document shared with browsers, or in a file. */

import type { Cell, Edit, Notebook } from "../nbformat/notebook.ts";
import type { UpdateOptions } from "./notebook_file.ts";
import type { PresenceOptions, Selection } from "../rtc/presence.ts";
import type { Presence, SelectionOptions } from "../rtc/notebook_room.ts";

export interface Written {
  readonly notebook: Notebook;
  /** Whether the file on disk holds it. */
  readonly saved: boolean;
  /** What the person should know about the file on disk. */
  readonly notes: readonly string[];
}

export interface ReadOptions {
  /** What was read here a moment ago is good enough: cells run one after the other. */
  readonly mayBeRecent?: boolean;
}

export interface WriteOptions {
  /** No other edit follows soon: the file of a shared document is looked at first, unless that was done a moment ago. */
  readonly isLast?: boolean;
  /** A file need not be written for this alone: others follow within moments, or a save. */
  readonly mayWait?: boolean;
}

/** Receives the changes of a shared document. */
export interface Follower {
  /** Receives a function that reads the document as it is; again if the document has been reopened. */
  readonly onOpen: (read: () => Notebook) => void;
  /** Someone has changed it, maybe us. */
  readonly onChange: () => void;
}

export interface NotebookBackend {
  readonly kind: "shared" | "file";
  /** Whether a page may show the notebook without sharing it, as it does a file: writes are then checked for pages. */
  readonly mayBeUnshared: boolean;
  /** Where the notebook is: a shared document goes with a file that is renamed. */
  readonly path: string;
  /** False if it must be reopened, such as after the server went away. */
  readonly isUsable: boolean;
  /** Whether Jupyter has stopped answering for the shared document. */
  readonly isUnanswered: boolean;
  /** Whether a shared document cannot be saved, as it was found when it was last read. */
  readonly isReadOnly: boolean;
  /** Cells with content that was written here and no file or document holds yet. */
  readonly unsaved: readonly Cell[];
  read(signal?: AbortSignal, options?: ReadOptions): Promise<Notebook>;
  /** Makes sure that the notebook is where it was: someone may have moved or deleted the file. */
  checkExists(signal?: AbortSignal): Promise<void>;
  /** Makes an edit and saves it. */
  editAndSave(edit: Edit, options?: UpdateOptions): Promise<Written>;
  /** Makes one of many edits; saving is left to a later {@linkcode editAndSave} or {@linkcode save}, or to the server. */
  editUnsaved(edit: Edit, options?: WriteOptions): Promise<void>;
  /** Saves what was written; the notes say what the person should know if that failed. */
  save(signal?: AbortSignal): Promise<Pick<Written, "saved" | "notes">>;
  /**
   * Throws if what was written cannot be saved, as far as that can be found out quickly; returns what the person should know
   * about the file.
   */
  checkSaved(): Promise<readonly string[]>;
  /** Reports changes of the document until the signal is aborted or the backend closed, then resolves. A file reports none. */
  follow(follower: Follower, signal: AbortSignal): Promise<void>;
  /** Who else has the document itself open. */
  presence(options?: PresenceOptions): Promise<Presence>;
  /** The cells of the document that people are in; none are known of a file. */
  selections(options?: SelectionOptions): Promise<readonly Selection[]>;
  close(): Promise<void>;
}

/** What a run needs of the backend of its notebook, which may be renamed meanwhile. */
export type RunBackend = Pick<
  NotebookBackend,
  | "kind"
  | "mayBeUnshared"
  | "path"
  | "unsaved"
  | "read"
  | "checkExists"
  | "editAndSave"
  | "editUnsaved"
  | "save"
  | "checkSaved"
  | "presence"
>;
