/** What a mistyped word may have meant. */

export interface SuggestionOptions {
  readonly known: readonly string[];
  /** The command whose help to point at; absent for the program's own. */
  readonly command?: string | undefined;
}

/** A question that names the nearest known word, else where to look. */
export function suggestion(wrong: string, { known, command }: SuggestionOptions): string {
  const nearest = known
    .map((name) => ({ name, distance: distanceOf(bare(wrong), bare(name)) }))
    .filter(({ name, distance }) => distance <= mostDistance(wrong, name) || name.startsWith(wrong))
    .toSorted((a, b) => a.distance - b.distance)[0];
  const help = command === undefined ? "jupyter-mcp --help" : `jupyter-mcp ${command} --help`;
  return nearest === undefined ? `${help} shows what there is` : `did you mean "${nearest.name}"?`;
}

/** The dashes of an option tell nothing apart. */
function bare(word: string): string {
  return word.replace(/^-+/, "");
}

/** Whoever has only the first of several words in mind means the whole. */
function distanceOf(wrong: string, name: string): number {
  const [first = name] = name.split("-");
  return Math.min(editDistance(wrong, name), editDistance(wrong, first) + 1);
}

/** Of short words everything is near everything. */
function mostDistance(a: string, b: string): number {
  return Math.min(3, bare(a).length - 1, Math.floor(Math.max(bare(a).length, bare(b).length) / 2));
}

/** Levenshtein's distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, left] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, right] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (left === right ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
