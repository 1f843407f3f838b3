/** The share of one group in the whole: "what percentage are female", 「女性の割合」. It picks no rows: the others are the rest. */

import { isIdentifier, isName } from "../table/table_shape.ts";
import type { Intent } from "./find_intent.ts";
import type { Mention } from "./mentioned_columns.ts";
import type { ValueMention } from "./mentioned_values.ts";

const shares =
  /割合|比率|シェア|占め|占有|何割|何(?:%|パーセント)|\bpercent(?:age)?s?\b|\bshares?\b|\bproportions?\b|\bportions?\b|\bfractions?\b|\baccounts? for\b|\bmakes? up\b/i;
/** Of a group these are its own parts. */
const parts = /内訳|構成|別|ごと|各|\bbreakdowns?\b|\bcomposition\b|\bmix\b|\bsplit\b/i;

/** The group whose share a sentence asks for; null where it names further groups, by which its rows are split. */
export function askedShare(query: string, { values, mentions }: Intent): ValueMention | null {
  const text = query.normalize("NFKC");
  const [asked, ...others] = values.filter(({ only }) => only);
  if (asked === undefined || others.length > 0 || asked.labels.length !== 1) return null;
  if (!shares.test(text) || parts.test(text)) return null;
  const isSplit = mentions.some((mention) =>
    mention.column.index !== asked.column.index && !isThing(mention) &&
    (mention.grouped || mention.column.kind === "category")
  );
  return isSplit ? null : asked;
}

/** The intent for all rows, in which the group is one beside the others. */
export function withShareOf(asked: ValueMention, intent: Intent): Intent {
  const mention: Mention = { column: asked.column, by: "value", grouped: false, words: "(?!)" };
  const things = intent.mentions.filter(isThing);
  const others = intent.mentions.filter((one) => one.column.index !== asked.column.index && !isThing(one));
  return {
    ...intent,
    senses: new Set([...intent.senses, "composition"]),
    mentions: [mention, ...others],
    values: intent.values.map((value) => value === asked ? { ...value, only: false } : value),
    aggregation: things.length > 0 ? "count" : intent.aggregation,
  };
}

/** Whether it names what every row is one of, such as a respondent. */
function isThing({ column, grouped }: Mention): boolean {
  if (grouped || column.kind === "time") return false;
  return column.kind === "number" ? isIdentifier(column) : isName(column, column.values().codes.length);
}
