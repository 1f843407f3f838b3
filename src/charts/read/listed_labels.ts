/**
 * Labels that are names only by their company or by how they are written: one letter, or a word such as "sales", is
 * the name of a group where it stands in a list with others of its column, a letter also where the word for its column
 * stands beside it, and two characters where no word is written so.
 */

import type { CategoryColumn } from "../table/column.ts";
import { escaped } from "./escaped.ts";
import { labelPattern, labelsIn } from "./label_pattern.ts";

/** Labels that are rather words of the sentence. */
export function isCommonWord(label: string): boolean {
  return /^(?:all|total|sum|average|mean|median|count|other|others|trend|sales|hour|day|daily|week|weekly|month|monthly|quarter|year|yearly|time|date|合計|全体|平均|その他|総計)$/i
    .test(label.normalize("NFKC"));
}

/** Words for what is measured, which a sentence may as well mean as a group. */
export function isMeasureWord(label: string): boolean {
  return /^(?:sales|count)$/i.test(label);
}

const between = "\\s*(?:,|、|と|や|・|及び|および|and|or|&|vs\\.?|versus|対|/|\\+)+\\s*(?:and )?(?:the )?";

/** The labels in lists of two and more; a list of nothing but common words is none. */
export function listedLabels(text: string, all: readonly string[]): string[] {
  // A pattern of all labels of a column may be too large to be one.
  const names = all.filter((label) => !/^[\d.,]+$/.test(label) && isIn(text, label))
    .toSorted((a, b) => b.length - a.length);
  if (names.length < 2) return [];
  const one = `(?:${names.map((label) => labelPattern(label, 2)).join("|")})`;
  const lists = text.match(new RegExp(`${one}(?:${between}${one})+`, "gi")) ?? [];
  return lists.flatMap((list) => {
    const labels = labelsIn(list, names);
    return labels.length > 1 && !labels.every(isCommonWord) ? labels : [];
  });
}

function isIn(text: string, label: string): boolean {
  return new RegExp(labelPattern(label, 2), "i").test(text);
}

const places = "(?:in|from|within|at)(?: the)?";
const bodies = "(?:department|dept|team|division|group|unit|staff|people|employees|workers)s?";

/** Words for measures that are written as the group they name, where something else is measured: "ages in Sales". */
export function placedWords(text: string, all: readonly string[]): string[] {
  return all.filter((label) =>
    isMeasureWord(label) && /^[A-Z]/.test(label) &&
    new RegExp(`\\b${places} ${label}\\b(?! (?:by|per|over|of)\\b)|\\b${label} ${bodies}\\b`).test(text)
  );
}

const things = "店|社|組|班|群|棟|工場|支店|クラス|地区|地域|チーム|グループ|部門";

/** Single letters beside the word for their column: "shop C", 「A店」, "machine B" of B号機. */
export function lettersBeside(text: string, { name, values }: CategoryColumn, said: string): string[] {
  const word = escaped(name.normalize("NFKC"));
  return values().labels.filter((label) => {
    const [, lone] = new RegExp(`^([A-Z]|\\d{1,2})(?:号機?|号館|${things}|ライン)$`).exec(label) ?? [];
    if (lone !== undefined) return new RegExp(`(?:${said}) (?-i:${lone})(?![a-z0-9])`, "i").test(text);
    if (!/^[A-Z]$/.test(label)) return false;
    // "A shop" is any shop, so that the letter stands behind an English word.
    const letter = labelPattern(label);
    return new RegExp(`(?<![a-z])${word}s? ${letter}|${letter}(?=${things})`, "i").test(text);
  });
}

const shortWords = /^(?:AM|AN|AS|AT|BE|BY|DO|GO|HE|IF|IN|IS|IT|ME|MY|NO|OF|OK|ON|OR|PM|SO|TO|UP|US|WE)$/;

/** Labels of two characters: "L2" in any case; "UK" and "IT" as they are written, unless everything is in capitals. */
export function shortLabels(text: string, all: readonly string[]): string[] {
  const isLoud = !/[^\x20-\x60{-~]/.test(text);
  return all.filter((label) => {
    const written = label.normalize("NFKC");
    if (!/^(?:[A-Za-z]\d|\d[A-Za-z]|[A-Z]{2})$/.test(written)) return false;
    return !(isLoud && shortWords.test(written)) &&
      new RegExp(labelPattern(written, /\d/.test(written) ? 1 : 2), "i").test(text);
  });
}

/** Labels of one Chinese character that stand alone: 「朝の売上」, 「東だけ」. Others are rather words: 月, 人. */
export function loneCharacters(text: string, all: readonly string[]): string[] {
  if (all.some(({ length }) => length > 3)) return [];
  return all.filter((label) =>
    /^(?![年月日週時分秒人数点本件回名円金土水木火])[一-龠]$/.test(label) &&
    new RegExp(`(?<![一-龠ァ-ヶー])${label}(?=の|だけ|のみ|に限|は|を)`).test(text)
  );
}
