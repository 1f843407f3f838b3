/** The numbers that Python writes and JSON does not have: NaN, Infinity, -Infinity. */

/**
 * Texts are matched too, to be left as they are; also one that is cut off before its end. No character can be taken in two
 * ways, so that a long text cannot take a long time.
 */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|-?\b(?:NaN|Infinity)\b/gs;

/** Whether a text that is no JSON may be some but for such numbers. */
export function mayHoldPythonNumbers(text: string): boolean {
  return /NaN|Infinity/.test(text);
}

/** The text with something else in the place of such numbers; those inside of texts stay. */
export function replacePythonNumbers(text: string, write: (token: string) => string): string {
  return text.replaceAll(tokens, (token) => token.startsWith('"') ? token : write(token));
}
