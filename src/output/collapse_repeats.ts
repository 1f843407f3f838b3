/** Long runs of the same line, as loops and warnings print them, say it once and how often. */

const worthwhile = 8_000;
const fewestRepeats = 10;

/** In texts over 8 kB, ten or more identical lines in a row become the line and a count. */
export function collapseRepeats(text: string): { readonly text: string; readonly collapsed: boolean } {
  if (text.length <= worthwhile) return { text, collapsed: false };
  const lines = text.split("\n");
  const kept: string[] = [];
  let collapsed = false;
  for (let i = 0; i < lines.length;) {
    const line = lines[i] ?? "";
    let end = i + 1;
    while (end < lines.length && lines[end] === line) end++;
    const count = end - i;
    if (count >= fewestRepeats) {
      kept.push(line, `[the line above repeats ${count - 1} more times]`);
      collapsed = true;
    } else {
      for (let k = 0; k < count; k++) kept.push(line);
    }
    i = end;
  }
  return collapsed ? { text: kept.join("\n"), collapsed } : { text, collapsed };
}
