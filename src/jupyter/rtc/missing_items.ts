/**
 * Puts back the items that a server has lost, so that what was written after them is shown again.
 *
 * When jupyter-collaboration loads a document from its store, it never stores its own first item (the path in the map
 * `state`: clock 0 of a client id that it takes anew each time). From the next load on nobody has that item. The server
 * does without it. Yjs does not: what the server wrote after it, what was written on top of that, and everything that
 * the same author wrote later stays pending and out of sight. See docs/upstream/jupyter-collaboration-store.md.
 *
 * 1. Only such an item is put back: the first of its author, of length 1, whose successor is here. If anything else is
 *    missing, the document keeps pending items.
 * 2. It comes back as a deleted item under a key of its own, which holds nothing and hides nothing.
 */

import { Y } from "./yjs.ts";

interface PutBack {
  /** The items, for those who lack them as well. */
  readonly updates: readonly Uint8Array[];
  /** Whether cells or metadata were out of sight, not just the server's marks. */
  readonly hasContent: boolean;
}

/** Whether the document has items that it cannot show, because others before them are missing. */
export function hasPending({ store }: Y.Doc): boolean {
  return store.pendingStructs !== null;
}

/** Puts back what can be put back, in changes of this origin. */
export function putBackMissing(doc: Y.Doc, origin: unknown): PutBack {
  const updates: Uint8Array[] = [];
  const state: unknown = doc.getMap("state");
  let hasContent = false;
  const notice = ({ changed }: Y.Transaction) => {
    hasContent ||= changed.keys().some((type) => type !== state);
  };
  doc.on("afterTransaction", notice);
  // What is shown then may lack items of its own. Each round fills gaps for good, so this ends.
  for (let lost = lostFirstItems(doc); lost.length > 0; lost = lostFirstItems(doc)) {
    const update = Y.mergeUpdates(lost.map(blankFirstItem));
    Y.applyUpdate(doc, update, origin);
    updates.push(update);
  }
  doc.off("afterTransaction", notice);
  return { updates, hasContent };
}

/** The clients of which everything is pending but an item of clock 0, which is missing. */
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
