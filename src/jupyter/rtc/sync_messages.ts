/** The wire format of a room's messages: synchronisation (0), awareness (1) and Jupyter's own (2). */

import { decoding, encoding } from "./yjs.ts";

export type RoomMessage =
  /** "This is what I have": asks for the rest. */
  | { readonly kind: "step1"; readonly stateVector: Uint8Array }
  /** The answer: what was missing. */
  | { readonly kind: "step2"; readonly update: Uint8Array }
  | { readonly kind: "update"; readonly update: Uint8Array }
  | { readonly kind: "awareness"; readonly update: Uint8Array }
  | { readonly kind: "raw"; readonly text: string }
  | { readonly kind: "unknown" };

const syncType = 0;
const awarenessType = 1;
const rawType = 2;

export function encodeStep1(stateVector: Uint8Array): Uint8Array {
  return encoded([syncType, 0], stateVector);
}

export function encodeStep2(update: Uint8Array): Uint8Array {
  return encoded([syncType, 1], update);
}

export function encodeUpdate(update: Uint8Array): Uint8Array {
  return encoded([syncType, 2], update);
}

export function encodeAwareness(update: Uint8Array): Uint8Array {
  return encoded([awarenessType], update);
}

/**
 * The number of items of the first author in an update, which the update begins with: a document that the server has loaded
 * from a file has one author. Counting all would take as long as applying them.
 */
export function firstAuthorItems(update: Uint8Array): number {
  const decoder = decoding.createDecoder(update);
  return decoding.readVarUint(decoder) === 0 ? 0 : decoding.readVarUint(decoder);
}

/** One client in an awareness message. */
interface AwarenessEntry {
  readonly client: number;
  /** Increases with every state that the client announces. */
  readonly clock: number;
  /** It has left. */
  readonly isGone: boolean;
}

/** The clients that an awareness message is about, not necessarily its senders. */
export function awarenessEntries(update: Uint8Array): AwarenessEntry[] {
  const decoder = decoding.createDecoder(update);
  const entries: AwarenessEntry[] = [];
  // The declared count is not believed: an array of that length would be allocated before the end is found.
  for (let left = decoding.readVarUint(decoder); left > 0; left--) {
    const [client, clock] = [decoding.readVarUint(decoder), decoding.readVarUint(decoder)];
    entries.push({ client, clock, isGone: decoding.readVarString(decoder) === "null" });
  }
  return entries;
}

/** Asks the server to write the file now; its answer names the id. */
export function encodeSave(id: number): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, rawType);
  encoding.writeVarString(encoder, "save");
  encoding.writeVarUint(encoder, id);
  return encoding.toUint8Array(encoder);
}

/** Throws if the bytes are not a message. */
export function decodeMessage(frame: Uint8Array): RoomMessage {
  const decoder = decoding.createDecoder(frame);
  switch (decoding.readVarUint(decoder)) {
    case syncType:
      return decodeSync(decoder);
    case awarenessType:
      return { kind: "awareness", update: decoding.readVarUint8Array(decoder) };
    case rawType:
      return { kind: "raw", text: decoding.readVarString(decoder) };
    default:
      return { kind: "unknown" };
  }
}

function decodeSync(decoder: decoding.Decoder): RoomMessage {
  const step = decoding.readVarUint(decoder);
  const bytes = decoding.readVarUint8Array(decoder);
  if (step === 0) return { kind: "step1", stateVector: bytes };
  if (step === 1) return { kind: "step2", update: bytes };
  return step === 2 ? { kind: "update", update: bytes } : { kind: "unknown" };
}

function encoded(types: readonly number[], bytes: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder();
  for (const type of types) encoding.writeVarUint(encoder, type);
  encoding.writeVarUint8Array(encoder, bytes);
  return encoding.toUint8Array(encoder);
}
