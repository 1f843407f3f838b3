/**
 * Restores the items that a server has lost, so that what was written after them is shown again.
 *
 * When jupyter-collaboration loads a document from its store, it never stores its own first item (the path in the map
 * `state`: clock 0 of a client id that it takes anew each time). From the next load on nobody has that item. The server
 * works without it. Yjs does not: what the server wrote after it, what others based on that, and everything that the
 * same author wrote later stays pending and hidden. See docs/upstream/jupyter-collaboration-store.md.
 *
 * 1. Only such an item is restored: the first of its author, of length 1, whose successor is here. If anything else is
 *    missing, the document keeps pending items.
 * 2. It is restored as a deleted item under a key of its own, which has no content and replaces nothing.
 */

import { Y } from "./yjs.ts";

interface RestoredItems {
  /** The items, as an update for others who lack them. */
  readonly updates: readonly Uint8Array[];
  /** Whether cells or metadata were hidden, not just the server's own fields. */
  readonly hasContent: boolean;
}

/** Whether the document has items that it cannot show, because earlier ones are missing. */
export function hasPending({ store }: Y.Doc): boolean {
  return store.pendingStructs !== null;
}

/** Restores what can be restored, in transactions of this origin. */
export function restoreMissingItems(doc: Y.Doc, origin: unknown): RestoredItems {
  const updates: Uint8Array[] = [];
  const state: unknown = doc.getMap("state");
  let hasContent = false;
  const notice = ({ changed }: Y.Transaction) => {
    hasContent ||= changed.keys().some((type) => type !== state);
  };
  doc.on("afterTransaction", notice);
  // What is shown then may lack earlier items itself. Each round fills gaps for good, so this ends.
  for (let lost = lostFirstItems(doc); lost.length > 0; lost = lostFirstItems(doc)) {
    const update = Y.mergeUpdates(lost.map(blankFirstItem));
    Y.applyUpdate(doc, update, origin);
    updates.push(update);
  }
  doc.off("afterTransaction", notice);
  return { updates, hasContent };
}

/** The clients whose items are all pending because that of clock 0 is missing. */
function lostFirstItems({ store }: Y.Doc): number[] {
  if (store.pendingStructs === null) return [];
  const first = new Map<number, number>();
  for (const struct of Y.decodeUpdateV2(store.pendingStructs.update).structs) {
    const { client, clock } = struct.id;
    if (!(struct instanceof Y.Skip)) first.set(client, Math.min(clock, first.get(client) ?? clock));
  }
  return [...first].flatMap(([client, clock]) =>
    clock === 1 && Y.getState(store, client) === 0 ? [client] : []
  );
}

function blankFirstItem(client: number): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = client;
  const state = doc.getMap("state");
  doc.transact(() => {
    state.set("lost", null);
    state.delete("lost");
  });
  const update = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  return update;
}
