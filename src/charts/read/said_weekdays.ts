/** Days of the week that a sentence restricts itself to: "on Mondays", "weekend sales", 「土日を除いて」. */

import { leavingJa } from "./leaving_words.ts";

export interface SaidWeekdays {
  /** From 0 for Monday to 6 for Sunday, in that order. */
  readonly days: readonly number[];
  /** Whether these are meant, or all others. */
  readonly wanted: boolean;
  /** Whether several are named to be told from each other. */
  readonly compared: boolean;
  /** The words themselves. */
  readonly text: string;
  /** The sentence without them. */
  readonly rest: string;
}

const english = ["mon", "tues", "wednes", "thurs", "fri", "satur", "sun"];
const japanese = [..."月火水木金土日"];

const day = `(?:${english.join("|")})days?`;
const to = "\\s*(?:to|through|thru|-|–)\\s*";
const and = "\\s*(?:,\\s*(?:and|or)?|and|or|&|/|(?:vs|versus)\\b\\.?)\\s*(?:on\\s+)?";
const days = `(?:weekends?|${day}${to}${day}|${day})`;
const more = `(?:${and}(?:the\\s+)?(?:${days}|weekdays))*`;
const list = `\\b${days}${more}\\b`;
/** What is said of one certain day, or is a name. */
const certain =
  "(?<!\\b(?:since|until|till|by|last|next|this|from|(?:start|begin|end)\\w*(?: on)?|before|after|black|good|cyber|super) )";

const dayJa = "[月火水木金土日](?:曜日?)?";
const sureJa =
  "(?:土日(?:祝日?)?|週末|平日|[月火水木金土日]曜?日?(?:から|〜|~|-)[月火水木金土日]曜日?|[月火水木金土日]曜日?)";
const andJa = "(?:と|や|・|、|,|及び|および)";
const listJa =
  `(?:${sureJa}(?:${andJa}${sureJa})*|(?:${dayJa}${andJa}){0,6}[月火水木金土日]曜日?(?:${andJa}${sureJa})*)`;

const leaveOut =
  "(?:excluding|exclude|except(?: for)?|without|other than|apart from|ignoring|omitting|not including|not on|no)";
const before = "(?:on|for|during|of|at|in|only|just|every|each|over)";

type Form = readonly [pattern: RegExp, wanted: boolean];

/** Each with the days in its first group; those that leave out come first. */
const forms: readonly Form[] = [
  [new RegExp(`\\b${leaveOut} (?:on |the |all )*(${list}|weekdays${more})`, "i"), false],
  [
    new RegExp(
      `(${listJa})(?:の(?:データ|分))?(?:(?:を|は)?(?:${leavingJa})|以外|抜き)(?:た|て|の|で)?`,
    ),
    false,
  ],
  [
    new RegExp(
      `\\b(?:${before} )(?:(?:the|all|only|just|on) )*${certain}(${list}|(?<=\\b(?:on|during|only|just) )weekdays${more})(?: only\\b)?`,
      "i",
    ),
    true,
  ],
  [new RegExp(`${certain}(${list})(?:['’]s?)?(?: only\\b)?|\\b(weekdays) only\\b`, "i"), true],
  [new RegExp(`(${listJa})(?!別|ごと|毎|祝|[一-龠]*曜日別)(?:だけ|のみ)?(?:の|は|に|が|を|で)?`), true],
];

/** Null where the sentence names no days of the week, or sets weekends beside working days. */
export function saidWeekdays(query: string): SaidWeekdays | null {
  const text = query.normalize("NFKC");
  if (/\bweekdays?\b/i.test(text) && /\bweekends?\b/i.test(text)) return null;
  if (/平日/.test(text) && /週末|土日|休日/.test(text)) return null;
  for (const [pattern, wanted] of forms) {
    const found = pattern.exec(text);
    const said = found?.[1] ?? found?.[2];
    if (found === null || said === undefined) continue;
    const days = daysIn(said.toLowerCase());
    if (days.length === 0) continue;
    const named = /weekend|weekday|土日|週末|平日|から|[〜~-]|\b(?:to|through|thru)\b|–/i.test(said);
    return {
      days,
      wanted,
      compared: wanted && !named && days.length > 1,
      text: said,
      rest: text.replace(found[0], " ").replaceAll(/\s+/g, " "),
    };
  }
  return null;
}

function daysIn(text: string): number[] {
  const days = new Set<number>();
  const taken = (rest: string, pattern: RegExp, of: (groups: readonly string[]) => readonly number[]) =>
    rest.replaceAll(pattern, (_, ...groups: unknown[]) => {
      of(groups.map(String)).forEach((day) => days.add(day));
      return " ";
    });
  // What is left of these would be days of their own: 日 of 平日 and of 土日.
  const named = taken(
    taken(text, /weekends?|土日(?:祝日?)?|週末/g, () => [5, 6]),
    /weekdays?|平日/g,
    () => working,
  );
  const single = taken(taken(named, rangeEn, runOf), rangeJa, runOf);
  taken(single, daysEn, ([day = ""]) => [english.indexOf(day)]);
  taken(single, daysJa, ([day = ""]) => [japanese.indexOf(day)]);
  return [...days].toSorted((a, b) => a - b);
}

const working = [0, 1, 2, 3, 4];
const daysEn = new RegExp(`(${english.join("|")})day`, "g");
const daysJa = /(?<!曜)([月火水木金土日])(?=曜|と|や|・|、|,|及|お|$)/g;
const rangeEn = new RegExp(`(${english.join("|")})days?${to}(${english.join("|")})days?`, "g");
const rangeJa = /([月火水木金土日])曜?日?(?:から|〜|~|-)([月火水木金土日])(?:曜日?)?/g;

/** From one day to another, over a Sunday too. */
function runOf([from = "", to = ""]: readonly string[]): number[] {
  const [first, last] = [from, to].map((day) => Math.max(english.indexOf(day), japanese.indexOf(day)));
  if (first === undefined || last === undefined) return [];
  return Array.from({ length: (last - first + 7) % 7 + 1 }, (_, at) => (first + at) % 7);
}

/** The day of the week that a label names; null where it names none. */
export function weekdayOf(label: string): number | null {
  const text = label.normalize("NFKC").trim().toLowerCase();
  const ja = /^([月火水木金土日])(?:曜日?)?$/.exec(text)?.[1];
  if (ja !== undefined) return japanese.indexOf(ja);
  const name = text.replace(/\.$/, "");
  const at = name.length < 3 ? -1 : english.findIndex((one) => `${one}day`.startsWith(name));
  return at < 0 ? null : at;
}

/** "Mondays and Fridays", 「月曜日・金曜日」. */
export function weekdaysText(days: readonly number[], language: "ja" | "en"): string {
  const isRun = days.length > 2 && days.every((day, at) => at === 0 || day === (days[at - 1] ?? 0) + 1);
  const shown = isRun ? [days[0] ?? 0, days.at(-1) ?? 0] : days;
  const names = shown.map((day) => {
    const name = english[day] ?? "";
    return language === "ja"
      ? `${japanese[day] ?? ""}曜日`
      : `${name.charAt(0).toUpperCase()}${name.slice(1)}days`;
  });
  return names.join(language === "ja" ? (isRun ? "から" : "・") : isRun ? " to " : " and ");
}
