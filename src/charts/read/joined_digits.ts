/** Numbers whose thousands stand apart, written together: 2 500 and 12’000 are 2500 and 12000. */

/** Spaces that no words stand apart by. */
const thin = /(?<=\d)[\u00a0\u2007-\u200a\u202f](?=\d{3}(?!\d))/g;
const apostrophe = /(?<=\d)['’](?=\d{3}(?!\d))/g;
/** Thousands, unless the first of them counts or numbers what is named before it: "top 3 100-day runs". */
const spaced =
  /(?<![\w.,:/-]|(?:top|bottom|best|worst|first|last|next|past|no\.?|number|week|day|month|quarter|store|shop|class|group|room|line|step|level|上位|下位|トップ|直近)\s?)\d{1,3}(?: \d{3})+(?![\d.,:/-]*\d|-)/gi;

export function joinedDigits(query: string): string {
  return query.replaceAll(thin, "").replaceAll(apostrophe, "")
    .replaceAll(spaced, (found) => found.replaceAll(" ", ""));
}
