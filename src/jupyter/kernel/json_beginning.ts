/** Reads the beginning of a JSON text whose rest is missing: what was open there is closed. */

/** A text longer than this is more than any answer shows. */
const maxPrefixBytes = 1_000_000;

/** The value that the first `length` bytes tell of: the last text in it may be cut, what follows it is not there. */
export function parseJsonPrefix(bytes: Uint8Array, length: number): unknown {
  // As a stream, so that half a character at the end is held back.
  const text = new TextDecoder().decode(bytes.subarray(0, Math.min(length, maxPrefixBytes)), {
    stream: true,
  });
  return JSON.parse(closed(text));
}

/** The text up to its end where that lies in a string that is a value, else up to the last place that can be closed. */
function closed(text: string): string {
  let open = "";
  let safe = { end: 0, open };
  let isValue = false;
  for (let place = 0; place < text.length; place++) {
    const character = text[place] ?? "";
    if (character === '"') {
      const end = endOfString(text, place);
      if (end === undefined && isValue) return `${withoutHalfEscape(text)}"${open}`;
      if (end === undefined) break;
      place = end;
    } else if ("{[".includes(character)) {
      open = (character === "{" ? "}" : "]") + open;
      safe = { end: place + 1, open };
    } else if ("}]".includes(character)) {
      open = open.slice(1);
      safe = { end: place + 1, open };
    } else if (character === ",") safe = { end: place, open };
    if ("{[,:".includes(character)) isValue = character === ":" || open.startsWith("]");
  }
  return text.slice(0, safe.end) + safe.open;
}

function endOfString(text: string, start: number): number | undefined {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    if (!isEscaped(text, end)) return end;
  }
  return undefined;
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, place: number): boolean {
  let start = place;
  while (text[start - 1] === "\\") start--;
  return (place - start) % 2 === 1;
}

function withoutHalfEscape(text: string): string {
  if (isEscaped(text, text.length)) return text.slice(0, -1);
  const half = /\\u[0-9a-fA-F]{0,3}$/.exec(text.slice(-5));
  if (half === null) return text;
  const place = text.length - half[0].length;
  return isEscaped(text, place) ? text : text.slice(0, place);
}
