/** Names as a sentence lists them: `a`, `a and b`, `a, b and c`, `a, b and 5 more`. */

import type { Language } from "../../../base/chart_terms.ts";

const mostNames = 3;

export function listed(names: readonly string[], language: Language): string {
  const [first = "", second = ""] = names;
  if (names.length > mostNames) {
    const rest = names.length - 2;
    return language === "ja" ? `${first}、${second}ほか${rest}個` : `${first}, ${second} and ${rest} more`;
  }
  const before = names.slice(0, -1);
  const last = names.at(-1) ?? "";
  if (before.length === 0) return last;
  return language === "ja"
    ? before.length === 1 ? `${first}と${last}` : `${before.join("、")}、${last}`
    : `${before.join(", ")} and ${last}`;
}
