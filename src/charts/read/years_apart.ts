/** Years laid over each other along their months or quarters: "one line per year", 「月別の来場者数を年ごとに重ねて」. */

import type { Language } from "../../base/chart_terms.ts";
import { cyclicYear, type Grain, isCyclic, lengthOf, partsOf, utc } from "../table/calendar.ts";
import type { CategoryColumn, Table, TimeColumn } from "../table/column.ts";
import { shapeOf } from "../table/table_shape.ts";
import type { Intent } from "./find_intent.ts";
import { timeOf } from "./time_of.ts";

const overlaid =
  /年(?:度)?(?:ごと|別|毎)に?(?:[^、。]{0,8})(?:重ね|線)|重ねて[^、。]*年(?:ごと|別)|\b(?:one|a) line (?:per|for (?:each|every)) year\b|\byears? (?:overla|superimpos)\w*|\b(?:overla|superimpos)\w* (?:the |by |each )?years?\b/i;
const step =
  "(?:月|四半期)(?:別|ごと|毎|次)|各月|\\bmonthly\\b|\\bquarterly\\b|\\b(?:by|per|each|every) (?:month|quarter)\\b";
const years =
  "年(?:ごと|別|毎)|前年(?:同[月期])?(?:と|比)|\\bamong years\\b|\\byear[- ](?:over|on)[- ]year\\b|\\b(?:by|per|each|every) year\\b";
const both = new RegExp(
  `(?:${step}).*(?:${years})|(?:${years}).*(?:${step})|\\b(?:month|quarter)s? and years?\\b|\\byears? and (?:month|quarter)s?\\b|年と(?:月|四半期)(?:別|ごと)`,
  "i",
);
const mostYears = 8;
/** More of them are rather lines than bars. */
const fewYears = 3;

interface About {
  readonly table: Table;
  readonly intent: Intent;
}

/** Why years are not laid over each other as a sentence asks. */
export type YearsTogether =
  | "groups"
  | "many"
  /** The data has no parts of years. */
  | "coarse"
  /** They are, but as years of the calendar. */
  | "fiscal";

interface YearsApart extends About {
  /** What is to be told; null where all is as asked, or nothing of the kind is. */
  readonly why: YearsTogether | null;
}

/** The table with years and their months apart, and the intent to tell the years from each other; as it was where that is not asked for. */
export function withYearsApart(query: string, about: About, language: Language): YearsApart {
  const text = query.normalize("NFKC");
  const shape = shapeOf(about.table);
  const grain: Grain = /四半期|quarter/i.test(text) ? "quarter_of_year" : "month_of_year";
  if (!overlaid.test(text) && !both.test(text)) return { ...about, why: null };
  const asItWas = (why: YearsTogether) => ({ ...about, why: overlaid.test(text) ? why : null });
  const named = timeOf(about.intent, shape);
  // Where years have a column of their own, another one has their parts.
  const time = [named, ...shape.times].find((one) => one !== null && isFine(one, grain));
  if (time === undefined || time === null) return asItWas("coarse");
  if (about.intent.mentions.some(({ column }) => column.kind === "category")) return asItWas("groups");
  const year = yearColumn(time, language);
  // One year alone is a line of its own.
  if (year.distinct < 2) return { ...about, why: null };
  if (year.distinct > mostYears) return asItWas("many");
  const part = partColumn(time, { grain, language });
  const senses = new Set(about.intent.senses);
  senses.delete("time_rank");
  if (overlaid.test(text) || year.distinct > fewYears) senses.add("trend");
  else senses.add("compare").delete("trend");
  const numbers = about.intent.mentions.filter(({ column }) => column.kind === "number");
  return {
    table: {
      ...about.table,
      columns: [...about.table.columns.filter(({ kind }) => kind !== "time"), part, year],
    },
    intent: {
      ...about.intent,
      senses,
      grouped: true,
      period: null,
      mentions: [
        ...numbers,
        { column: part, by: "name", grouped: false, words: "(?!)" },
        { column: year, by: "name", grouped: true, words: "(?!)" },
      ],
    },
    why: /年度(?:ごと|別|毎)|\b(?:fiscal|financial) years?\b/i.test(text) ? "fiscal" : null,
  };
}

/** Whether it tells the parts of a year. */
function isFine({ grain }: TimeColumn, part: Grain): boolean {
  return !isCyclic(grain) && grain !== "fiscal_quarter" && lengthOf(grain) <= lengthOf(part);
}

function yearColumn(time: TimeColumn, language: Language): CategoryColumn {
  const all = Array.from(time.values(), (at) => Number.isNaN(at) ? NaN : partsOf(at).year);
  const found = [...new Set(all)].filter((year) => !Number.isNaN(year)).toSorted((a, b) => a - b);
  return {
    index: -6,
    name: language === "ja" ? "年" : "year",
    distinct: found.length,
    missing: time.missing,
    kind: "category",
    longest: 4,
    values: () => ({ codes: Int32Array.from(all, (year) => found.indexOf(year)), labels: found.map(String) }),
  };
}

function partColumn(
  time: TimeColumn,
  { grain, language }: { readonly grain: Grain; readonly language: Language },
): TimeColumn {
  const isQuarter = grain === "quarter_of_year";
  const name = language === "ja" ? (isQuarter ? "四半期" : "月") : isQuarter ? "quarter" : "month";
  return {
    ...time,
    index: -7,
    name,
    grain,
    distinct: isQuarter ? 4 : 12,
    values: () =>
      time.values().map((at) => {
        if (Number.isNaN(at)) return NaN;
        const { month } = partsOf(at);
        return utc(cyclicYear, isQuarter ? Math.ceil(month / 3) * 3 - 2 : month) ?? NaN;
      }),
  };
}
