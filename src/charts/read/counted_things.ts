/** Things of which a sentence asks how many there are: they are counted, and group nothing. */

import type { Column, Table } from "../table/column.ts";
import { isIdentifier, isName } from "../table/table_shape.ts";
import { isAveraged } from "../values/aggregation_for.ts";
import { inflected } from "./inflected.ts";
import type { Mention } from "./mentioned_columns.ts";
import { nameWords } from "./name_words.ts";
import { plain } from "./plain.ts";
import { areCountedEvents, isCountedNoun, isEvent } from "./row_nouns.ts";

export interface Counted {
  readonly mentions: readonly Mention[];
  /** The columns that name what is counted. */
  readonly things: readonly Column[];
}

/** "Number of employees per office", 「状態ごとの注文は何件」: rows are counted; numbers are added up as ever. */
export function countedThings(query: string, mentions: readonly Mention[]): Counted {
  const text = plain(query);
  const isMeasured = mentions.some(({ column }) => column.kind === "number" && !isIdentifier(column));
  const owners = mentions.filter((mention) => countsOwners(text, mention));
  const things = mentions.filter((mention) =>
    // 「性別の件数」 is one for each: 別 in a name groups by it.
    !mention.grouped && !mention.column.name.endsWith("別") && mention.by !== "value" &&
    ((!isAddedUp(mention) && (isCounted(text, mention) || isOneOfRows(text, mention))) ||
      (!isMeasured && namesRows(mention, mentions) && isCountedNoun(text, mention.words)) ||
      (owners.includes(mention) && !saysTrait(text, mention.column)))
  );
  // What is all that the sentence names is what it is about.
  if (things.length === mentions.length && !hasCourse.test(text)) return { mentions, things: [] };
  return {
    mentions: mentions.filter((mention) => !things.includes(mention)),
    things:
      (isMeasured
        ? things.filter((mention) => !owners.includes(mention))
        : [...new Set([...things, ...owners])])
        .map(({ column }) => column),
  };
}

/** What is told of people, whose name stands before it: runner_sex, patient_age_group. */
const trait = /^(?:sex|gender|age|nationality|ethnicity|race|education|occupation)$/;

/** "Runners per club" of runner_sex: how many there are, and of no sex. */
function countsOwners(text: string, { column }: Mention): boolean {
  return isTrait(column) &&
    isCountedNoun(text, `(?<![a-z0-9]|(?<!few)est )${inflected(nameWords(column.name)[0] ?? "")}(?![a-z])`);
}

function isTrait({ kind, name }: Column): boolean {
  return kind === "category" && nameWords(name).slice(1).some((word) => trait.test(word));
}

function saysTrait(text: string, { name }: Column): boolean {
  return nameWords(name).slice(1).some((word) =>
    trait.test(word) &&
    (/^(?:sex|gender)$/.test(word)
      ? /\b(?:sex(?:es)?|genders?|men|women|males?|females?)\b|性別|男女/.test(text)
      : new RegExp(`\\b${inflected(word)}\\b`).test(text))
  );
}

/** Of visitors_total "the number of visitors" is the sum; that of responses is none of response_ms. */
function isAddedUp({ column }: Mention): boolean {
  return column.kind === "number" && !isAveraged(column) && !isOfOne(column.name);
}

/** Whether a name tells what one of them is worth or takes: order_value, booking_fee, order_total; no visit_count. */
function isOfOne(name: string): boolean {
  const [first = "", ...others] = nameWords(name);
  const isDeal = /^(?:order|purchase|transaction|booking|reservation|deal|invoice|basket|cart)$/.test(first);
  return isEvent(`${first}s`) && others.length > 0 &&
    !/^(?:counts?|cnt|numbers?|num|volumes?|qty|quantity)$/.test(others.at(-1) ?? "") &&
    (others.at(-1) !== "total" || isDeal);
}

/** "Trips per day" of trip_minutes: how long each took is another question. */
function isOneOfRows(text: string, { column, words }: Mention): boolean {
  const isWorth = new RegExp(
    `\\b(?:value|amount|worth|price|size|cost|sum|length)s? of (?:the |all )*(?:${words})`,
  );
  // A name in the plural tells how many: visits_per_month.
  const isHowMany = nameWords(column.name).some(isEvent);
  return column.kind === "number" && !isHowMany && areCountedEvents(text, words) && !isWorth.test(text);
}

const hasCourse =
  /推移|変化|増減|ごと|別|各|[日週月年]次|毎[日週月年]|\bover\b|\btrend|\bby\b|\bper\b|\beach\b|\b(?:hourly|daily|weekly|monthly|quarterly|yearly|annual)\b/;

function isCounted(text: string, { words }: Mention): boolean {
  return new RegExp(
    `\\b(?:number of|how many|counts? of|volume of) (?:the |our |all |total |different |distinct |unique )*(?:${words})` +
      `|(?:${words}) (?:counts?|volumes?)\\b` +
      `|(?:${words})(?:の|は|が)?(?:総|延べ)?(?:件数|人数|回数|個数|台数|数(?![値学字量式])|何[件人回個名台])`,
  ).test(text);
}

/** Whether it names what every row is one of: by its number or name, or by its day (visit_date, 来院日). */
function namesRows({ column, by, words }: Mention, mentions: readonly Mention[]): boolean {
  switch (column.kind) {
    case "number":
      return isIdentifier(column);
    case "category":
      return isName(column, column.values().codes.length);
    case "time":
      // Where each time comes once, a row may as well be all of that time.
      return by === "part" && !amounts.test(words) &&
        (column.distinct < column.values().length * 0.9 ||
          mentions.some((mention) => mention.column.kind === "category"));
  }
}

/** What has a day and is measured rather than counted. */
const amounts =
  /sale|payment|revenue|price|trad|clos|measur|observ|reading|sampl|売上|販売|支払|入金|請求|測定|観測|計測/;

/** The names of things that come in several rows, so that counting rows does not count them. */
export function repeatedThings({ table, intent }: Subject): string[] {
  const looked = Math.min(table.rows, table.sampledRows ?? table.rows);
  return intent.things.filter((column) => !isTrait(column)).flatMap(({ kind, name, distinct, missing }) =>
    kind === "category" && distinct < looked * (1 - missing) * 0.99 ? [name] : []
  );
}

interface Subject {
  readonly table: Table;
  readonly intent: { readonly things: readonly Column[] };
}
