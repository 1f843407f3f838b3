/** Shared values as plain JSON values. */

import { isRecord } from "../../base/json_view.ts";
import { Y } from "./yjs.ts";

/** Turns what a shared map or list holds into JSON. Objects without anything to turn are passed on as they are. */
export function plainValue(value: unknown): unknown {
  if (value instanceof Y.Text) return value.toString();
  if (value instanceof Y.Map) return plainRecord(value);
  if (value instanceof Y.Array) return value.toArray().map(plainValue);
  // Python's integers may arrive as big ones.
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) {
    const items = value.map(plainValue);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (isRecord(value) && !(value instanceof Uint8Array)) {
    const entries = Object.entries(value).map(([key, item]) => [key, plainValue(item)] as const);
    return entries.some(([key, item]) => item !== value[key]) ? Object.fromEntries(entries) : value;
  }
  return value;
}

export function plainRecord(map: Y.Map<unknown>): Record<string, unknown> {
  // Not by assignment, which does something else to a key `__proto__`.
  return Object.fromEntries([...map.entries()].map(([key, value]) => [key, plainValue(value)]));
}

/** Text, however it is held: shared, as a string, or as a list of lines. */
export function plainText(value: unknown): string {
  if (value instanceof Y.Text) return value.toString();
  if (typeof value === "string") return value;
  const lines = plainValue(value);
  return Array.isArray(lines) ? lines.join("") : "";
}
