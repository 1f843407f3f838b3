/** A difference of two texts that a person can read. */

/** Lines that are only in the old (`-`) or the new text (`+`), under the line where each change starts. */
export function lineDiff(before: string, after: string): string {
  const a = before.split("\n");
  const b = after.split("\n");
  const lengths = commonLengths(a, b);
  const lines: string[] = [];
  let [i, j, changing] = [0, 0, false];
  while (i < a.length || j < b.length) {
    const same = i < a.length && j < b.length && a[i] === b[j];
    if (!same && !changing) lines.push(`@@ line ${i + 1}`);
    changing = !same;
    if (same) [i, j] = [i + 1, j + 1];
    else if (j >= b.length || (i < a.length && at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      lines.push(`- ${a[i++]}`);
    } else lines.push(`+ ${b[j++]}`);
  }
  return lines.join("\n");
}

/** Length of the longest common part of what follows each pair of lines. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    const row = lengths[i] ?? [];
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] = a[i] === b[j]
        ? at(lengths, i + 1, j + 1) + 1
        : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  }
  return lengths;
}

function at(table: readonly (readonly number[])[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}
