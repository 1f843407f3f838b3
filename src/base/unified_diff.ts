/**
 * Unified diffs exactly as Python's difflib writes them: the longest matching block first, then what is to the left and
 * right of it, and in long texts no block starts with a popular line.
 */

interface Match {
  readonly a: number;
  readonly b: number;
  readonly size: number;
}

interface Change {
  readonly tag: "equal" | "other";
  readonly a: readonly [number, number];
  readonly b: readonly [number, number];
}

/** Lines of context around a change. */
const context = 3;
/** Number of lines from which difflib considers lines popular. */
const popularFrom = 200;

/** The difference of two texts; "" if their lines are the same. */
export function unifiedDiff(before: string, after: string): string {
  const a = pythonLines(before);
  const b = pythonLines(after);
  const lines = groupsOf(changesOf(a, b)).flatMap((group) => hunk(group, { a, b }));
  return lines.length === 0 ? "" : ["--- ", "+++ ", ...lines].join("\n");
}

function hunk(group: readonly Change[], { a, b }: { a: readonly string[]; b: readonly string[] }): string[] {
  const first = group[0];
  const last = group.at(-1);
  if (first === undefined || last === undefined) return [];
  const heading = `@@ -${rangeText(first.a[0], last.a[1])} +${rangeText(first.b[0], last.b[1])} @@`;
  const lines = group.flatMap((change) =>
    change.tag === "equal"
      ? a.slice(...change.a).map((line) => ` ${line}`)
      : [...a.slice(...change.a).map((line) => `-${line}`), ...b.slice(...change.b).map((line) => `+${line}`)]
  );
  return [heading, ...lines];
}

function rangeText(start: number, stop: number): string {
  const length = stop - start;
  if (length === 1) return String(start + 1);
  return `${length === 0 ? start : start + 1},${length}`;
}

/** Python recognizes more line ends than others do. */
function pythonLines(text: string): string[] {
  // deno-lint-ignore no-control-regex -- control characters are what this looks for
  const lines = text.split(/\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Groups of changes with their context; a long equal stretch separates two groups. */
function groupsOf(changes: readonly Change[]): Change[][] {
  const cut = changes.map((change, place) => {
    if (change.tag !== "equal") return change;
    const [a1, a2] = change.a;
    const [b1, b2] = change.b;
    if (place === 0) {
      return { ...change, a: [Math.max(a1, a2 - context), a2], b: [Math.max(b1, b2 - context), b2] } as const;
    }
    if (place < changes.length - 1) return change;
    return { ...change, a: [a1, Math.min(a2, a1 + context)], b: [b1, Math.min(b2, b1 + context)] } as const;
  });
  const groups: Change[][] = [[]];
  for (const change of cut) {
    const [a1, a2] = change.a;
    const [b1, b2] = change.b;
    if (change.tag !== "equal" || a2 - a1 <= context * 2) {
      groups.at(-1)?.push(change);
      continue;
    }
    groups.at(-1)?.push({
      tag: "equal",
      a: [a1, Math.min(a2, a1 + context)],
      b: [b1, Math.min(b2, b1 + context)],
    });
    groups.push([{
      tag: "equal",
      a: [Math.max(a1, a2 - context), a2],
      b: [Math.max(b1, b2 - context), b2],
    }]);
  }
  return groups.filter((group) => group.some(({ tag }) => tag === "other"));
}

function changesOf(a: readonly string[], b: readonly string[]): Change[] {
  const changes: Change[] = [];
  let i = 0;
  let j = 0;
  for (const match of [...matchesOf(a, b), { a: a.length, b: b.length, size: 0 }]) {
    if (i < match.a || j < match.b) changes.push({ tag: "other", a: [i, match.a], b: [j, match.b] });
    i = match.a + match.size;
    j = match.b + match.size;
    if (match.size > 0) changes.push({ tag: "equal", a: [match.a, i], b: [match.b, j] });
  }
  return changes;
}

function matchesOf(a: readonly string[], b: readonly string[]): Match[] {
  const places = placesOf(b);
  const found: Match[] = [];
  const open: [number, number, number, number][] = [[0, a.length, 0, b.length]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [aLow, aHigh, bLow, bHigh] = range;
    const match = longestMatch({ a, b, places }, range);
    if (match.size === 0) continue;
    found.push(match);
    open.push([aLow, match.a, bLow, match.b], [match.a + match.size, aHigh, match.b + match.size, bHigh]);
  }
  return joined(found.toSorted((one, other) => one.a - other.a || one.b - other.b));
}

/** Positions of each line of `b`, without popular lines. */
function placesOf(b: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, line] of b.entries()) {
    const known = places.get(line);
    if (known === undefined) places.set(line, [index]);
    else known.push(index);
  }
  const most = Math.floor(b.length / 100) + 1;
  if (b.length >= popularFrom) {
    for (const [line, indices] of places) if (indices.length > most) places.delete(line);
  }
  return places;
}

interface Texts {
  readonly a: readonly string[];
  readonly b: readonly string[];
  readonly places: ReadonlyMap<string, readonly number[]>;
}

function longestMatch(
  { a, b, places }: Texts,
  [aLow, aHigh, bLow, bHigh]: readonly [number, number, number, number],
): Match {
  let best: Match = { a: aLow, b: bLow, size: 0 };
  let lengths = new Map<number, number>();
  for (let i = aLow; i < aHigh; i++) {
    const next = new Map<number, number>();
    for (const j of places.get(a[i] ?? "") ?? []) {
      if (j < bLow) continue;
      if (j >= bHigh) break;
      const size = (lengths.get(j - 1) ?? 0) + 1;
      next.set(j, size);
      if (size > best.size) best = { a: i - size + 1, b: j - size + 1, size };
    }
    lengths = next;
  }
  // A popular line does not start a match but may belong to one.
  let { a: start, b: other, size } = best;
  while (start > aLow && other > bLow && a[start - 1] === b[other - 1]) {
    start--;
    other--;
    size++;
  }
  while (start + size < aHigh && other + size < bHigh && a[start + size] === b[other + size]) size++;
  return { a: start, b: other, size };
}

/** Joins adjacent matches. */
function joined(matches: readonly Match[]): Match[] {
  const result: Match[] = [];
  for (const match of matches) {
    const last = result.at(-1);
    if (last !== undefined && last.a + last.size === match.a && last.b + last.size === match.b) {
      result[result.length - 1] = { ...last, size: last.size + match.size };
    } else result.push(match);
  }
  return result;
}
