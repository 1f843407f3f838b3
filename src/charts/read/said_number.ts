/** Numbers as sentences write them: `50 million`, `5e7`, `60k`, `5千万`, `1億2,000万`, `五千万`, `80%`. */

export interface SaidNumber {
  readonly value: number;
  readonly percent: boolean;
  /** What it is if the letter behind it is a unit: "50m" may be fifty million or fifty metres. */
  readonly bare?: number;
  /** The multiple that it is said in: 10,000 of 5万. */
  readonly scale?: number;
}

const scales: readonly (readonly [RegExp, number])[] = [
  [/^(?:k|thousand)$/i, 1e3],
  [/^(?:m|mn|mln|million)$/i, 1e6],
  [/^(?:b|bn|bln|billion)$/i, 1e9],
  [/^(?:tn|trn|trillion)$/i, 1e12],
];

const figures = String.raw`\d{1,20}(?:,\d{1,4}){0,6}(?:\.\d{1,20})?|\.\d{1,20}`;
const kanji = "〇一二三四五六七八九";
const sizes = "十百千万億兆";
/** What may stand behind a numeral of characters; other characters make it a part of a word: 千葉, 五十嵐. */
const apart = "(?![一-龠](?<![円人件個点度台本回歳才分秒名社店枚票超以未程前線]))";
const western = String
  .raw`(?:${figures})(?:e[-+]?\d+)?(?:\s*(?:thousand|million|billion|trillion|mln|bln|trn|mn|bn|tn)s?(?![a-z])|\s*k(?![a-z])|\s*M(?![A-Za-z])|\s*B(?![A-Za-z])|[mb](?![a-z]))?`;
// Bounded, and each turn of a loop takes a size: sentences come from anywhere.
const eastern =
  `(?:(?:${figures})[${sizes}]{1,4}(?:(?:${figures}|[${kanji}]{1,4})?[${sizes}]{1,4}){0,6}(?:\\d{1,4}(?![\\d.]))?|[${kanji}${sizes}]{0,12}(?:[${kanji}][${sizes}]|[${sizes}]{2})[${kanji}${sizes}]{0,12}${apart})`;

/** Finds a number in a sentence of normal form (NFKC); nothing in it is captured. */
export const saidNumber: string = String.raw`[-−]?(?:${eastern}|${western})(?:\s*(?:%|percent|パーセント))?`;

/** Whether a text may hold one: a quick look that spares most sentences the patterns around a number. */
export function mayHoldNumber(text: string): boolean {
  return new RegExp(`[\\d${kanji}${sizes}]`).test(text);
}

/** Reads what {@link saidNumber} finds. */
export function readNumber(text: string): SaidNumber | null {
  const [, sign = "", body = "", percent] = /^([-−]?)(.*?)\s*(%|percent|パーセント)?$/i.exec(text.trim()) ??
    [];
  const size = new RegExp(`[${kanji}${sizes}]`).test(body) ? easternSize(body) : westernSize(body);
  if (size === null || !Number.isFinite(size.value)) return null;
  const signed = (value: number) => sign === "" ? value : -value;
  return {
    value: signed(size.value),
    percent: percent !== undefined,
    ...(size.bare === undefined ? {} : { bare: signed(size.bare) }),
    ...(size.scale === undefined ? {} : { scale: size.scale }),
  };
}

/**
 * Reads a list of them, which may say their scale once: "100 and 150 million". One that would be larger than the last
 * with it is meant as it is: "500 and 1 million".
 */
export function readNumbers(list: string): SaidNumber[] {
  const texts = list.match(new RegExp(saidNumber, "gi")) ?? [];
  const last = texts.at(-1) ?? "";
  const scale = /^[-−]?[\d,.]+(\D+)$/.exec(last)?.[1] ?? "";
  const most = readNumber(last)?.value ?? Infinity;
  return texts.flatMap((text) => {
    const scaled = /^[-−]?\d{1,3}(?:\.\d+)?$/.test(text) ? readNumber(`${text}${scale}`) : null;
    return (scaled !== null && (scaled.percent || scaled.value <= most) ? scaled : readNumber(text)) ?? [];
  });
}

type Size = Pick<SaidNumber, "value" | "bare" | "scale">;

function westernSize(text: string): Size | null {
  const match = /^([\d,.]+?(?:e[-+]?\d+)?)\s*([a-z]*?)s?$/i.exec(text);
  if (match === null) return null;
  const [, digits = "", word = ""] = match;
  const value = Number(digits.replaceAll(",", ""));
  const scale = scales.find(([pattern]) => pattern.test(word))?.[1];
  if (scale === undefined) return { value };
  return { value: value * scale, scale, ...(word === "m" ? { bare: value } : {}) };
}

const small: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1e3 };
const large: Readonly<Record<string, number>> = { 万: 1e4, 億: 1e8, 兆: 1e12 };

/** Up to 千 sizes multiply the figure before them; 万, 億 and 兆 all that stands between them and the last such. */
function easternSize(text: string): Size {
  let [whole, part, figure] = [0, 0, ""];
  for (const [token] of text.matchAll(new RegExp(`${figures}|[${kanji}${sizes}]`, "g"))) {
    const [factor, section] = [small[token], large[token]];
    if (factor !== undefined) {
      part += (figure === "" ? 1 : Number(figure)) * factor;
      figure = "";
    } else if (section !== undefined) {
      whole += (part + Number(figure) || 1) * section;
      [part, figure] = [0, ""];
    } else figure += kanji.includes(token) ? String(kanji.indexOf(token)) : token.replaceAll(",", "");
  }
  const scale = Math.max(...[...text].map((sign) => large[sign] ?? (sign === "千" ? 1e3 : 1)));
  return { value: whole + part + Number(figure), ...(scale === 1 ? {} : { scale }) };
}
