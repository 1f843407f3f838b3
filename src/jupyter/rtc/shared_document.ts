/** A document and who is at it, before it is kept equal with anything. */

import { mayForget } from "./moved_text.ts";
import { localState } from "./presence.ts";
import { SyncConnection } from "./sync_connection.ts";
import { awarenessProtocol, Y } from "./yjs.ts";

export interface SharedDocument {
  readonly doc: Y.Doc;
  readonly awareness: awarenessProtocol.Awareness;
}

export interface DocumentListeners {
  /** Something was changed here. */
  readonly onChange: () => void;
  /** Somebody has changed the content. */
  readonly onContent: () => void;
  /** The server has written the file, or loaded it again. */
  readonly onSaved: () => void;
  /** The server has put the content of the file in the place of the document's. */
  readonly onReload: () => void;
}

export function openDocument(listeners: DocumentListeners): SharedDocument {
  const doc = new Y.Doc({ gcFilter: mayForget });
  const awareness = new awarenessProtocol.Awareness(doc);
  awareness.setLocalState(localState);
  doc.on("update", (_update: Uint8Array, origin: unknown) => {
    if (!(origin instanceof SyncConnection)) listeners.onChange();
  });
  const state = doc.getMap("state");
  doc.on("afterTransaction", ({ changed }: Y.Transaction) => {
    const shared: unknown = state;
    if (changed.keys().some((type) => type !== shared)) listeners.onContent();
  });
  state.observe(({ keysChanged }, { local }) => {
    if (!local && keysChanged.has("dirty") && state.get("dirty") !== true) listeners.onSaved();
    // The server takes the hash of its last save away where it loads the file again. It is still at that now.
    if (!local && keysChanged.has("hash") && !state.has("hash")) queueMicrotask(listeners.onReload);
  });
  return { doc, awareness };
}

export function discard({ doc, awareness }: SharedDocument): void {
  awareness.destroy();
  doc.destroy();
}
