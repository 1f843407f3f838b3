/** Where a notebook lives while we work on it: as a document shared with browsers, or as a file. */

import type { Edit, Notebook } from "./nbformat/notebook.ts";
import type { NotebookFile, UpdateOptions } from "./notebook_file.ts";
import type { NotebookRoom } from "./rtc/notebook_room.ts";

export interface Written {
  readonly notebook: Notebook;
  /** Whether the file on disk holds it. */
  readonly saved: boolean;
  /** What the person should know about the file on disk. */
  readonly notes: readonly string[];
}

export interface NotebookHome {
  readonly kind: "shared" | "file";
  /** False where it must be opened anew, such as after the server went away. */
  readonly isUsable: boolean;
  read(signal?: AbortSignal): Promise<Notebook>;
  /** Makes an edit and has it saved. */
  update(edit: Edit, options?: UpdateOptions): Promise<Written>;
  /** Makes one of many edits; saving is left to a later {@linkcode update} or to the server. */
  write(edit: Edit): Promise<void>;
  /** Whether a person's browser is known to show the document itself. */
  hasPerson(): boolean;
  close(): Promise<void>;
}

export function sharedHome(room: NotebookRoom): NotebookHome {
  return {
    kind: "shared",
    get isUsable() {
      return room.isLive;
    },
    read: () => Promise.resolve(room.read()),
    async update(edit, { signal } = {}) {
      const notebook = room.update(edit);
      await room.flush(signal);
      return { notebook, saved: await room.save(signal), notes: [] };
    },
    write(edit) {
      room.update(edit);
      return Promise.resolve();
    },
    hasPerson: () => room.presence().hasPerson,
    close: () => room.close(),
  };
}

export function fileHome(file: NotebookFile): NotebookHome {
  return {
    kind: "file",
    isUsable: true,
    read: async (signal) => (await file.read(signal)).notebook,
    update: (edit, options) => file.update(edit, options),
    write: async (edit) => void await file.update(edit),
    hasPerson: () => false,
    close() {
      file.forget();
      return Promise.resolve();
    },
  };
}
