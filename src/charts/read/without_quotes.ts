/** The sentence without the marks around names of the data: 「なし」を除く. */

import { plain } from "./plain.ts";

export function withoutQuotes(sentence: string, names: readonly string[]): string {
  const known = new Set(names.map(plain));
  return sentence.replaceAll(
    /[「『“"‘']([^「」『』“”"‘’']{1,80})[」』”"’']/g,
    (said, name: string) => known.has(plain(name)) ? name : said,
  );
}
