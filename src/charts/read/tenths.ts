/** Lines at so many tenths, written in percent: 「目標8割」 is 80%, 「8割5分のライン」 85%. */

import { levelWords } from "./level_lines.ts";

const kanji = "〇一二三四五六七八九";
/** 3割引, 2割増 and 割合 are no level. */
const said =
  `(?<![\\d.,０-９])([\\d０-９]{1,2}(?:[.．][\\d０-９])?|[${kanji}])割(?:([1-9１-９${kanji}])分)?(?![引合増減高安りるっれ当振])`;

const behindWord = new RegExp(
  `((?:${levelWords})\\s?(?:値|の?線|の?ライン)?\\s?(?:は|が|を|の|で|に|:|：|=)?\\s?約?)${said}`,
  "gi",
);
const beforeWord = new RegExp(
  `()${said}(?=\\s?(?:を|の|に|で|という)?(?:ところに|位置に)?\\s?(?:${levelWords}|(?:横|補助|参考|基準)?線|ライン))`,
  "gi",
);

export function withTenths(query: string): string {
  if (!query.includes("割")) return query;
  return [behindWord, beforeWord].reduce((text, form) =>
    text.replaceAll(
      form,
      (_, before: string, tenths: string, rest: string | undefined) =>
        `${before}${Math.round((digits(tenths) * 10 + digits(rest ?? "0")) * 10) / 10}%`,
    ), query);
}

function digits(text: string): number {
  const plain = text.normalize("NFKC");
  return kanji.includes(plain) ? kanji.indexOf(plain) : Number(plain);
}
