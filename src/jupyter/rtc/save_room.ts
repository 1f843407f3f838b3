/**
 * Has the server write a shared document to its file, and makes sure that it did.
 *
 * The server's "success" proves little: it is said, too, when somebody typed meanwhile and the save was put off, and
 * when the file may not be written. What proves it is the mark that it sets in the document after writing.
 */

import type { SyncLink } from "./sync_link.ts";
import { Y } from "./yjs.ts";

export interface SaveRoomOptions {
  readonly link: SyncLink;
  readonly doc: Y.Doc;
  /** The server takes requests to save; else it saves by itself, soon after each change. */
  readonly asksServer: boolean;
  readonly signal?: AbortSignal | undefined;
}

const tries = 4;
const answerLimit = 20_000;
/** Servers save by themselves one second after a change; writing takes its time. */
const ownSaveLimit = 10_000;
const nextTryDelay = 200;

/** Whether the file holds what the document held when this was called. */
export async function saveRoom(options: SaveRoomOptions): Promise<boolean> {
  const { link, doc, asksServer, signal } = options;
  const mark = new SavedMark(doc);
  try {
    if (!asksServer) return !mark.isDirty || await mark.within(ownSaveLimit, signal);
    for (let attempt = 0; attempt < tries; attempt++) {
      const answer = await link.save(answerLimit);
      signal?.throwIfAborted();
      if (answer === "unanswered") return await mark.within(ownSaveLimit, signal);
      // The mark comes as an update, which the answer may have overtaken.
      await link.flush(signal);
      if (mark.isSeen || await mark.within(nextTryDelay * attempt, signal)) return true;
      if (answer === "failed") return false;
    }
    return false;
  } finally {
    mark.detach();
  }
}

/** Watches for the server's word that the file is written. */
class SavedMark {
  readonly #state: Y.Map<unknown>;
  readonly #seen = Promise.withResolvers<void>();
  isSeen = false;

  constructor(doc: Y.Doc) {
    this.#state = doc.getMap("state");
    this.#state.observe(this.#look);
  }

  get isDirty(): boolean {
    return this.#state.get("dirty") === true;
  }

  /** Whether the mark is there in time. */
  async within(milliseconds: number, signal: AbortSignal | undefined): Promise<boolean> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, milliseconds);
    signal?.addEventListener("abort", () => late.resolve(), { once: true });
    await Promise.race([this.#seen.promise, late.promise]);
    clearTimeout(timer);
    signal?.throwIfAborted();
    return this.isSeen;
  }

  detach(): void {
    this.#state.unobserve(this.#look);
  }

  readonly #look = (event: Y.YMapEvent<unknown>, transaction: Y.Transaction) => {
    const isCleared = event.keysChanged.has("dirty") && !this.isDirty;
    if (transaction.local || !(isCleared || event.keysChanged.has("hash"))) return;
    this.isSeen = true;
    this.#seen.resolve();
  };
}
