/** Text without terminal control sequences and long repetitions. `\r` and `\b` are applied when output is collected. */

const escapes = [
  // CSI: colours, cursor movements. Kernels and TTYs write it as ESC [ or as the single C1 character.
  "(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]?",
  // OSC, DCS, PM, APC, SOS: up to BEL or ST. Hyperlinks and window titles. What is never closed ends at the line.
  "(?:\\x1b[\\]PX^_]|[\\x9d\\x90\\x98\\x9e\\x9f])[^\\x07\\x1b\\x9c\\n]*(?:\\x07|\\x1b\\\\|\\x9c)?",
  // Two and three character escapes: charset choice, keypad modes.
  "\\x1b[ -/]*[0-~]?",
  // Other control characters, and the byte order mark.
  "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\ufeff]",
].join("|");

const unwanted = new RegExp(escapes, "g");
// deno-lint-ignore no-control-regex -- control characters are what this looks for
const anyUnwanted = /[\x00-\x08\x0b-\x1f\x7f-\x9f\ufeff]/;

/** Removes ANSI escapes, control characters other than `\n` and `\t`, and the BOM; mends lone surrogates. */
export function plainText(text: string): string {
  const clean = anyUnwanted.test(text) ? text.replace(unwanted, "") : text;
  return clean.isWellFormed() ? clean : clean.toWellFormed();
}

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
