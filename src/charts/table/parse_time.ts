/**
 * Times as people write them: ISO dates, `2024/1`, `2024年1月`, `1月`, `Q1`, `Jan 2024`, `31/01/2025`, `令和6年`.
 *
 * A reader is chosen for a whole column, never for a cell: `03/04/2024` means the same in every row.
 */

import { cyclicYear, day, startOf, utc } from "./calendar.ts";
import { inOrder, isOfOnePlace, onTheWall } from "./time_column.ts";
import { form, type TimeReader } from "./time_reader.ts";

const monthNames = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec".split("|");
const monthWord =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const eras: Readonly<Record<string, number>> = {
  令和: 2018,
  平成: 1988,
  昭和: 1925,
  R: 2018,
  H: 1988,
  S: 1925,
};
const clock = "(?:[T\\s]+(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.(\\d{1,9}))?)?\\s*(Z|UTC|[+-]\\d{2}:?\\d{2})?)";
const weekday = "(?:\\s*[(（][日月火水木金土](?:曜日?)?[)）])?";

function monthOf(word: string): number {
  return monthNames.indexOf(word.slice(0, 3).toLowerCase()) + 1;
}

function fullYear(text: string): number {
  const year = Number(text);
  return text.length === 2 ? year + (year < 70 ? 2000 : 1900) : year;
}

/** Adds a clock time, whose parts start at `at`, to a day. */
function withClock(start: number | null, parts: readonly string[], at: number): number | null {
  const [hour = "", minute = "", second = "", fraction = "", zone = ""] = parts.slice(at);
  if (start === null || Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return null;
  const offset = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  const minutes = offset === null
    ? 0
    : (offset[1] === "-" ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3]));
  const seconds = (Number(hour) * 60 + Number(minute) - minutes) * 60 + Number(second);
  return start + seconds * 1000 + Math.floor(Number(`0.${fraction || 0}`) * 1000);
}

function era(parts: readonly string[]): number {
  return (eras[parts[1] ?? ""] ?? 0) + (parts[2] === "元" ? 1 : Number(parts[2]));
}

const monthAndNumber = form(
  "month",
  new RegExp(`^${monthWord}[\\s,-]*'?(\\d{4}|\\d{2})$`, "i"),
  ([, m = "", y = ""]) => utc(fullYear(y), monthOf(m)),
);
const monthAndDay = form(
  "day_of_year",
  new RegExp(`^${monthWord}[\\s,-]*(\\d{1,2})(?:st|nd|rd|th)?$`, "i"),
  ([, m = "", d]) => utc(cyclicYear, monthOf(m), Number(d)),
);

/** FY24Q1, FY2024-1Q, Q1 FY2024, 2023年度第2四半期, 令和5年度2Q. */
const fiscalQuarters: readonly TimeReader[] = [
  form(
    "fiscal_quarter",
    /^FY\s?'?(\d{4}|\d{2})[\s/_-]*(?:Q([1-4])|([1-4])Q)$/i,
    ([, y = "", a, b]) => utc(fullYear(y), Number(a || b) * 3 - 2),
  ),
  form(
    "fiscal_quarter",
    /^(?:Q([1-4])|([1-4])Q)[\s,/_-]*FY\s?'?(\d{4}|\d{2})$/i,
    ([, a, b, y = ""]) => utc(fullYear(y), Number(a || b) * 3 - 2),
  ),
  form(
    "fiscal_quarter",
    /^(\d{4})年度\s*(?:第?([1-4])(?:Q|四半期)|Q([1-4]))$/i,
    ([, y, a, b]) => utc(Number(y), Number(a || b) * 3 - 2),
  ),
  form(
    "fiscal_quarter",
    /^(令和|平成|昭和|[RHS])\s*(\d{1,2}|元)年?度\s*(?:第?([1-4])(?:Q|四半期)|Q([1-4]))$/i,
    (parts) => utc(era(parts), Number(parts[3] || parts[4]) * 3 - 2),
  ),
];

/** Forms that are unambiguous, whatever the name of the column. */
const clearForms: readonly TimeReader[] = [
  form(
    "day",
    new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${weekday}$`),
    ([, y, m, d]) => utc(Number(y), Number(m), Number(d)),
  ),
  form(
    "time",
    new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${clock}?$`),
    (parts) => withClock(utc(Number(parts[1]), Number(parts[2]), Number(parts[3])), parts, 4),
  ),
  form(
    "day",
    new RegExp(`^(\\d{4})年\\s*(\\d{1,2})月\\s*(\\d{1,2})日${weekday}$`),
    ([, y, m, d]) => utc(Number(y), Number(m), Number(d)),
  ),
  form("month", /^(\d{4})[-/](\d{1,2})$/, ([, y, m]) => utc(Number(y), Number(m))),
  form("month", /^(\d{4})年\s*(\d{1,2})月度?$/, ([, y, m]) => utc(Number(y), Number(m))),
  monthAndNumber,
  form(
    "month",
    new RegExp(`^(\\d{4})[\\s-]*${monthWord}$`, "i"),
    ([, y, m = ""]) => utc(Number(y), monthOf(m)),
  ),
  form(
    "day",
    new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[\\s-]+${monthWord}[\\s,-]+(\\d{4}|\\d{2})$`, "i"),
    ([, d, m = "", y = ""]) => utc(fullYear(y), monthOf(m), Number(d)),
  ),
  form(
    "day",
    new RegExp(`^${monthWord}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})$`, "i"),
    ([, m = "", d, y]) => utc(Number(y), monthOf(m), Number(d)),
  ),
  form(
    "quarter",
    /^(\d{4})[\s/-]*(?:年\s*)?(?:Q|第)([1-4])(?:四半期)?$/i,
    ([, y, q]) => utc(Number(y), Number(q) * 3 - 2),
  ),
  form(
    "quarter",
    /^(\d{4})年\s*第?([1-4])(?:Q|四半期)$/i,
    ([, y, q]) => utc(Number(y), Number(q) * 3 - 2),
  ),
  form(
    "quarter",
    /^(?:Q([1-4])|([1-4])Q)[\s'/-]*(\d{4}|\d{2})$/i,
    ([, a, b, y = ""]) => utc(fullYear(y), Number(a || b) * 3 - 2),
  ),
  ...fiscalQuarters,
  form("week", /^(\d{4})-?W(\d{1,2})$/i, ([, y, w]) => isoWeek(Number(y), Number(w))),
  form("fiscal_year", /^(\d{4})年度$/, ([, y]) => utc(Number(y))),
  form("fiscal_year", /^(令和|平成|昭和|[RHS])\s*(\d{1,2}|元)年?度$/, (parts) => utc(era(parts))),
  form("year", /^(?:FY\s?)?(\d{4})年度?$/i, ([, y]) => utc(Number(y))),
  form("fiscal_year", /^FY\s?(\d{4}|\d{2})$/i, ([, y = ""]) => utc(fullYear(y))),
  form("year", /^(令和|平成|昭和)\s*(\d{1,2}|元)年?度?$/, (parts) => utc(era(parts))),
  form("year", /^([RHS])\s*(\d{1,2}|元)年度?$/, (parts) => utc(era(parts))),
  form(
    "month",
    /^(令和|平成|昭和)\s*(\d{1,2}|元)[年./](\d{1,2})月?$/,
    (parts) => utc(era(parts), Number(parts[3])),
  ),
  form(
    "month",
    /^([RHS])\s*(\d{1,2}|元)年(\d{1,2})月$/,
    (parts) => utc(era(parts), Number(parts[3])),
  ),
  form(
    "quarter_of_year",
    /^(?:Q([1-4])|([1-4])Q|第([1-4])四半期)$/i,
    ([, a, b, c]) => utc(cyclicYear, Number(a || b || c) * 3 - 2),
  ),
  form(
    "day_of_year",
    new RegExp(`^(\\d{1,2})月\\s*(\\d{1,2})日${weekday}$`),
    ([, m, d]) => utc(cyclicYear, Number(m), Number(d)),
  ),
  form("month_of_year", /^(\d{1,2})月$/, ([, m]) => utc(cyclicYear, Number(m))),
  form("month_of_year", new RegExp(`^${monthWord}$`, "i"), ([, m = ""]) => utc(cyclicYear, monthOf(m))),
  monthAndDay,
];

/** Whether `Jan 20`, `Jan 29`, `Feb 07` are days, not months of years: those would have fewer years than months. */
function areDays(texts: readonly string[]): boolean {
  const parts = texts.map((text) => /^([a-z]+)\D*(\d+)$/i.exec(text));
  const distinct = (at: number) => new Set(parts.map((part) => part?.[at]?.toLowerCase())).size;
  return parts.every((part) => part?.[2]?.length !== 4) && distinct(2) > distinct(1);
}

const dayFirst = form(
  "day",
  /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/,
  ([, d, m, y = ""]) => utc(fullYear(y), Number(m), Number(d)),
);
const monthFirst = form(
  "day",
  /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/,
  ([, m, d, y = ""]) => utc(fullYear(y), Number(m), Number(d)),
);

const timeName = /年|月|日|期|時点|和暦|元号|year|month|date|period|time|era|^fy$/i;

/** Forms that are as often something else (S1 a sensor, 1520.3 a price): times only if the column's name says so. */
const namedForms: readonly (readonly [RegExp, TimeReader])[] = [
  [timeName, form("month", /^(\d{4})\.(\d{1,2})$/, ([, y, m]) => utc(Number(y), Number(m)))],
  [timeName, form("year", /^([RHS])\s*(\d{1,2}|元)$/, (parts) => utc(era(parts)))],
  [
    timeName,
    form("month", /^([RHS])\s*(\d{1,2}|元)[./](\d{1,2})$/, (parts) => utc(era(parts), Number(parts[3]))),
  ],
  [
    /year|年|^fy$|^yr$|西暦|vintage|^(?:date|period|seasons?|日付|時点|シーズン)$/i,
    form("year", /^((?:1[5-9]|20|21)\d\d)(?:\.0)?$/, ([, y]) => utc(Number(y))),
  ],
  // Two digits of a century.
  [
    /^(?:model[ _-]?)?(?:year|yr)$|^年$|^年式$/i,
    form("year", /^(\d\d)(?:\.0)?$/, ([, y = ""]) => utc(fullYear(y))),
  ],
  [
    /month|年月|^月$|^mm$|date|period|時点/i,
    form("month", /^((?:19|20)\d\d)(\d\d)$/, ([, y, m]) => utc(Number(y), Number(m))),
  ],
  [
    /date|day|日|time|時|period/i,
    form("day", /^((?:19|20)\d\d)(\d\d)(\d\d)$/, ([, y, m, d]) => utc(Number(y), Number(m), Number(d))),
  ],
  [
    /date|day|日|^月日$/i,
    form(
      "day_of_year",
      new RegExp(`^(\\d{1,2})/(\\d{1,2})${weekday}$`),
      ([, m, d]) => utc(cyclicYear, Number(m), Number(d)),
    ),
  ],
  // Not names of counts, such as visits_last_month, months_active, 月間来店回数.
  [
    /^(?!.*(?:(?:last|this|past|prev|previous|per|each)[ _-]?months?$|monthly|[a-z][ _-]months$|^months[ _-]|(?:[先今前当毎]月|月間|月平均|[かヶカヵケ箇]月).|月[数額])).*(?:month|月)/i,
    form("month_of_year", /^(\d{1,2})(?:\.0)?$/, ([, m]) => utc(cyclicYear, Number(m))),
  ],
  [
    /quarter|四半期|^qtr$/i,
    form("quarter_of_year", /^([1-4])(?:\.0)?$/, ([, q]) => utc(cyclicYear, Number(q) * 3 - 2)),
  ],
  [
    /^hour|hour$|^時$|時刻|時間帯/i,
    form("hour_of_day", /^(\d{1,2})(?:時|:00)?$/, ([, h]) => Number(h) > 23 ? null : hourOf(Number(h))),
  ],
  [
    /^(?!.*(?:duration|elapsed|lap|所要|経過)).*(?:time|hour|clock|時)/i,
    form("time_of_day", /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/, ([, h, m, s]) => {
      const hour = Number(h) > 23 || Number(m) > 59 || Number(s) > 59 ? null : hourOf(Number(h));
      return hour === null ? null : hour + Number(m) * 60_000 + Number(s) * 1000;
    }),
  ],
  [
    /^(?:epoch|step|iteration|iter|generation|cycle|round|lap|trial|エポック|ステップ|世代|サイクル|試行|ラウンド)s?$/i,
    form("step", /^(\d{1,8})(?:\.0)?$/, ([, step]) => Number(step)),
  ],
  [/time|date|日時|_at$|epoch/i, form("time", /^(1\d{9})$/, ([, s]) => Number(s) * 1000)],
  [/time|date|日時|_at$|epoch/i, form("time", /^(1\d{12})$/, ([, ms]) => Number(ms))],
];

function hourOf(hour: number): number | null {
  const start = utc(cyclicYear);
  return start === null ? null : start + hour * 3_600_000;
}

function isoWeek(year: number, week: number): number | null {
  const fourth = utc(year, 1, 4);
  if (fourth === null || week < 1 || week > 53) return null;
  return startOf(fourth, "week") + (week - 1) * 7 * day;
}

/** The reader for a column, by its name and some of its texts (none of them empty); null if it holds no times. */
export function timeReaderFor(name: string, texts: readonly string[]): TimeReader | null {
  // Q1 to Q4 of a questionnaire.
  if (/question|item|設問|質問|^問/i.test(name)) return null;
  const fits = (reader: TimeReader) => {
    let failed = 0;
    for (const text of texts) if (reader.read(text) === null && ++failed > texts.length * 0.05) return false;
    return true;
  };
  if (texts.length === 0) return null;
  const clear = clearForms.find(fits);
  if (clear === monthAndNumber && areDays(texts)) return inOrder(monthAndDay, texts);
  if (clear !== undefined) {
    return clear.grain === "time" && isOfOnePlace(texts) ? onTheWall(clear) : inOrder(clear, texts);
  }
  if (fits(dayFirst) || fits(monthFirst) || (fits(yearFirst) && startWithYear(texts))) {
    return slashedReader(texts);
  }
  const named = namedForms.find(([pattern, reader]) => pattern.test(name) && fits(reader))?.[1];
  if (named?.grain === "year" && /年度|fiscal|^fy$/i.test(name)) return { ...named, grain: "fiscal_year" };
  return named === undefined ? null : inOrder(named, texts);
}

const yearFirst = form(
  "day",
  /^(\d{2})[-/.](\d{1,2})[-/.](\d{1,2})$/,
  ([, y = "", m, d]) => utc(fullYear(y), Number(m), Number(d)),
);

/** Whether the first of three numbers is the year: it changes less often than the last. */
function startWithYear(texts: readonly string[]): boolean {
  const parts = texts.map((text) => text.split(/[-/.]/));
  const distinct = (at: number) => new Set(parts.map((part) => part[at])).size;
  return texts.length > 2 && distinct(0) < distinct(2) &&
    texts.every((text) => yearFirst.read(text) !== null);
}

/** `31/01/2025`, `01/31/2025` or `25/01/31`: whichever can be read in every row. */
function slashedReader(texts: readonly string[]): TimeReader {
  if (startWithYear(texts)) return { ...yearFirst, doubt: "year/month/day" };
  const bad = (reader: TimeReader) => texts.filter((text) => reader.read(text) === null).length;
  const [days, months] = [bad(dayFirst), bad(monthFirst)];
  if (days < months) return dayFirst;
  return days === months ? { ...monthFirst, doubt: "month/day/year" } : monthFirst;
}
