/** The multiple (thousands, 億) that a column's name states: 売上（千円）, revenue (USD millions), cost_k, profit_keur. */

const sizesJa: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1e3, 万: 1e4, 億: 1e8, 兆: 1e12 };
const sizeJa = "[十百千]?[万億兆]|千";
const thingsJa =
  "円|人|名|件|個|台|世帯|戸|株|本|枚|冊|食|部|回|トン|米?ドル|ユーロ|ポンド|元|ウォン|usd|jpy|eur|yen|t|[km]?wh|kl|㎡";
const bracketedJa = new RegExp(`^(${sizeJa})(${thingsJa})?$`, "i");
const lastJa = new RegExp(`(?<![\\d十百千万億兆])(${sizeJa})(円|人|件|個|台|ドル|ユーロ)$`);

const words: readonly (readonly [string, number])[] = [
  ["thousands?|k|0{3}s?|1000s", 1e3],
  ["millions?|m|mm|mn|mln|mio", 1e6],
  ["billions?|b|bn|bln|mrd", 1e9],
  ["trillions?|tn|trn", 1e12],
];
const currency =
  "usd|us\\$|eur|euros?|gbp|jpy|yen|chf|cad|aud|sek|nok|dkk|inr|cny|rmb|brl|krw|dollars?|[$€£¥]";
const isCurrency = new RegExp(`^(?:${currency})$`);
/** keur, eurm, $m. */
const joined = new RegExp(`^(?:(?:${currency})([a-z]+|0{3}s?)|(k|m|mm|mn|mio|b|bn)(?:${currency}))$`);

/** Letters that stand for other things too: metres, millimetres, plan B. */
const mayBeOther = /^(?:[kmb]|mm)$/;

/** 1,000 for thousands; 1 for rates such as cases per million, whose values are not multiplied; null if there is none. */
export function namedMultiple(name: string): number | null {
  const text = name.normalize("NFKC").trim();
  return japaneseMultiple(text) ?? englishMultiple(text);
}

function japaneseMultiple(text: string): number | null {
  if (/\d\s*[十百千万億兆].*(?:[当あ]たり|対|につき)/.test(text)) return 1;
  const inside = [...text.matchAll(/[([【]([^)\]】]*)[)\]】]/g)].flatMap(([, said = ""]) =>
    said.split(/[\s・,、:/]+/)
  );
  const found = [...inside.map((part) => bracketedJa.exec(part) ?? lastJa.exec(part)), lastJa.exec(text)]
    .find((match) => match !== null);
  const signs = found?.[1];
  return signs === undefined ? null : [...signs].reduce((product, sign) => product * (sizesJa[sign] ?? 1), 1);
}

function englishMultiple(text: string): number | null {
  const tokens = text.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase()
    .split(/[^a-z0-9$€£¥]+/).filter((token) => token !== "");
  for (const [at, token] of tokens.entries()) {
    const both = joined.exec(token);
    const size = sizeOf(both?.[1] ?? both?.[2] ?? token);
    if (size === undefined) continue;
    if (tokens.slice(0, at).some((before) => before === "per" || before === "every")) return 1;
    const beside = [tokens[at - 1] ?? "", tokens[at + 1] ?? ""];
    const isMoney = both !== null || beside.some((other) => isCurrency.test(other));
    const isLast = at > 0 && at === tokens.length - 1;
    if (isMoney || !mayBeOther.test(token) || isLast && isUnit(token, text)) return size;
  }
  return null;
}

/** Whether a letter in the place of a unit is a multiple; b, for billions, only in brackets. */
function isUnit(letter: string, text: string): boolean {
  return letter === "k" || letter === "m" || (letter === "b" && /[([]b[)\]]$/i.test(text));
}

function sizeOf(word: string): number | undefined {
  return words.find(([names]) => new RegExp(`^(?:${names})$`).test(word))?.[1];
}
