/**
 * What a sentence asks of columns of yes and no: their rate ("readmission rate by ward", 「病棟別の再入院率」), or only
 * the rows of which they say yes ("returned orders by month").
 */

import type { Column } from "../table/column.ts";
import { isIdentifier } from "../table/table_shape.ts";
import { escaped } from "./escaped.ts";
import type { Intent } from "./find_intent.ts";
import { type Flag, flagsIn, flagWords, isOfStem, japaneseFlags, japaneseWords, saidFlag } from "./flags.ts";
import type { ValueMention } from "./mentioned_values.ts";
import type { ShareWithin } from "./share_within.ts";

const rates = "(?:rates?|ratios?|percent(?:age)?s?|shares?|proportions?|fractions?)";
const word = "(?!(?:by|per|in|the|for|of|and|with)\\b)[a-z]+(?:-[a-z]+)*";
/** A column of numbers that is called so holds the rates themselves. */
const isRate = new RegExp(`(?<![a-z])${rates}(?![a-z])|率|割合`, "i");
/** What happens to some and not to others; an answer of yes and no is no such thing. */
const events =
  /(?:ed|en|tion|sion|churn|default|late|overdue|turnover)$|離職|解約|退会|再入院|返品|欠勤|遅刻|不良|購入|合格|転換|退職|死亡|発症|喫煙|受診|クレーム|キャンセル/;
/** The words that are rated stand before it, or behind "share of". */
const forms: readonly RegExp[] = [
  new RegExp(`(?<said>(?<words>(?:${word} )?${word}) ${rates})(?![a-z])`, "gi"),
  new RegExp(
    `\\b(?<said>${rates} of (?:(?:the|all|those|that|who|which|is|are|were|was) )*(?<words>${word}(?: ${word}){0,2}))`,
    "gi",
  ),
];

/** Groups of which a rate may be asked: "cancellation rate" of a state cancelled. */
const mostStates = 6;

/** The rate of yes, or of one of few states, that a sentence asks for; null where it asks for none or measures another. */
export function flagRate(query: string, intent: Intent, columns: readonly Column[]): ShareWithin | null {
  const text = query.normalize("NFKC");
  const flags = flagsIn(columns);
  // Without anything else to measure, yes and no are counted.
  const isMeasured = columns.some((column) =>
    column.kind === "number" && !isIdentifier(column) &&
    !flags.some((flag) => flag.column.index === column.index)
  );
  for (const flag of [...flags, ...statesIn(columns, intent)]) {
    const said = ratedWords(text, flag);
    const name = said === null
      ? isMeasured && flags.includes(flag) ? plainMention(flag, intent) : null
      : measuresOther(intent, { flag, text: text.replace(new RegExp(escaped(said), "i"), " ") })
      ? null
      : said;
    if (name === null) continue;
    return { group: { column: flag.column, labels: [flag.yes], only: true }, words: flag.name, name };
  }
  return null;
}

/** Those that a sentence does not name as they are. */
function statesIn(columns: readonly Column[], { values }: Intent): Flag[] {
  return columns.flatMap((column) => {
    if (column.kind !== "category" || column.distinct > mostStates) return [];
    if (values.some((value) => value.column.index === column.index)) return [];
    return column.values().labels.filter((label) => /^[a-z -]{4,}$/i.test(label))
      .map((yes) => ({ column, yes, name: yes.toLowerCase() }));
  });
}

function measuresOther(
  { mentions }: Intent,
  { flag, text }: { readonly flag: Flag; readonly text: string },
): boolean {
  return mentions.some(({ column, by, words }) =>
    column.kind === "number" && by === "name" && column.index !== flag.column.index &&
    !isIdentifier(column) && (isRate.test(column.name) || new RegExp(words).test(text.toLowerCase()))
  );
}

function ratedWords(text: string, flag: Flag): string | null {
  const own = japaneseWords(flag);
  if (own.length > 0) {
    const form = `(?:${
      own.join("|")
    })(?:者|の?発生|(?:した|する)?と(?:答え|回答し)た[一-龠]{0,4}|する[一-龠]{0,4}|した[一-龠]{0,4}|され?た[一-龠]{0,4}|あり)?の?(?:率|割合|比率|パーセント)`;
    const said = new RegExp(form).exec(text)?.[0];
    if (said !== undefined) return said;
  }
  if (/[^ -~]/.test(flag.name)) return null;
  for (const form of forms) {
    for (const { groups } of text.matchAll(form)) {
      if (isOfStem(groups?.["words"] ?? "", flag.name)) return shortened(groups?.["said"] ?? "", flag);
      if (isLeaving(groups?.["words"] ?? "", flag)) return (groups?.["said"] ?? "").toLowerCase();
    }
  }
  return null;
}

/** "Turnover rate" of a column that says who has left. */
function isLeaving(words: string, { name }: Flag): boolean {
  return /^(?:staff |employee )?(?:turnover|attrition)$/i.test(words) &&
    /\b(?:left|resigned|quit|attrition|turnover)\b/.test(name);
}

/** Without what stands before the words themselves: the "average" of "average return rate". */
function shortened(said: string, { name }: Flag): string {
  const words = said.toLowerCase().split(" ");
  const from = words.findIndex((_, at) =>
    isOfStem(words.slice(at, at + name.split(" ").length).join(" "), name)
  );
  return new RegExp(`^${rates}\\b`).test(said) || from < 1 ? said.toLowerCase() : words.slice(from).join(" ");
}

/** "Attrition by department": of all that could be told of it, its rate in each. */
function plainMention(
  { column, name }: Flag,
  { mentions, aggregation, things, senses }: Intent,
): string | null {
  const own = mentions.find((mention) => mention.column.index === column.index);
  const others = mentions.filter((mention) => mention.column.index !== column.index);
  const isSplit = others.some((mention) => mention.grouped && mention.column.kind === "category") &&
    others.every((mention) => mention.column.kind !== "number");
  if (own === undefined || own.grouped || own.by !== "name" || !isSplit || !events.test(name)) return null;
  if (aggregation !== null || things.length > 0 || senses.has("composition")) return null;
  return /[^ -~]/.test(name) ? `${name}の割合` : `share of ${name}`;
}

/** Words that end like the plural of what is flagged and are none. */
const particles =
  "vs|versus|is|was|has|does|as|us|across|this|its|his|hers|theirs|yes|thus|plus|minus|less|unless|always|sometimes|perhaps|besides|towards|afterwards|onwards";

/** "How many orders were returned", and 「返品された注文」 of a column that is called `returned`. */
function happenedForms(flag: Flag, text: string): string[] {
  const { name } = flag;
  if (/[^ -~]/.test(name)) return [];
  const english = /\b(?:how many|number of|count of)\b/i.test(text) && /(?:ed|en|nt|te)$/.test(name)
    ? [`\\b(?:were|was|are|is|been|got|get) ${saidFlag(flag)}(?![a-z])`]
    : [];
  const japanese = japaneseFlags.filter(([, own]) => own.test(name))
    .map(([words]) => `(?:${words})(?:され?た|した|済みの|になった)(?=[一-龠ァ-ヶ])`);
  return [...english, ...japanese];
}

export interface FlaggedRows {
  readonly value: ValueMention;
  /** The sentence without the word. */
  readonly rest: string;
}

/** The rows of which a column says yes, where a sentence names them so: "returned orders", 「返品された注文」. */
export function flaggedRows(query: string, columns: readonly Column[]): FlaggedRows | null {
  const text = query.normalize("NFKC");
  if (new RegExp(`\\b${rates}\\b|率|割合`, "i").test(text)) return null;
  for (const flag of flagsIn(columns)) {
    const { name, column, yes } = flag;
    const form = /[^ -~]/.test(name)
      ? `${flagWords(flag)}(?:され?た|した|済みの|ありの|中の|の?(?:が|の)あった)(?=[一-龠ァ-ヶ])`
      : /(?:ed|en|nt|ve|te|time)$/.test(name)
      ? `(?<![a-z]|by |per |and |vs |non-|un|not )${
        saidFlag(flag)
      }(?= (?!(?:rows|status|flag|${particles})\\b)[a-z]+s\\b)`
      : null;
    // "Which carrier damages the most parcels".
    const deed = /^[a-z]{3,}ed$/.test(name)
      ? `(?<![a-z])${name.slice(0, -2)}(?:e?s|e)(?= (?:the )?(?:most|fewest|least|more|fewer)\\b)`
      : null;
    const said = [form, deed, ...happenedForms(flag, text)].find((one) =>
      one !== null && new RegExp(one, "i").test(text)
    );
    if (said === undefined || said === null) continue;
    return { value: { column, labels: [yes], only: true }, rest: text.replace(new RegExp(said, "i"), " ") };
  }
  return null;
}
