/** Where a notebook is kept while we work on it: in a document shared with browsers, or in a file. */

import type { Cell, Edit, Notebook } from "../nbformat/notebook.ts";
import type { UpdateOptions } from "./notebook_file.ts";
import type { PresenceOptions } from "../rtc/presence.ts";
import type { Presence } from "../rtc/notebook_room.ts";

export interface Written {
  readonly notebook: Notebook;
  /** Whether the file on disk holds it. */
  readonly saved: boolean;
  /** What the person should know about the file on disk. */
  readonly notes: readonly string[];
}

export interface WriteOptions {
  /** No other edit follows soon: the file of a shared document is looked at first, unless that was done a moment ago. */
  readonly isLast?: boolean;
  /** A file need not be written for this alone: others follow within moments, or a save. */
  readonly mayWait?: boolean;
}

/** Someone who wants to know what becomes of a shared document. */
export interface Follower {
  /** Is given a way to read the document as it is; again if it has been opened anew. */
  readonly onOpen: (read: () => Notebook) => void;
  /** Someone has changed it, maybe we. */
  readonly onChange: () => void;
}

export interface NotebookBackend {
  readonly kind: "shared" | "file";
  /** Where the notebook is: a shared document goes with a file that is renamed. */
  readonly path: string;
  /** False if it must be opened anew, such as after the server went away. */
  readonly isUsable: boolean;
  /** Whether a shared document cannot be saved, as it was found when it was last read. */
  readonly isReadOnly: boolean;
  /** Cells with what was written here and no file or document holds yet. */
  readonly unsaved: readonly Cell[];
  read(signal?: AbortSignal): Promise<Notebook>;
  /** Makes sure that the notebook is where it was: someone may have moved or deleted the file. */
  ensureThere(signal?: AbortSignal): Promise<void>;
  /** Makes an edit and has it saved. */
  update(edit: Edit, options?: UpdateOptions): Promise<Written>;
  /** Makes one of many edits; saving is left to a later {@linkcode update} or {@linkcode save}, or to the server. */
  write(edit: Edit, options?: WriteOptions): Promise<void>;
  /** Has saved what was written; tells what the person should know if it could not. */
  save(signal?: AbortSignal): Promise<Pick<Written, "saved" | "notes">>;
  /** Throws if what was written cannot be saved, as far as that can be told in a moment. */
  ensureSaved(): Promise<void>;
  /** Tells of the document until the signal comes or the backend is closed, then resolves. A file tells of nothing. */
  follow(follower: Follower, signal: AbortSignal): Promise<void>;
  /** Who else has the document itself open. */
  presence(options?: PresenceOptions): Promise<Presence>;
  close(): Promise<void>;
}
