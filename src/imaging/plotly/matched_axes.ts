/** Axes that must match (`matches`): which of them belong together, and what each has from the others. */

import { isRecord, type JsonRecord, recordAt, textAt } from "../../base/json.ts";

/** The axis whose range this one shares; axes may name each other in a chain, or in a ring. */
export function matched(layout: JsonRecord, id: string): string {
  const seen = new Set<string>();
  let root = id;
  while (!seen.has(root)) {
    seen.add(root);
    root = textAt(recordAt(layout, keyOf(root)), "matches") || root;
  }
  return root;
}

/** What belongs together is taken together: a range goes with whether it is automatic. */
const shared = [["range", "autorange"], ["type"], ["categoryorder", "categoryarray"], [
  "scaleanchor",
  "scaleratio",
]] as const;

/** What axes that match this one say of themselves and it does not; the one that they all name speaks first. */
export function inherited(layout: JsonRecord, id: string): JsonRecord {
  const root = matched(layout, id);
  const own = recordAt(layout, keyOf(id));
  const others = Object.keys(layout).filter((key) =>
    /^[xy]axis\d*$/.test(key) && isRecord(layout[key]) && key !== keyOf(id) &&
    matched(layout, key.replace("axis", "")) === root
  );
  const family = others.toSorted((a, b) => Number(b === keyOf(root)) - Number(a === keyOf(root)))
    .map((key) => recordAt(layout, key));
  const given = (axis: JsonRecord, keys: readonly string[]) =>
    keys.flatMap((key) => axis[key] === undefined || axis[key] === null ? [] : [[key, axis[key]] as const]);
  return Object.fromEntries(shared.flatMap((keys) => {
    if (given(own, keys).length > 0) return [];
    return family.map((axis) => given(axis, keys)).find((some) => some.length > 0) ?? [];
  }));
}

function keyOf(id: string): string {
  return `${id.slice(0, 1)}axis${id.slice(1)}`;
}
