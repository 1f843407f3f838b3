/** One pattern of several, for lists of words that would be too long to read in one. */

export function eitherOf(patterns: readonly RegExp[], flags = ""): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join("|"), flags);
}
