/** The line by which a reader knows a cell. */

const longest = 80;

/** The first line that is not blank, cut to 80 characters. */
export function firstLine(source: string): string {
  const line = /\S[^\r\n]*/.exec(source)?.[0].trimEnd() ?? "";
  if (line.length <= longest) return line;
  const chars = [...line.slice(0, longest * 2 + 2)];
  return chars.length <= longest ? line : `${chars.slice(0, longest - 1).join("")}…`;
}
