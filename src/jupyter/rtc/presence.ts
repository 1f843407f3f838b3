/** Who is in a room: our awareness state, and that of the others. */

import { z } from "zod";
import { settlesWithin } from "../../base/async.ts";
import type { SyncConnection } from "./sync_connection.ts";
import { type awarenessProtocol, Y } from "./yjs.ts";

const ourUsername = "jupyter-mcp";

/** What browsers show about us. `autosave` keeps the server saving even if no one else requests it. */
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
/** A relative position in a text, as Yjs encodes it. */
const place = z.object({ type: id, item: id, assoc: z.number().optional() });

const state = z.looseObject({
  user: z.looseObject({
    username: z.string().default(""),
    name: z.string().optional(),
    display_name: z.string().optional(),
  }),
  /** Paths of open documents, with their drive; only in the global awareness room. */
  documents: z.array(z.string()).default([]),
  /** Where they are typing, or were before they left the editor; only in the room of a document. */
  cursors: z.array(z.looseObject({ anchor: place.nullish(), head: place, primary: z.boolean().optional() }))
    .catch([]),
  /** The cell that is active, typed into or not: only pages with the extension jupyterlab-notebook-awareness tell. */
  activeCellId: z.string().nullish().catch(undefined),
});

type State = z.output<typeof state>;

/** Where a person is in a notebook. */
export interface Selection {
  readonly who: string;
  readonly cellId: string;
  /** The selected part of the source; "" if there is only a cursor. */
  readonly text: string;
}

export interface Collaborator {
  /** The number of the page or program in the awareness protocol: a person may have several pages. */
  readonly client: number;
  readonly name: string;
  /** A program like this one, not a person's browser. */
  readonly isAi: boolean;
  readonly documents: readonly string[];
  /** Ids of the cells in which their cursors are. */
  readonly cells: readonly string[];
  readonly selection: Omit<Selection, "who"> | undefined;
}

/** Everyone known but ourselves. Those who were there before us announce themselves within 15 to 20 seconds. */
export function readCollaborators(awareness: awarenessProtocol.Awareness): Collaborator[] {
  return [...awareness.getStates()].flatMap(([client, value]) => {
    const parsed = state.safeParse(value);
    if (client === awareness.clientID || !parsed.success) return [];
    const { user, documents, cursors } = parsed.data;
    return [{
      client,
      name: user.display_name ?? user.name ?? user.username,
      isAi: user.username === ourUsername,
      documents: documents.map((path) => path.replace(/^[^/]*?:/, "")),
      cells: cursors.flatMap(({ head }) => cellAt(awareness.doc, head)?.cellId ?? []),
      selection: selectionOf(awareness.doc, parsed.data),
    }];
  });
}

/** The clients of people: unlike programs, they relay what they hear. */
function pagesIn(awareness: awarenessProtocol.Awareness): number[] {
  return readCollaborators(awareness).filter(({ isAi }) => !isAi).map(({ client }) => client);
}

function selectionOf(doc: Y.Doc, { cursors, activeCellId }: State): Collaborator["selection"] {
  const cursor = cursors.find(({ primary }) => primary) ?? cursors[0];
  const head = cursor && cellAt(doc, cursor.head);
  if (activeCellId && activeCellId !== head?.cellId) return { cellId: activeCellId, text: "" };
  if (head === undefined) return undefined;
  const anchor = cursor?.anchor ? cellAt(doc, cursor.anchor) : undefined;
  const ends = anchor?.source === head.source ? [anchor.index, head.index] : [head.index, head.index];
  return { cellId: head.cellId, text: head.source.toString().slice(Math.min(...ends), Math.max(...ends)) };
}

interface CellPlace {
  readonly cellId: string;
  readonly source: Y.AbstractType<unknown>;
  readonly index: number;
}

/** The cell that contains a position; undefined if the cell is gone. */
function cellAt(doc: Y.Doc, { type, item, assoc }: z.infer<typeof place>): CellPlace | undefined {
  const relative = Y.createRelativePositionFromJSON({ type, item, assoc });
  const found = Y.createAbsolutePositionFromRelativePosition(relative, doc);
  const cell = found?.type.parent;
  const cellId = cell instanceof Y.Map ? cell.get("id") : undefined;
  if (found === null || typeof cellId !== "string") return undefined;
  return { cellId, source: found.type, index: found.index };
}

/**
 * Shows others where we are working: where a cell's source was changed, or at its end if only its outputs were and our
 * cursor is elsewhere. JupyterLab draws a cursor in our colour there, with our name while it moves; it does not show users
 * without a cursor in the document.
 *
 * @param at Index in the text behind what was changed.
 */
export function showCursor(awareness: awarenessProtocol.Awareness, text: Y.Text, at?: number): void {
  const now: unknown = awareness.getLocalState()?.["cursors"];
  if (at === undefined && isIn(text, now)) return;
  const place = Y.createRelativePositionFromTypeIndex(text, Math.min(at ?? text.length, text.length));
  const cursors = [{ anchor: place, head: place, primary: true, empty: true }];
  // Every change of the state is sent to everyone, even if nothing differs.
  if (JSON.stringify(now) === JSON.stringify(cursors)) return;
  awareness.setLocalStateField("cursors", cursors);
}

function isIn(text: Y.Text, cursors: unknown): boolean {
  const [cursor] = Array.isArray(cursors) ? cursors : [];
  const head: unknown = cursor?.head;
  return head instanceof Y.RelativePosition && text.doc !== null &&
    Y.createAbsolutePositionFromRelativePosition(head, text.doc)?.type === text;
}

/** Others announce themselves every 15 seconds. */
const presenceDelay = 20_000;
/** A page that is not busy relays our state within milliseconds. */
const echoDelay = 400;
/** One that is loading or rendering takes longer. */
const busyDelay = 2_000;

type EchoConnection = Pick<SyncConnection, "isEchoed" | "echoed" | "ask" | "relays" | "onRelay" | "doubt">;

interface CompleteOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether a page that has not announced itself yet is waited for. */
  readonly isAwaited?: boolean;
}

interface UntilOptions {
  readonly awareness: awarenessProtocol.Awareness;
  readonly limit: number;
  readonly signal: AbortSignal | undefined;
}

export interface PresenceOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether a browser is known to show the notebook: then it gets a little more time. */
  readonly isExpected?: boolean;
}

/**
 * Detects others in a room before they announce themselves. Only needed for jupyter-collaboration: jupyter-server-documents
 * tells a new client at once who is present, the new client included.
 */
export class PresenceDetector {
  readonly #connection: EchoConnection;
  readonly #now: () => number;
  readonly #entered: number;
  readonly #isTold: boolean;

  constructor(
    connection: EchoConnection,
    { now, isTold }: { readonly now: () => number; readonly isTold: boolean },
  ) {
    this.#connection = connection;
    this.#now = now;
    this.#entered = now();
    this.#isTold = isTold;
  }

  /** Whether some page has the document open and has not announced itself yet. */
  get hasUnnamed(): boolean {
    return !this.#isTold && this.#connection.isEchoed && this.#now() - this.#entered < presenceDelay;
  }

  /** Resolves when any page that is present has been noticed: soon after entering, later if a busy page is expected. */
  async settled({ signal, isExpected = false }: PresenceOptions = {}): Promise<void> {
    const left = this.#entered + (isExpected ? busyDelay : echoDelay) - this.#now();
    if (!this.#isTold && left > 0) await settlesWithin(this.#connection.echoed, left, signal);
  }

  /**
   * Resolves when those who have left without a word are forgotten, which is otherwise noticed after 30 seconds, and if
   * `isAwaited`, when every page that is present has announced itself, or should have.
   */
  async complete(awareness: awarenessProtocol.Awareness, options: CompleteOptions = {}): Promise<void> {
    const { signal, isAwaited = false } = options;
    const left = this.#entered + presenceDelay - this.#now();
    const mayHaveUnnamed = isAwaited && left > 0;
    const named = () => pagesIn(awareness).length;
    if (this.#isTold || (!mayHaveUnnamed && named() === 0)) return;
    const until = (isMet: () => boolean, limit: number) => this.#until(isMet, { awareness, limit, signal });
    this.#connection.ask();
    await until(() => !mayHaveUnnamed && this.#connection.relays >= named(), echoDelay);
    let pages = this.#connection.relays;
    if (pages < named()) {
      this.#connection.doubt(pagesIn(awareness));
      await until(() => named() >= pages, echoDelay);
    }
    if (!mayHaveUnnamed) return;
    // A later state of ours is counted anew.
    await until(() => named() >= (pages = Math.max(pages, this.#connection.relays)), left);
  }

  async #until(isMet: () => boolean, { awareness, limit, signal }: UntilOptions): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = () => {
      if (isMet()) resolve();
    };
    awareness.on("change", look);
    const off = this.#connection.onRelay(look);
    look();
    await settlesWithin(promise, Math.max(0, limit), signal).finally(() => {
      off();
      awareness.off("change", look);
    });
  }

  /** Whether a page that was noticed is still present: one that was closed abruptly does not announce that. */
  async isStillThere(signal?: AbortSignal): Promise<boolean> {
    if (this.#isTold) return true;
    this.#connection.ask();
    await settlesWithin(this.#connection.echoed, echoDelay, signal);
    return this.#connection.isEchoed;
  }
}
