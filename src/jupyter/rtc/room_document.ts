/**
 * The Y document of a room: the notebook, what the server says of its file (the map `state`), and who is there.
 *
 * We never write the map `state`, not even its mark of unsaved work: the item would build on one of the server's, which its
 * store may lack. So unsaved changes are also noted here.
 */

import { mayForget } from "./moved_cells.ts";
import { localState } from "./presence.ts";
import { SharedNotebook, type SharedNotebookOptions } from "./shared_notebook.ts";
import { SyncConnection } from "./sync_connection.ts";
import { awarenessProtocol, Y } from "./yjs.ts";

interface RoomDocumentOptions extends SharedNotebookOptions {
  /** Something was changed here that the server does not have yet. */
  readonly onOwnUpdate: () => void;
  /** The server has put the content of the file in the place of the document's. */
  readonly onReload: () => void;
}

export class RoomDocument {
  readonly doc = new Y.Doc({ gcFilter: mayForget });
  readonly awareness = new awarenessProtocol.Awareness(this.doc);
  readonly #state = this.doc.getMap("state");
  readonly #options: RoomDocumentOptions;
  #notebook: SharedNotebook | undefined;
  #isUnsaved = false;

  constructor(options: RoomDocumentOptions) {
    this.#options = options;
    this.awareness.setLocalState(localState);
    this.doc.on("update", (_update: Uint8Array, origin: unknown) => {
      if (!(origin instanceof SyncConnection)) options.onOwnUpdate();
    });
    const state: unknown = this.#state;
    this.doc.on("afterTransaction", ({ changed }: Y.Transaction) => {
      if (changed.keys().some((type) => type !== state)) this.#isUnsaved = true;
    });
    this.#state.observe(({ keysChanged }, { local }) => {
      if (local) return;
      if (keysChanged.has("dirty") && this.#state.get("dirty") !== true) this.#isUnsaved = false;
      // The server removes the hash of its last save if it loads the file again, which is still going on now.
      if (keysChanged.has("hash") && !this.#state.has("hash")) queueMicrotask(options.onReload);
    });
  }

  /** The path that the server states for the file. */
  get path(): string | undefined {
    const path = this.#state.get("path");
    return typeof path === "string" && path !== "" ? path : undefined;
  }

  /** The hash of the file that the server saved last. */
  get fileHash(): string | undefined {
    const hash = this.#state.get("hash");
    return typeof hash === "string" ? hash : undefined;
  }

  /** Whether someone's changes are not in the file yet. */
  get isDirty(): boolean {
    return this.#isUnsaved || this.#state.get("dirty") === true;
  }

  get notebook(): SharedNotebook {
    return this.#notebook ??= new SharedNotebook(this.doc, this.#options);
  }

  /** The content has come, which is not a change: it is watched from now on, as watching the loading takes as long again. */
  loaded(): void {
    this.#isUnsaved = false;
    this.#notebook ??= new SharedNotebook(this.doc, this.#options);
  }

  /** Takes an update from others that is about to be applied. */
  expect(update: Uint8Array): void {
    this.#notebook?.expect(update);
  }

  discard(): void {
    this.#notebook?.detach();
    this.awareness.destroy();
    this.doc.destroy();
  }
}
