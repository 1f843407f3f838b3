/**
 * Kinds of measures by the words that tell them where no column is named: kilograms and "heavier" speak of a weight,
 * 歳 and "younger" of an age. Only where a table has one such column is it known which is meant.
 */

import { ageNames } from "../table/age_column.ts";
import type { Column, NumberColumn } from "../table/column.ts";
import { isIdentifier } from "../table/table_shape.ts";
import { mostJa } from "./asked_ends.ts";
import { timeKinds } from "./number_units.ts";

interface MeasureKind {
  /** Columns of it, by their names. */
  readonly names: RegExp;
  /** Units behind a number. */
  readonly units: string;
  /** What is more of it, and what is less, as adjectives without their ends. */
  readonly more: string;
  readonly less: string;
  /** What there is most of, in Japanese. */
  readonly japanese: string;
  /** Other words that speak of it. */
  readonly words: string;
}

const none = "(?!)";

/** Whose number is an age. */
const people = [
  "employees|workers|staff|patients|people|persons|adults|men|women|males|females|customers|members",
  "users|respondents|participants|players|athletes|drivers|teachers|runners|voters|residents|guests",
  "applicants|candidates",
].join("|");

const kinds: readonly MeasureKind[] = [
  {
    names: ageNames,
    units: "歳|才|years? old|years? of age|yo",
    more: "old|eld",
    less: "young",
    japanese: "若い|高齢",
    // People over 65 are so old.
    words: `aged|(?:${people})(?= (?:over|under|above|below) \\d{2}(?![\\d.,%]|\\s?(?:[a-z]*s|kg|cm)\\b))`,
  },
  {
    names: /点数|得点|評点|素点|スコア|成績|(?:^|[_\s])(?:scores?|marks?|points?)(?:$|[_\s(])/i,
    units: "点|points?|marks?",
    more: none,
    less: none,
    japanese: none,
    words: "(?:平均|最高|最低|合計)点|scor(?:ed|ing)",
  },
  {
    names: /重量|体重|重さ|質量|(?:^|[_\s])(?:weight|mass)(?:$|[_\s(])|(?:[_\s(（]|[^ -~])kg[)）]?$/i,
    units: "kg|kgs|kilos?|kilograms?|キロ(?:グラム)?|lbs?|pounds?|tons?|tonnes?|トン",
    more: "heav(?:y|i)",
    less: "light",
    japanese: "重い|軽い",
    words: "weigh(?:s|ed|ing)?",
  },
  {
    names: /身長|高さ|(?:^|[_\s])heights?(?:$|[_\s(])/i,
    units: none,
    more: "tall",
    less: none,
    japanese: "背が高い",
    words: none,
  },
  {
    names: /気温|温度|(?:^|[_\s])temp(?:erature)?s?(?:$|[_\s(])/i,
    units: "度|℃|°[CF]?|degrees?(?: (?:celsius|fahrenheit))?",
    more: "hott|hot|warm",
    less: "cold|cool",
    japanese: "暑い|寒い|暖かい|涼しい",
    words: none,
  },
  {
    names: /速度|時速|(?:^|[_\s])(?:speed|velocity)(?:$|[_\s(])/i,
    units: "km/h|mph",
    more: "fast",
    less: "slow",
    japanese: "速い|遅い",
    words: none,
  },
  {
    names:
      /(?:所要|待ち|処理|応答|作業|対応|配送|滞在|解決|残業|労働)(?:時間|日数)|リードタイム|(?:^|[_\s])(?:durations?|elapsed|latency|waits?)(?:$|[_\s(])|(?:^|[_\s])(?:times?|delays?)[_\s(]*(?:days?|hours?|hrs?|min(?:ute)?s?|sec(?:ond)?s?|ms)?[)]?$|[a-z][_\s](?:days|hours|hrs|minutes|mins|seconds|secs|ms)$/i,
    units: none,
    more: "long|slow",
    less: "short|quick|fast",
    japanese: "速い|早い|遅い",
    words:
      "how long|(?<!\\b(?:over|in|of|by|with|through|across|real|full|part|first|last|each|every|any|same|on|at|what|which|all|per|for|long|short|half) (?:the |a )?)(?<!-)times?(?![ -](?:series|of|lines?|periods?|zones?|trends?|courses?|axis|steps?|points?|stamps?))",
  },
  {
    names: /価格|単価|値段|(?:^|[_\s])prices?(?:$|[_\s(])/i,
    units: none,
    more: "(?:more |most )expensive|pric(?:ey|i)",
    less: "cheap|less expensive",
    japanese: "安い|高価",
    words: none,
  },
];

const ends = "(?:er|est)?";

/** Finds words that compare: "more", "heavier than", "more expensive than". */
export const comparatives: { readonly more: string; readonly less: string } = {
  more: ["more|greater|higher|larger|bigger", ...kinds.map(({ more }) => `(?:${more})${ends}`)].join("|"),
  less: ["less|lower|fewer|smaller", ...kinds.map(({ less }) => `(?:${less})${ends}`)].join("|"),
};

/** Finds what stands behind the number of a bound: "5 or more", "65 and under". */
export const boundWords: { readonly more: string; readonly less: string } = {
  more: "more|over|above|higher|greater|older|longer|larger|up",
  less: "less|fewer|under|below|lower|younger|shorter|smaller",
};

/** Units that stand behind a number as words of their own. */
export const kindUnits: string = kinds.map(({ units }) => units).join("|");

/** Words for a measure in a sentence that names no other: "the slowest", "time on site"; null where nothing is meant by one. */
export function kindMentioned(
  text: string,
  columns: readonly Column[],
): { readonly column: NumberColumn; readonly source: string } | null {
  for (const { names, more, less, words, japanese } of kinds) {
    const source =
      `\\b(?:${more}|${less})(?:est\\b|(?<=most expensive)\\b)|${mostJa}(?:${japanese})|(?<![a-z])(?:${words})(?![a-z])`;
    const column = new RegExp(source).test(text)
      ? onlyOne(columns, ({ name }) => names.test(name.normalize("NFKC")))
      : null;
    if (column !== null) return { column, source };
  }
  return null;
}

/** The one column of the kind that words speak of by an adjective or a unit behind a number; null where none or several are. */
export function columnOfKind(words: string, columns: readonly Column[]): NumberColumn | null {
  const kind = kinds.find(({ units, more, less, words: others }) =>
    new RegExp(
      `\\d\\s?(?:${units})(?![a-z])|\\b(?:${more}|${less})(?:(?<=expensive)|er|est)\\b|(?<![a-z])(?:${others})(?![a-z])`,
      "i",
    ).test(words)
  );
  return kind === undefined
    ? unitColumn(words, columns)
    : onlyOne(columns, ({ name }) => kind.names.test(name.normalize("NFKC"))) ??
      outermost(words, { kind, columns });
}

/** Days hotter than 30 degrees are so at their hottest, where both ends are told. */
function outermost(
  words: string,
  { kind, columns }: { readonly kind: MeasureKind; readonly columns: readonly Column[] },
): NumberColumn | null {
  const end = [
    { said: kind.more, name: /最高|(?:^|[_\s])(?:max(?:imum)?|high(?:est)?)(?:$|[_\s])/i },
    { said: kind.less, name: /最低|(?:^|[_\s])(?:min(?:imum)?|low(?:est)?)(?:$|[_\s])/i },
  ].find(({ said }) => new RegExp(`\\b(?:${said})(?:er|est)\\b`, "i").test(words));
  return end === undefined
    ? null
    : onlyOne(columns, ({ name }) =>
      kind.names.test(name.normalize("NFKC")) && end.name.test(name.normalize("NFKC")));
}

/** The one number of a table that has no other. */
export function onlyNumber(columns: readonly Column[]): NumberColumn | null {
  return onlyOne(columns, () => true);
}

/** The one column that is named with the unit of a number: "5 mm" of rain_mm, 「20km」 of 距離（km）, 「3日」 of delivery_days. */
function unitColumn(words: string, columns: readonly Column[]): NumberColumn | null {
  const [, unit] = /\d\s?([a-z]{1,7}?)s?(?![a-z])/i.exec(words) ??
    /\d\s?([円個件人台回本枚秒分日年週]|時間|か月|ドル|%)/.exec(words) ?? [];
  if (unit === undefined) return null;
  const word = timeKinds.find((kind) => new RegExp(`^${kind}$`, "i").test(unit)) ?? `${unit}s?`;
  const own = new RegExp(`(?:^|[_\\s(]|[^ -~])${word}数?(?:$|[)_\\s])`, "i");
  return onlyOne(columns, (column) => column.unit === unit || own.test(column.name.normalize("NFKC")));
}

function onlyOne(
  columns: readonly Column[],
  isMeant: (column: NumberColumn) => boolean,
): NumberColumn | null {
  const found = columns.flatMap((column) =>
    column.kind === "number" && !isIdentifier(column) && isMeant(column) ? [column] : []
  );
  const [only = null] = found;
  return found.length === 1 ? only : null;
}
