/**
 * Has the server write a shared document to its file, and makes sure that it did.
 *
 * The server's "success" proves little: it is also sent if someone typed meanwhile and the save was postponed, if the file is
 * not writable, and if another program has changed the file, in which case the server discards the document's changes and
 * reloads the file. The proof is the hash that the server sets in the document after writing.
 *
 * A server that does not take save requests sets no hash. It saves after every change, including the mark of unsaved work, and
 * clears that mark even for changes made while it was writing: the file itself must be checked.
 */

import { settlesWithin, untilAborted } from "../../base/async.ts";
import type { SyncConnection } from "./sync_connection.ts";
import { Y } from "./yjs.ts";

/** Awaited before the server is asked again; an error that it throws ends the save. */
export type BeforeRetry = () => Promise<void>;

interface SaveRoomOptions {
  readonly connection: Pick<SyncConnection, "save" | "flush">;
  readonly doc: Y.Doc;
  /** Whether the server accepts save requests; otherwise it saves by itself soon after each change. */
  readonly asksServer: boolean;
  readonly beforeRetry?: BeforeRetry | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly random?: () => number;
}

const tries = 4;
/** The same while others change the document: every keystroke and every other save aborts ours. */
const disturbedTries = 10;
const answerLimit = 20_000;
/** Servers save by themselves one second after a change; writing takes its time. */
const ownSaveLimit = 10_000;
const nextTryDelay = 200;
const longestDelay = 600;

/** `saved`: the file holds what the document held; `reloaded`: the document holds what the file held. */
export type SaveOutcome = "saved" | "reloaded" | "unsaved";

export async function saveRoom(options: SaveRoomOptions): Promise<SaveOutcome> {
  const { connection, doc, asksServer, beforeRetry, signal, random = Math.random } = options;
  const mark = new SavedMark(doc);
  try {
    if (!asksServer) {
      mark.set();
      return await mark.within(ownSaveLimit, signal);
    }
    for (let attempt = 0; attempt < (mark.isDisturbed ? disturbedTries : tries); attempt++) {
      mark.isDisturbed = false;
      if (attempt > 0) await beforeRetry?.();
      const answer = await untilAborted(connection.save(answerLimit), signal);
      if (answer === "unanswered") return await mark.within(ownSaveLimit, signal);
      // The mark and its meaning arrive as two updates, which the answer may have overtaken.
      if (mark.outcome === undefined) await connection.flush(signal);
      if (mark.isSeen) return mark.outcome ?? "reloaded";
      // Jittered, so that programs do not abort each other's saves again.
      const pause = Math.min(nextTryDelay * attempt, longestDelay) * (0.75 + random() / 2);
      await mark.within(pause, signal);
      if (mark.isSeen && mark.outcome === undefined) await connection.flush(signal);
      if (mark.isSeen) return mark.outcome ?? "reloaded";
      if (answer === "failed") break;
    }
    return "unsaved";
  } finally {
    mark.detach();
  }
}

/** Watches for the server's mark that the file was written or reloaded. */
class SavedMark {
  readonly #doc: Y.Doc;
  readonly #state: Y.Map<unknown>;
  readonly #seen = Promise.withResolvers<void>();
  /** The mark of unsaved work was cleared, for one of the reasons. */
  isSeen = false;
  /** Someone else has changed the document since this was last set to false. */
  isDisturbed = false;
  /** Undefined as long as that is unknown; servers before version 4 never report it. */
  outcome: "saved" | "reloaded" | undefined;

  constructor(doc: Y.Doc) {
    this.#doc = doc;
    this.#state = doc.getMap("state");
    this.#state.observe(this.#look);
    doc.on("afterTransaction", this.#notice);
  }

  get isDirty(): boolean {
    return this.#state.get("dirty") === true;
  }

  /** Marks the document as unsaved, so that a server which saves by itself does so once more. */
  set(): void {
    if (!this.isDirty) this.#state.set("dirty", true);
  }

  /** The outcome, if the mark arrives in time. */
  async within(milliseconds: number, signal: AbortSignal | undefined): Promise<SaveOutcome> {
    await settlesWithin(this.#seen.promise, milliseconds, signal);
    return this.isSeen ? this.outcome ?? "saved" : "unsaved";
  }

  detach(): void {
    this.#state.unobserve(this.#look);
    this.#doc.off("afterTransaction", this.#notice);
  }

  readonly #notice = ({ local, changed }: Y.Transaction) => {
    const state: unknown = this.#state;
    if (!local && changed.keys().some((type) => type !== state)) this.isDisturbed = true;
  };

  readonly #look = (event: Y.YMapEvent<unknown>, transaction: Y.Transaction) => {
    const isCleared = event.keysChanged.has("dirty") && !this.isDirty;
    const isHash = event.keysChanged.has("hash");
    if (transaction.local || !(isCleared || isHash)) return;
    if (isHash) this.outcome = this.#state.has("hash") ? "saved" : "reloaded";
    this.isSeen = true;
    this.#seen.resolve();
  };
}
