/**
 * Times as people write them: ISO dates, `2024/1`, `2024年1月`, `1月`, `Q1`, `Jan 2024`, `31/01/2025`, `令和6年`.
 *
 * A reader is chosen for a whole column, never for a cell: `03/04/2024` means the same in every row.
 */

import { day, isCyclic } from "./calendar.ts";
import { form, monthWord, type TimeReader } from "./time_reader.ts";

const clock =
  "(?:[T\\s]+(?<H>[01]?\\d|2[0-4]):(?<M>[0-5]\\d)(?::(?<S>[0-5]\\d|60)(?:\\.(?<f>\\d{1,9}))?)?\\s*(?<z>Z|UTC|[+-]\\d{2}:?\\d{2})?)";
const weekday = "(?:\\s*[(（][日月火水木金土](?:曜日?)?[)）])?";
const ymd = "(?<y>\\d{4})[-/.](?<m>\\d{1,2})[-/.](?<d>\\d{1,2})";
const quarter = "(?:Q(?<q>[1-4])|(?<q>[1-4])Q)";
/** Within a year that is named in Japanese. */
const quarterJa = "(?:第?(?<q>[1-4])(?:Q|四半期)|Q(?<q>[1-4]))";
const fiscal = "FY\\s?'?(?<y>\\d{4}|\\d{2})";

function ofCase(source: string): RegExp {
  return new RegExp(`^${source}$`, "i");
}

const monthAndNumber = form("month", ofCase(`${monthWord}[\\s,-]*'?(?<y>\\d{4}|\\d{2})`));
const monthAndDay = form("day_of_year", ofCase(`${monthWord}[\\s,-]*(?<d>\\d{1,2})(?:st|nd|rd|th)?`));

/** Forms that are unambiguous, whatever the name of the column. */
const clearForms: readonly TimeReader[] = [
  form("day", new RegExp(`^${ymd}${weekday}$`)),
  form("time", new RegExp(`^${ymd}${clock}?$`)),
  form("day", new RegExp(`^(?<y>\\d{4})年\\s*(?<m>\\d{1,2})月\\s*(?<d>\\d{1,2})日${weekday}$`)),
  form("month", /^(?<y>\d{4})[-/](?<m>\d{1,2})$/),
  form("month", /^(?<y>\d{4})年\s*(?<m>\d{1,2})月度?$/),
  monthAndNumber,
  form("month", ofCase(`(?<y>\\d{4})[\\s-]*${monthWord}`)),
  form("day", ofCase(`(?<d>\\d{1,2})(?:st|nd|rd|th)?[\\s-]+${monthWord}[\\s,-]+(?<y>\\d{4}|\\d{2})`)),
  form("day", ofCase(`${monthWord}\\s+(?<d>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<y>\\d{4})`)),
  form("quarter", /^(?<y>\d{4})[\s/-]*(?:年\s*)?(?:Q|第)(?<q>[1-4])(?:四半期)?$/i),
  form("quarter", /^(?<y>\d{4})年\s*第?(?<q>[1-4])(?:Q|四半期)$/i),
  form("quarter", ofCase(`${quarter}[\\s'/-]*(?<y>\\d{4}|\\d{2})`)),
  form("fiscal_quarter", ofCase(`${fiscal}[\\s/_-]*${quarter}`)),
  form("fiscal_quarter", ofCase(`${quarter}[\\s,/_-]*${fiscal}`)),
  form("fiscal_quarter", ofCase(`(?<y>\\d{4})年度\\s*${quarterJa}`)),
  form("fiscal_quarter", ofCase(`(?<e>令和|平成|昭和|[RHS])\\s*(?<n>\\d{1,2}|元)年?度\\s*${quarterJa}`)),
  form("week", /^(?<y>\d{4})-?W(?<w>0?[1-9]|[1-4]\d|5[0-3])$/i),
  form("fiscal_year", /^(?<y>\d{4})年度$/),
  form("fiscal_year", /^(?<e>令和|平成|昭和|[RHS])\s*(?<n>\d{1,2}|元)年?度$/),
  form("year", /^(?:FY\s?)?(?<y>\d{4})年度?$/i),
  form("fiscal_year", /^FY\s?(?<y>\d{4}|\d{2})$/i),
  form("year", /^(?<e>令和|平成|昭和)\s*(?<n>\d{1,2}|元)年?度?$/),
  form("year", /^(?<e>[RHS])\s*(?<n>\d{1,2}|元)年度?$/),
  form("month", /^(?<e>令和|平成|昭和)\s*(?<n>\d{1,2}|元)[年./](?<m>\d{1,2})月?$/),
  form("month", /^(?<e>[RHS])\s*(?<n>\d{1,2}|元)年(?<m>\d{1,2})月$/),
  form("quarter_of_year", ofCase(`(?:${quarter}|第(?<q>[1-4])四半期)`)),
  form("day_of_year", new RegExp(`^(?<m>\\d{1,2})月\\s*(?<d>\\d{1,2})日${weekday}$`)),
  form("month_of_year", /^(?<m>\d{1,2})月$/),
  form("month_of_year", ofCase(monthWord)),
  monthAndDay,
];

/** Whether `Jan 20`, `Jan 29`, `Feb 07` are days, not months of years: those would have fewer years than months. */
function areDays(texts: readonly string[]): boolean {
  const parts = texts.map((text) => /^([a-z]+)\D*(\d+)$/i.exec(text));
  const distinct = (at: number) => new Set(parts.map((part) => part?.[at]?.toLowerCase())).size;
  return parts.every((part) => part?.[2]?.length !== 4) && distinct(2) > distinct(1);
}

const dayFirst = form("day", /^(?<d>\d{1,2})[-/.](?<m>\d{1,2})[-/.](?<y>\d{4}|\d{2})$/);
const monthFirst = form("day", /^(?<m>\d{1,2})[-/.](?<d>\d{1,2})[-/.](?<y>\d{4}|\d{2})$/);
const yearFirst = form("day", /^(?<y>\d{2})[-/.](?<m>\d{1,2})[-/.](?<d>\d{1,2})$/);

const timeName = /年|月|日|期|時点|和暦|元号|year|month|date|period|time|era|^fy$/i;

/** Forms that are as often something else (S1 a sensor, 1520.3 a price): times only if the column's name says so. */
const namedForms: readonly (readonly [RegExp, TimeReader])[] = [
  [timeName, form("month", /^(?<y>\d{4})\.(?<m>\d{1,2})$/)],
  [timeName, form("year", /^(?<e>[RHS])\s*(?<n>\d{1,2}|元)$/)],
  [timeName, form("month", /^(?<e>[RHS])\s*(?<n>\d{1,2}|元)[./](?<m>\d{1,2})$/)],
  [
    /year|年|^fy$|^yr$|西暦|vintage|^(?:date|period|seasons?|日付|時点|シーズン)$/i,
    form("year", /^(?<y>(?:1[5-9]|20|21)\d\d)(?:\.0)?$/),
  ],
  // Two digits of a century.
  [/^(?:model[ _-]?)?(?:year|yr)$|^年$|^年式$/i, form("year", /^(?<y>\d\d)(?:\.0)?$/)],
  [/month|年月|^月$|^mm$|date|period|時点/i, form("month", /^(?<y>(?:19|20)\d\d)(?<m>\d\d)$/)],
  [/date|day|日|time|時|period/i, form("day", /^(?<y>(?:19|20)\d\d)(?<m>\d\d)(?<d>\d\d)$/)],
  [/date|day|日|^月日$/i, form("day_of_year", new RegExp(`^(?<m>\\d{1,2})/(?<d>\\d{1,2})${weekday}$`))],
  // Not names of counts, such as visits_last_month, months_active, 月間来店回数.
  [
    /^(?!.*(?:(?:last|this|past|prev|previous|per|each)[ _-]?months?$|monthly|[a-z][ _-]months$|^months[ _-]|(?:[先今前当毎]月|月間|月平均|[かヶカヵケ箇]月).|月[数額])).*(?:month|月)/i,
    form("month_of_year", /^(?<m>\d{1,2})(?:\.0)?$/),
  ],
  [/quarter|四半期|^qtr$/i, form("quarter_of_year", /^(?<q>[1-4])(?:\.0)?$/)],
  [
    /^hour|hour$|^時$|時刻|時間帯/i,
    form("hour_of_day", /^(?<H>[01]?\d|2[0-3])(?:時|:00)?$/),
  ],
  [
    /^(?!.*(?:duration|elapsed|lap|所要|経過)).*(?:time|hour|clock|時)/i,
    form("time_of_day", /^(?<H>[01]?\d|2[0-3]):(?<M>[0-5]\d)(?::(?<S>[0-5]\d))?$/),
  ],
  [
    /^(?:epoch|step|iteration|iter|generation|cycle|round|lap|trial|エポック|ステップ|世代|サイクル|試行|ラウンド)s?$/i,
    form("step", /^(?<step>\d{1,8})(?:\.0)?$/, ({ step }) => Number(step)),
  ],
  [/time|date|日時|_at$|epoch/i, form("time", /^(?<s>1\d{9})$/, ({ s }) => Number(s) * 1000)],
  [/time|date|日時|_at$|epoch/i, form("time", /^(?<ms>1\d{12})$/, ({ ms }) => Number(ms))],
];

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

const offset = /([+-])(\d{2}):?(\d{2})$/;

/** Whether all times have a UTC offset, the same one except for daylight saving time. */
function isOfOnePlace(texts: readonly string[]): boolean {
  const minutes = texts.map((text) => {
    const [, sign, hours, rest] = offset.exec(text) ?? [];
    return sign === undefined ? NaN : (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(rest));
  });
  const least = minutes.reduce((least, one) => Math.min(least, one), Infinity);
  const most = minutes.reduce((most, one) => Math.max(most, one), -Infinity);
  return most - least <= 60;
}

/** Reads the local time and ignores the offset, so that no time moves to another day. */
function onTheWall(reader: TimeReader): TimeReader {
  return { ...reader, read: (text) => reader.read(text.replace(offset, "")) };
}

/**
 * Months and hours are cyclic: if a table lists them from April to March, or from 22:00 to 02:00, those after the wrap
 * come later.
 */
function inOrder(reader: TimeReader, texts: readonly string[]): TimeReader {
  if (!isCyclic(reader.grain) || reader.grain === "step") return reader;
  const times = [...new Set(texts)].flatMap((text) => reader.read(text) ?? []);
  const [first] = times;
  const falls = times.filter((time, at) => at > 0 && time < (times[at - 1] ?? time)).length;
  const last = times.at(-1);
  if (first === undefined || last === undefined || falls !== 1 || last >= first) return reader;
  const turn = reader.grain === "hour_of_day" || reader.grain === "time_of_day" ? day : 365 * day;
  return {
    ...reader,
    read: (text) => {
      const time = reader.read(text);
      return time === null || time >= first ? time : time + turn;
    },
  };
}
