/**
 * The limit on the text of replies, whatever the tool: what does not fit loses its middle, and the reply says what it
 * lacks.
 *
 * 1. Types stay as they are: texts are cut, lists and long records lose entries, short records keep all of their fields.
 * 2. What is small stays whole; the space is shared among what is large.
 * 3. Places in a row mean columns: a list within a list loses its end only.
 */

import { Buffer } from "node:buffer";
import { isRecord, type JsonRecord } from "../base/json.ts";
import { counted } from "../base/text.ts";
import { bothEnds, type Cost, cutText, shareBudget, utf8Cost } from "./text_budget.ts";

/** The data within this many bytes of JSON; its notes tell what was left out and how to get it. */
export function boundData(data: JsonRecord, maxBytes: number): JsonRecord {
  if (sizeOf(data) <= maxBytes) return data;
  const given: unknown = data["notes"];
  const notes = Array.isArray(given) ? given : given === undefined ? [] : [given];
  for (let budget = maxBytes;;) {
    const losses: Losses = new Map();
    const fields = shared(Object.entries({ truncated: true, ...data, notes }), budget).map((
      [key, value, share],
    ) => [key, fitted(value, { share, path: key, losses })]);
    const cut = `Over ${maxBytes} bytes of text: ${
      cutsOf(losses)
    }. Ask for less at a time, or pass max_chars`;
    const bounded: JsonRecord = Object.fromEntries(fields);
    const kept = Array.isArray(bounded["notes"]) ? bounded["notes"] : [];
    const reply = { ...bounded, notes: [...kept, cut] };
    const size = sizeOf(reply);
    if (size <= maxBytes || budget < fewestBytes) return reply;
    budget *= 0.98 * maxBytes / size;
  }
}

/** Below that nothing more can be saved. */
const fewestBytes = 100;
/** Records with more entries are tables by name, of which not every entry is needed. */
const mostFields = 40;
/** An entry of a list may take this share of the list, or this many bytes, before it is cut itself. */
const entryShare = 1 / 8;
const entryBytes = 200;
const mostCuts = 8;

interface Loss {
  readonly unit: "byte" | "item";
  left: number;
  total: number;
}

type Losses = Map<string, Loss>;

interface Fit {
  readonly share: number;
  readonly path: string;
  readonly losses: Losses;
  readonly isInList?: boolean;
}

function fitted(value: unknown, fit: Fit): unknown {
  if (sizeOf(value) <= fit.share) return value;
  if (typeof value === "string") return fittedText(value, fit);
  if (Array.isArray(value)) {
    const entries = value.map((one, place) => [String(place), one] as const);
    return fittedEntries(entries, fit).map(([_, one]) => one);
  }
  return isRecord(value) ? Object.fromEntries(fittedEntries(Object.entries(value), fit)) : value;
}

function fittedText(text: string, { share, path, losses }: Fit): string {
  const bytes = Buffer.byteLength(text);
  const start = `${text.slice(0, Math.max(1, share / 4)).toWellFormed()}…`;
  const cut = share < entryBytes
    ? { text: start, leftOut: bytes - Buffer.byteLength(start) }
    : cutText(text, { budget: share - quotes, cost: jsonCost, elsewhere: "see notes" });
  note(losses, { path, unit: "byte", left: cut.leftOut, total: bytes });
  return cut.text;
}

type Entry = readonly [key: string, value: unknown];

function fittedEntries(entries: readonly Entry[], { share, path, losses, isInList = false }: Fit): Entry[] {
  const isList = entries[0]?.[0] === "0";
  const isFixed = !isList && entries.length <= mostFields;
  const most = Math.max(entryBytes, share * entryShare);
  const { head, tail } = isFixed
    ? { head: entries, tail: [] }
    : bothEnds(entries, (entry) => Math.min(costOf(entry), most), {
      budget: share,
      ...(isInList ? { tailShare: 0 } : {}),
    });
  const kept = [...head, ...tail];
  if (kept.length < entries.length) {
    note(losses, { path, unit: "item", left: entries.length - kept.length, total: entries.length });
  }
  return shared(kept, share).map(([key, value, part]) => [
    key,
    fitted(value, {
      share: part,
      path: isList ? `${path}[]` : isFixed ? `${path}.${key}` : `${path}.*`,
      losses,
      isInList: isList,
    }),
  ]);
}

/** The entries, each with what it may take. */
function shared(entries: readonly Entry[], budget: number): (readonly [string, unknown, number])[] {
  const costs = entries.map(costOf);
  const frames = entries.map((entry, place) => (costs[place] ?? 0) - sizeOf(entry[1]));
  const shares = shareBudget(costs, budget);
  return entries.map(([key, value], place) => [key, value, (shares[place] ?? 0) - (frames[place] ?? 0)]);
}

/** An entry with its key, its colon and its comma. */
function costOf([key, value]: Entry): number {
  return sizeOf(key) + sizeOf(value) + 2;
}

function note(losses: Losses, { path, ...loss }: Loss & { readonly path: string }): void {
  const known = losses.get(path);
  if (known === undefined) losses.set(path, loss);
  else {
    known.left += loss.left;
    known.total += loss.total;
  }
}

function cutsOf(losses: Losses): string {
  const cuts = [...losses].map(([path, { unit, left, total }]) =>
    unit === "byte"
      ? `${path}: ${counted(left, "byte")} left out`
      : `${path}: ${left.toLocaleString("en-US")} of ${counted(total, "item")} left out`
  );
  const more = cuts.length - mostCuts;
  return [...cuts.slice(0, mostCuts), ...(more > 0 ? [`and ${more} more fields`] : [])].join("; ");
}

const quotes = 2;

/** Bytes in JSON; the escapes of control characters take six. */
const jsonCost: Cost = (unit) => {
  if (unit === 0x22 || unit === 0x5c || unit === 0x0a || unit === 0x0d || unit === 0x09) return 2;
  return unit < 0x20 ? 6 : utf8Cost(unit);
};

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}
