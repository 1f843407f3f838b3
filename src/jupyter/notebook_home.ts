/** Where a notebook lives while we work on it: as a document shared with browsers, or as a file. */

import { withIds } from "./nbformat/cell_ids.ts";
import type { Edit, Notebook } from "./nbformat/notebook.ts";
import type { NotebookFile, UpdateOptions } from "./notebook_file.ts";
import type { NotebookRoom, Presence } from "./rtc/notebook_room.ts";

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
  /** Who else has the document itself open. */
  presence(signal?: AbortSignal): Promise<Presence>;
  close(): Promise<void>;
}

/** Milliseconds for a last save; the server saves by itself a second after the last change as well. */
const lastSave = 1_000;

export function sharedHome(room: NotebookRoom): NotebookHome {
  let unsaved = false;
  return {
    kind: "shared",
    get isUsable() {
      return room.isLive;
    },
    read: () => Promise.resolve(room.read()),
    async update(edit, { signal } = {}) {
      const notebook = room.update(inNewFormat(edit));
      await room.flush(signal);
      const saved = await room.save(signal);
      unsaved = !saved;
      return { notebook, saved, notes: [] };
    },
    write(edit) {
      room.update(inNewFormat(edit));
      unsaved = true;
      return Promise.resolve();
    },
    presence: (signal) => room.presence(signal),
    async close() {
      if (unsaved && room.isLive) await room.save(AbortSignal.timeout(lastSave)).catch(() => false);
      await room.close();
    },
  };
}

/** The edit, and an id for every cell that stays: the server stores none for formats before 4.5. */
function inNewFormat(edit: Edit): Edit {
  return (notebook) => {
    const edited = edit(notebook);
    return edited === notebook ? notebook : withIds(edited);
  };
}

export function fileHome(file: NotebookFile): NotebookHome {
  return {
    kind: "file",
    isUsable: true,
    read: async (signal) => (await file.read(signal)).notebook,
    update: (edit, options) => file.update(edit, options),
    write: async (edit) => void await file.update(edit),
    presence: () => Promise.resolve({ hasPerson: false, programs: 0 }),
    close() {
      file.forget();
      return Promise.resolve();
    },
  };
}
