/** Who is in a room: how we show ourselves there, and what others show. */

import { z } from "zod";
import { type awarenessProtocol, Y } from "./yjs.ts";

const ourUsername = "jupyter-mcp";

/** What browsers show of us. `autosave` keeps the server saving where nobody else wants it. */
export const localState = {
  user: {
    username: ourUsername,
    name: "AI (jupyter-mcp)",
    display_name: "AI (jupyter-mcp)",
    initials: "AI",
    color: "#7c3aed",
  },
  autosave: true,
} as const;

const id = z.object({ client: z.number(), clock: z.number() }).nullish().transform((value) =>
  value ?? undefined
);
/** A place in a text as Y.js writes it. */
const place = z.object({ type: id, item: id, assoc: z.number().optional() });

const state = z.looseObject({
  user: z.looseObject({
    username: z.string().default(""),
    name: z.string().optional(),
    display_name: z.string().optional(),
  }),
  /** Paths of open documents, with their drive; in the room of all users only. */
  documents: z.array(z.string()).default([]),
  /** Where they type; in the room of a document only. */
  cursors: z.array(z.looseObject({ head: place })).catch([]),
});

export interface Collaborator {
  readonly name: string;
  /** A program like this one, not a person's browser. */
  readonly isAi: boolean;
  readonly documents: readonly string[];
  /** Ids of the cells in which their cursors are. */
  readonly cells: readonly string[];
}

/** Everybody known but ourselves. Those who were there before us are heard of within 15 to 20 seconds. */
export function readCollaborators(awareness: awarenessProtocol.Awareness): Collaborator[] {
  return [...awareness.getStates()].flatMap(([client, value]) => {
    const parsed = state.safeParse(value);
    if (client === awareness.clientID || !parsed.success) return [];
    const { user, documents, cursors } = parsed.data;
    return [{
      name: user.display_name ?? user.name ?? user.username,
      isAi: user.username === ourUsername,
      documents: documents.map((path) => path.replace(/^[^/]*?:/, "")),
      cells: cursors.flatMap(({ head }) => cellAt(awareness.doc, head)),
    }];
  });
}

/** The id of the cell that a place is in; none where it is in none any more. */
function cellAt(doc: Y.Doc, { type, item, assoc }: z.infer<typeof place>): string[] {
  const relative = Y.createRelativePositionFromJSON({ type, item, assoc });
  const text = Y.createAbsolutePositionFromRelativePosition(relative, doc)?.type;
  const cell = text?.parent;
  const cellId = cell instanceof Y.Map ? cell.get("id") : undefined;
  return typeof cellId === "string" ? [cellId] : [];
}

/**
 * Shows others where we are at work: at the end of a cell's source. JupyterLab draws a cursor of our colour there,
 * with our name for as long as it moves; it shows those who have no cursor nowhere in the document.
 */
export function showCursor(awareness: awarenessProtocol.Awareness, text: Y.Text): void {
  const place = Y.createRelativePositionFromTypeIndex(text, text.length);
  const cursors = [{ anchor: place, head: place, primary: true, empty: true }];
  // Every setting is sent to everybody, also of what they know.
  if (JSON.stringify(awareness.getLocalState()?.["cursors"]) === JSON.stringify(cursors)) return;
  awareness.setLocalStateField("cursors", cursors);
}
