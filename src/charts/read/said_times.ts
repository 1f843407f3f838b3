/** Stretches of time that a sentence restricts itself to: "in 2023", "since March", 「2021年から2023年まで」, "last 3 months". */

import { languageOf } from "../../base/chart_terms.ts";
import { leavingWords, ratherWords } from "./leaving_words.ts";
import {
  anyMoment,
  countMoments,
  datedMoment,
  longMonths,
  type Moment,
  momentsIn,
  needsMoment,
  partMoment,
} from "./moment.ts";
import { leftOutBehind, leftOutJa, withPlainTimes } from "./plain_times.ts";
import { recentTimes, type Unit } from "./recent_times.ts";
import { relativeTime } from "./relative_times.ts";
import { withSharedYears } from "./shared_year.ts";

export type SaidTime =
  /** Any of these. A bare number may be meant as something else than a year. */
  | { readonly kind: "in" | "not_in"; readonly moments: readonly Moment[]; readonly sure: boolean }
  /** Between two of them, or all but that. */
  | { readonly kind: "range" | "not_range"; readonly first: Moment; readonly last: Moment }
  /** From a moment on, or from its end on; up to its end, or to its beginning. */
  | { readonly kind: "since" | "after" | "until" | "before"; readonly moment: Moment }
  /** What others are measured by: shown beside them, and no restriction by itself. */
  | { readonly kind: "beside"; readonly moments: readonly Moment[] }
  /** No time of rows, such as when the chart is made. */
  | { readonly kind: "none" }
  /** A restriction that is not understood, or that means another time on every day. */
  | { readonly kind: "unclear" | "relative" }
  /** So many units up to the last time of the data. */
  | { readonly kind: "last"; readonly count: number; readonly unit: Unit };

export interface SaidTimes {
  readonly times: readonly { readonly time: SaidTime; readonly text: string }[];
  /** The sentence without them, which says nothing of columns and charts by them. */
  readonly rest: string;
}

interface Form {
  readonly pattern: RegExp;
  /** How many moments there must be for it to find anything. */
  readonly least: number;
  readonly read: (first: string, second: string) => SaidTime | null;
  /** What stays in the place of it: those that speak of a course of time go on doing so. */
  readonly leaves: string;
}

const list = (moment: string, times = "*") =>
  `(${moment}(?:\\s*(?:,|、|と|や|・|及び|および|and|or|&|/|vs\\.?|versus|against|対)+\\s*(?:and\\s+)?(?:the\\s+)?${moment})${times})`;
const leaveOut = `(?:${leavingWords}|${ratherWords}|outside(?: of)?|no|not)`;
const parts = "(?:spring|summer|autumn|fall|winter|early|mid|late|beginning|start|end|christmas|easter)";

/** What stands before a colon and is called so is a title. */
const title =
  "(?:\\b(?:reports?|reviews?|meetings?|slides?|decks?|figures?|titles?|presentations?|memos?|dashboards?|updates?)\\b|報告|レポート|資料|表題|タイトル|スライド)";

/** 2023/24 is some year that begins in 2023, nobody knows when. */
const straddling = "(?<![\\d/.-])(?:19|20)\\d{2}[-/–](?:1[3-9]|[2-9]\\d)(?![\\d/-]|[.,]\\d)";

const quarter =
  "((?:(?:19|20)\\d{2}(?:年度?)?[\\s-]?)?(?:q[1-4]|[1-4]q|第[1-4]四半期)(?:[\\s-]?(?:19|20)\\d{2})?(?![a-z\\d]))";
/** Quarters from one to another lie along the axis, as nobody counts them up to be told of their sum. */
const quarterRange =
  `(?:\\b(?:in|for|during|over|of|from) )?(?<![a-z\\d])${quarter}\\s?(?:-|–|—|to|through|から|〜|~)\\s?${quarter}(?:まで|の間)?(?!${leftOutJa}|${leftOutBehind})`;
/** Unless it is asked for. */
const added = "(?:合計|総計|総額|累計|通算|\\b(?:totals?|sum|altogether|combined|overall)\\b)";

const forms: readonly Form[] = [
  // Looks back from times only, and not from every letter.
  form(`${anyMoment}(?:(?=[^:]*:)(?<=^[^:]*${title}[^:]*)|(?=[^:]*${title}[^:]*:))`, none),
  form(
    `(?<=^[^:]*[a-z] )(?<!\\b(?:in|for|during|of|since|from|until|to|and|vs|before|after|only) )${datedMoment}(?=\\s*:)`,
    none,
  ),
  form("\\b(?:in |during |of )?the (?:early |mid |late )?(?:19|20)\\d0['’]?s\\b|(?:19|20)\\d0年代", unclear),
  form(
    `\\b(?:since|from) the (?:start|beginning) of (?:the year )?(${anyMoment})(?! ?(?:to|through|until|till|and|up|-|–))(?: on(?:wards?)?\\b)?`,
    at("since"),
    "over time",
  ),
  form(
    `(?<!\\b(?:until|till|up to|through) the )\\b${parts}[\\s-]+(?:of )?(?:the (?:year )?)?${anyMoment}|${datedMoment}[\\s-]${parts}\\b`,
    unclear,
  ),
  form(`${datedMoment}の?(?:(?<!度の?)[上下]期|初め|[春夏秋冬]|末)`, unclear),
  form(`\\b(?:every|each) ${anyMoment}|毎年${anyMoment}`, unclear),
  form(straddling, unclear),
  form(relativeTime, () => ({ kind: "relative" })),
  form(`\\bnot (?:since|after|before|until|till|from|between|through|up to) ${anyMoment}`, unclear),
  form(
    `\\bnot (?:just|only|merely) (?:in |for )?${anyMoment}|${anyMoment}(?:だけ|のみ)(?:でな|ではな|なら)`,
    none,
  ),
  form(
    `\\b(?:prepared|made|created|written|drawn|compiled|published|updated|exported|printed|presented|dated|generated) (?:in |on |for |by )?${anyMoment}|${anyMoment}に?(?:作成|発行|公開|更新)`,
    none,
  ),
  form(
    `\\b(?:compar(?:ed|ing|ison)|relative) (?:with|to|against) (?:the (?:year )?)?(${anyMoment})`,
    beside,
    "compared",
  ),
  form(
    `(?<!${anyMoment}\\s)\\b(?:vs\\.?|versus|against|than)(?: (?:in|during))? (${anyMoment})`,
    beside,
    "compared",
  ),
  form(`(?<!(?:と|や|・|、))(${datedMoment})(?:対?比(?!較)|(?:と|に)比べ|と(?:の)?比較)`, beside, "比べ"),
  form(
    `\\b${leaveOut} (?:the (?:years|months|time|period) )?(?:from )?(${anyMoment})\\s?(?:to|through|until|till|-|–)\\s?(${anyMoment})`,
    notRange,
    "over time",
  ),
  form(
    `\\b${leaveOut} (?:the (?:time|period) )?between (${anyMoment}) and (${anyMoment})`,
    notRange,
    "over time",
  ),
  form(
    `(?:\\bfrom )?(${anyMoment})\\s?(?:to|through|until|till|-|–)\\s?(${anyMoment})${leftOutBehind}`,
    notRange,
    "over time",
  ),
  form(`${list(anyMoment)}${leftOutBehind}`, inAny("not_in")),
  form(`(${anyMoment})(?:から|[〜~–-])(${anyMoment})(?:まで|の間)?${leftOutJa}`, notRange),
  form(
    `\\b${leaveOut} (?:(?:in|during|for|from|of) )?(?:the (?:year|month)s? )?${list(anyMoment)}`,
    inAny("not_in"),
  ),
  form(`${list(anyMoment)}${leftOutJa}`, inAny("not_in")),
  form(`${quarterRange}(?<!${added}.*)(?!.*${added})`, range, "by quarter"),
  form(quarterRange, range),
  form(`\\bbetween (${anyMoment}) and (${anyMoment})`, range),
  form(
    `\\bfrom (${anyMoment}) (?:to|through|until|till|and|-|–) (${anyMoment})`,
    range,
    "over time",
  ),
  form(`(${anyMoment})(?:から|〜|~)(${anyMoment})(?:まで|の間)?`, range),
  form(
    `(?:\\b(?:in|for|during|over|of) )?(${anyMoment})\\s?(?:-|–|—|to|through)\\s?(${datedMoment}|(?:${longMonths})\\b)`,
    range,
    "over time",
  ),
  form(
    `\\b(?:since|from|(?:starting|beginning) (?:in|from)) (${anyMoment})(?: on(?:wards?)?\\b| forward\\b)?`,
    at("since"),
    "over time",
  ),
  form(`\\bsince (?:[a-z']+ ){1,5}in (${anyMoment})`, at("since"), "over time"),
  form(
    `(?:\\bfrom )?(${anyMoment})(?: onwards?\\b| forward\\b| and (?:later|after|beyond)\\b)`,
    at("since"),
    "over time",
  ),
  form(`(${anyMoment})(?:以降|以後|から)`, at("since")),
  form(`\\bafter (${anyMoment})`, at("after")),
  form(`(${anyMoment})より(?:後|あと)`, at("after")),
  form(`\\b(?:until|till|up to|through) (?:the end of )?(${anyMoment})`, at("until")),
  form(`(${anyMoment})(?:まで|以前)`, at("until")),
  form(`\\b(?:before|prior to) (${anyMoment})`, at("before")),
  form(`(${anyMoment})より前`, at("before")),
  form(
    `\\b(?:in|during|for|of|within|throughout|on) (?:the )?(?:(?:year|month|quarter)s? (?:of )?)?${
      list(anyMoment)
    }`,
    inAny("in"),
  ),
  form(list(`${datedMoment}(?<=[年月期度日])`), inAny("in")),
  form(
    `(?<!(?:over|above|under|below|than|least|most|exceed\\w*|top|[<>=≥≤]) ?)${list(datedMoment)}`,
    inAny("in", false),
  ),
  form(list(anyMoment, "+"), inAny("in")),
  form(
    `(?<=^|[、。\\s]|[のをはがでに])${
      list("\\d{1,2}月(?!別|ごと|毎|次|間|々|平均|\\d)")
    }(?=の|は|に|と|で|、|だけ|分)`,
    inAny("in"),
  ),
  // What one may or who march is no month.
  form(`(?!(?-i:may|march)\\b)${list(partMoment)}`, inAny("in")),
  form(`(?<![a-z])${list(`(?:${longMonths})(?![a-z])`)}`, inAny("in")),
  // The first half of a business year begins whenever the business says.
  form("(?<![一-龠])[上下]期(?![一-龠])", unclear),
];

/**
 * What a sentence says of time; values of lines (target 2000) must be taken out of it before. What is a name in the
 * data, such as a group called "last year", is no time.
 */
export function saidTimes(query: string, isName: (text: string) => boolean = () => false): SaidTimes {
  let rest = withSharedYears(withPlainTimes(query.normalize("NFKC"), isName));
  const times: { time: SaidTime; text: string }[] = [];
  let count = countMoments(rest);
  for (const { pattern, least, read, leaves } of forms) {
    if (count < least) continue;
    const before = rest;
    rest = rest.replaceAll(pattern, (text, ...groups: unknown[]) => {
      const time = fiscalIn(query, read(String(groups[0]), String(groups[1])));
      if (time === null || isNamed(time, { text, isName })) return text;
      // Where moments are listed, the words around them are told in our own.
      const said = time.kind === "in" || time.kind === "not_in"
        ? String(groups[0])
        : time.kind === "not_range"
        ? `${groups[0]}${languageOf(query) === "ja" ? "から" : " to "}${groups[1]}`
        : text;
      times.push({
        time,
        text: said.trim().replace(/^(?:in|during|for|of|on|over|within|throughout) (?:the )?/i, "")
          .replaceAll(/ (?:vs\.?|versus|against) /gi, " and "),
      });
      return ` ${leaves || comparing(time)} `;
    });
    if (rest !== before) count = countMoments(rest);
  }
  // What is recent speaks of its course, and stays.
  for (const { text, count, unit } of recentTimes(rest)) {
    if (!isName(text)) times.push({ time: { kind: "last", count, unit }, text });
  }
  return { times, rest: times.length === 0 ? query : rest.replaceAll(/\s+/g, " ") };
}

/** In Japanese a fiscal year begins in April, whatever it is called. */
function fiscalIn(query: string, time: SaidTime | null): SaidTime | null {
  if (time === null || languageOf(query) === "en") return time;
  const own = (moment: Moment): Moment =>
    moment.fiscal === "calendar" ? { ...moment, fiscal: "april" } : moment;
  if ("moments" in time) return { ...time, moments: time.moments.map(own) };
  if ("moment" in time) return { ...time, moment: own(time.moment) };
  return "first" in time ? { ...time, first: own(time.first), last: own(time.last) } : time;
}

/** Whether it is rather a name in the data: a group called "last year" or 2023/24, a question Q1. */
function isNamed(
  time: SaidTime,
  { text, isName }: { readonly text: string; readonly isName: (text: string) => boolean },
): boolean {
  if (time.kind === "relative" || time.kind === "unclear") return isName(text);
  const moments = "moments" in time ? time.moments : time.kind === "range" ? [time.first, time.last] : [];
  const quarters = moments.filter(({ year, unit }) => year === null && unit !== "month" && unit !== "day");
  const said = /(?<![a-z\d])(?:[qh]\d|\w+ (?:half|quarter))(?![a-z\d])|第\d四半期|[上下]半期/gi;
  return quarters.length > 0 && (text.match(said) ?? []).some(isName);
}

/** Several times of which each is named are to be told from each other. */
function comparing(time: SaidTime): string {
  const unit = time.kind === "in" && time.moments.length > 1 ? time.moments[0]?.unit : undefined;
  return unit === undefined ? "" : unit === "half" ? "among halves" : `among ${unit}s`;
}

function form(source: string, read: Form["read"], leaves = ""): Form {
  const least = needsMoment(source) ? (read === range || read === notRange ? 2 : 1) : 0;
  return { pattern: new RegExp(source, "gi"), least, read, leaves };
}

function none(): SaidTime {
  return { kind: "none" };
}

function unclear(): SaidTime {
  return { kind: "unclear" };
}

function beside(text: string): SaidTime {
  return { kind: "beside", moments: momentsIn(text) };
}

function inAny(kind: "in" | "not_in", sure = true): Form["read"] {
  return (list) => {
    const moments = momentsIn(list);
    return moments.length === 0 ? null : { kind, moments, sure };
  };
}

function at(kind: "since" | "after" | "until" | "before"): Form["read"] {
  return (text) => {
    const [moment] = momentsIn(text);
    return moment === undefined ? null : { kind, moment };
  };
}

function range(from: string, to: string): SaidTime | null {
  const [[first], [last]] = [momentsIn(from), momentsIn(to)];
  if (first === undefined || last === undefined) return null;
  // "March to June 2024" says the year once, 「2024年3月から6月」 too.
  return {
    kind: "range",
    first: { ...first, year: first.year ?? last.year },
    last: { ...last, year: last.year ?? first.year },
  };
}

function notRange(from: string, to: string): SaidTime | null {
  const found = range(from, to);
  return found?.kind === "range" ? { ...found, kind: "not_range" } : null;
}
