/** Columns that say yes or no of each row, and the words by which a sentence means those of which they say yes. */

import type { CategoryColumn, Column } from "../table/column.ts";
import { numberAsCategory } from "../table/derive_column.ts";
import { escaped } from "./escaped.ts";
import { plain } from "./plain.ts";

export interface Flag {
  readonly column: CategoryColumn;
  /** The label of yes. */
  readonly yes: string;
  /** The name without what only says that it is a flag: `is_returned` as returned, 離職有無 as 離職. */
  readonly name: string;
}

const isYes = /^(?:yes|y|true|t|1|はい|有|有り|あり|○|済|済み|該当)$/;
const isNo = /^(?:no|n|false|f|0|いいえ|無|無し|なし|×|未|未済|非該当)$/;

/** What some rows are said to be, by the names of flags in English. */
export const japaneseFlags: readonly (readonly [words: string, name: RegExp])[] = [
  ["返品", /\breturn(?:ed)?\b/],
  ["返金", /\brefund(?:ed)?\b/],
  ["キャンセル|取り?消し?", /\bcancel(?:l?ed)?\b/],
  ["解約|退会|離脱", /\bchurn(?:ed)?\b/],
  ["離職|退職", /\b(?:left|resigned|attrition)\b/],
  ["完了", /\b(?:completed|done|finished)\b/],
  ["合格", /\bpass(?:ed)?\b/],
  ["再入院", /\breadmi(?:tted|ssion)\b/],
  ["購入", /\b(?:purchased|bought|converted)\b/],
  ["支払", /\bpaid\b/],
  ["出荷", /\bshipped\b/],
  ["配達|納品", /\bdelivered\b/],
  ["破損|損傷", /\b(?:damaged|broken)\b/],
  ["不良", /\b(?:defective|faulty)\b/],
  ["再オープン", /\breopened\b/],
  ["欠航|運休", /\bcancel(?:l?ed)?\b/],
  ["更新|延長", /\brenew(?:ed|al)\b/],
  ["有害事象|副作用", /\badverse\b|\bside effects?\b/],
  ["再発", /\b(?:relapsed?|recurr(?:ed|ence))\b/],
  ["当選|受賞", /\bwon\b/],
  ["遅延|遅れ", /\b(?:delayed|late)\b/],
  ["再診|再来", /\b(?:revisit|follow ?up)\b/],
  ["推奨", /\brecommend(?:ed|s)?\b/],
  ["喫煙", /\b(?:smoker|smokes|smoking)\b/],
  ["苦情|クレーム", /\bcomplain(?:ed|ts?)\b/],
  ["債務不履行|デフォルト|貸し?倒れ?", /\bdefault(?:ed)?\b/],
  ["負傷|けが|怪我", /\binjur(?:ed|y)\b/],
];

/** The flags of a table; numbers that are nothing but 0 and 1 are some, too. */
export function flagsIn(columns: readonly Column[]): Flag[] {
  return columns.flatMap((column): Flag[] => {
    const own = column.kind === "number" && isBit(column) ? numberAsCategory(column) : column;
    if (own.kind !== "category" || own.distinct !== 2) return [];
    const labels = own.values().labels;
    const yes = labels.filter((label) => isYes.test(trimmed(label)));
    const no = labels.filter((label) => isNo.test(trimmed(label)));
    const [only] = yes;
    return only !== undefined && yes.length === 1 && no.length === 1 && labels.length === 2
      ? [{ column: own, yes: only, name: bareName(column.name) }]
      : [];
  });
}

function isBit(column: Column): boolean {
  return column.kind === "number" && column.integer && column.distinct === 2 && column.least === 0 &&
    column.most === 1 && column.unit === "";
}

/** A column that is called nothing but a flag keeps its name: every word would be the name of nothing. */
function bareName(name: string): string {
  const bare = trimmed(name).replace(/^(?:is|has|was|did)[ _]/, "").replaceAll("_", " ")
    .replace(/[ _]?(?:flag|yn)$/, "").replace(
      /の?(?:有無|フラグ|あり|済み?|区分)$|(?<=[一-龠])(?:する|した|している)$/,
      "",
    );
  return bare === "" ? trimmed(name).replaceAll("_", " ") : bare;
}

/** Finds the name as a sentence writes it: on_time as "on time" and "on-time". */
export function saidFlag({ name }: Flag): string {
  return escaped(name).replaceAll(" ", "[ _-]");
}

/** Finds what those are called of which it says yes: returned by "returned", "returns" and "return". */
export function flagWords(flag: Flag): string {
  const { name } = flag;
  const words = saidFlag(flag);
  if (/[^ -~]/.test(name)) return words;
  // What is left of "used" is no word of its own.
  const forms = /^[a-z]{3,}ed$/.test(name)
    ? `${name.slice(0, -2)}(?:ed|es|s|e)?`
    : /^[a-z]+ed$/.test(name)
    ? `${name.slice(0, -2)}(?:ed|es|e)`
    : `${words}s?`;
  return `(?<![a-z])${forms}(?![a-z])`;
}

/** What is said in Japanese of those of which it says yes, up to their name: 返品された. */
export function japaneseWords(flag: Flag): string[] {
  return japaneseNouns(flag)
    .map((words) =>
      `(?:${words})(?:され?た|した|済みの|になった|の?あった|の(?=[一-龠ァ-ヶー]{1,6}(?:を|は|以外)))?`
    );
}

/** Finds the nouns for what it tells in Japanese; empty where there is none. */
export function flagNounsJa(flag: Flag): string {
  return japaneseNouns(flag).join("|");
}

function japaneseNouns({ name }: Flag): string[] {
  const own = /[^ -~]/.test(name) ? [escaped(name)] : [];
  return [...own, ...japaneseFlags.filter(([, of]) => of.test(name)).map(([words]) => words)];
}

/** Whether words of a sentence are of one stem with a name: "readmission" with readmitted, "on-time" with on_time. */
export function isOfStem(said: string, name: string): boolean {
  const [words, own] = [said, name].map((text) =>
    trimmed(text).split(/[\s_-]+/).filter((word) => word !== "")
  );
  if (words === undefined || own === undefined || own.length === 0) return false;
  return words.some((_, at) =>
    own.every((word, k) => {
      const other = words[at + k];
      return other !== undefined && (other === word || (k === own.length - 1 && stem(other) === stem(word)));
    })
  );
}

/** A word without its ending and without the letters that change before it. */
function stem(word: string): string {
  const bare = word.replace(
    /(?:ations?|itions?|ions?|ied|ed|ing|als?|ances?|ments?|ures?|ive|ce|ies|es?|s|y)$/,
    "",
  )
    .replace(/([a-z])\1$/, "$1");
  const left = bare.length > 4 ? bare.replace(/[ts]$/, "") : bare;
  return left.length >= 3 ? left : word;
}

function trimmed(text: string): string {
  return plain(text).trim();
}
