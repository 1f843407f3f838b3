/** The first elements of a JSON array of which only the beginning is there. */

export interface Elements {
  /** The texts of the elements that are whole. */
  readonly elements: readonly string[];
  /** Characters up to the end of the last of them. */
  readonly length: number;
}

/** Elements of the array that the text begins with; none where it begins with something else. */
export function firstElements(text: string, limit: number): Elements {
  const elements: string[] = [];
  let length = 0;
  let start = text.search(/\S/) + 1;
  if (text[start - 1] !== "[") return { elements, length };
  let depth = 0;
  for (let at = start; at < text.length && elements.length < limit; at++) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === "{" || char === "[") depth++;
    else if (depth > 0 && (char === "}" || char === "]")) depth--;
    else if (depth === 0 && (char === "," || char === "]")) {
      const element = text.slice(start, at).trim();
      if (element !== "") elements.push(element);
      length = at + 1;
      start = at + 1;
      if (char === "]") break;
    }
  }
  return { elements, length };
}

/** The place of the mark that ends a string. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
