/** What a sentence is about in a table: only the groups that it names, without those that it leaves out, in its time. */

import { type Language, languageOf } from "../../base/chart_terms.ts";
import type { Table } from "../table/column.ts";
import { numberAsCategory } from "../table/derive_column.ts";
import { pickRows } from "../table/pick_rows.ts";
import { askedShare, withShareOf } from "./asked_share.ts";
import { isAtLine, linesFor } from "./auxiliary_rules.ts";
import { withCodes } from "./code_groups.ts";
import { codedRows } from "./coded_rows.ts";
import { sharedCondition, type SharedRows } from "./condition_shares.ts";
import { findIntent, type Intent } from "./find_intent.ts";
import { countedFlag, countingRows } from "./flag_counts.ts";
import { flaggedRows, flagRate } from "./flag_rates.ts";
import type { GroupBound } from "./group_bounds.ts";
import { withoutGivenMeans } from "./given_means.ts";
import { type InTime, inTime } from "./in_time.ts";
import { leftOutValues, withoutDoubleRefusals } from "./left_out_values.ts";
import { withoutLineValues } from "./level_lines.ts";
import { withLineYears } from "./line_years.ts";
import type { ValueMention } from "./mentioned_values.ts";
import { namesOf } from "./names_of.ts";
import { numberConditions } from "./number_conditions.ts";
import { type NumberedRows, numberedRows } from "./numbered_rows.ts";
import { withPlainBounds } from "./plain_bounds.ts";
import { withPlainCodes } from "./plain_codes.ts";
import { withConditions } from "./restrict_numbers.ts";
import { restrictWeekdays } from "./restrict_weekdays.ts";
import type { RestrictedTable, Restriction } from "./restriction.ts";
import { saidLimit } from "./said_limit.ts";
import { measuringShare, type ShareWithin, shareWithin } from "./share_within.ts";
import { unusedWords } from "./unused_words.ts";
import { withoutUnwantedLines } from "./unwanted_lines.ts";
import { withoutQuotes } from "./without_quotes.ts";
import { withYearsApart } from "./years_apart.ts";

export interface Subject {
  readonly table: Table;
  /** All rows of its times, also those that groups and conditions leave out: these begin and end where the data does. */
  readonly span: Table;
  readonly intent: Intent;
  readonly restrictions: readonly Restriction[];
  /** Which of the groups that are shown are meant, by what they are measured by. */
  readonly groupBound?: GroupBound;
}

export function subjectOf(
  sentence: string,
  table: Table,
  { language = languageOf(sentence), measured }: {
    readonly language?: Language;
    /** The column that the caller wants along y. */
    readonly measured?: string | undefined;
  } = {},
): Subject {
  const said = withoutQuotes(withoutDoubleRefusals(sentence), namesOf(table.columns));
  const limit = saidLimit(withoutUnwantedLines(said), table.columns);
  const query = withLineYears(limit.rest, table.columns);
  const rows = inSaidRows(withoutGivenMeans(query), table, measured);
  const groups = inSaidGroups(rows, language);
  const names = namesOf(table.columns);
  const auxiliary = linesFor(query, { names, isBound: rows.groupBound !== undefined });
  const unclear = [
    ...rows.unclear.filter((text) => !isAtLine(text, auxiliary)),
    ...groups.unclear,
    ...unusedWords(withoutLineValues(groups.rest), table.columns).filter((text) =>
      !rows.understood.some((known) => known.toLowerCase().includes(text.toLowerCase()))
    ),
  ];
  return {
    table: groups.table,
    span: rows.span,
    intent: {
      ...groups.intent,
      top: limit.count ?? groups.intent.top,
      auxiliary,
    },
    ...(rows.groupBound === undefined ? {} : { groupBound: rows.groupBound }),
    restrictions: [
      ...rows.restrictions,
      ...groups.restrictions,
      ...(unclear.length === 0 ? [] : [{ kind: "unclear", texts: unclear } as const]),
    ],
  };
}

interface PerhapsUnclear extends RestrictedTable {
  readonly unclear: readonly string[];
}

/** The rows of the days, times and numbers that a sentence names, without those that it leaves out. */
function inSaidRows(
  query: string,
  table: Table,
  measured: string | undefined,
): PerhapsUnclear & InTime & SharedRows & Pick<Subject, "span" | "groupBound"> {
  const weekly = restrictWeekdays(query, table);
  const timed = inTime(weekly.rest, weekly.table);
  const plainly = withPlainBounds(timed.rest, table.columns);
  const { conditions, texts, rest, share, groupBound } = numberConditions(
    withoutLineValues(plainly),
    table.columns,
  );
  const bound = withConditions(timed.table, conditions);
  const said = texts.length + conditions.length > 0 || (share ?? groupBound) !== undefined ? rest : plainly;
  // Conditions on codes ("status over 399") are on numbers; all else takes them for names.
  const columns = withCodes(bound.table.columns, said, { measured });
  const plain = withPlainCodes(said, columns);
  const without = leavingOut(plain.text, { ...bound.table, columns });
  const known = timed.restrictions.length > 0 || weekly.restriction !== null
    ? without.restrictions.filter(({ kind }) => kind !== "unknown")
    : without.restrictions;
  return {
    table: without.table,
    span: timed.restrictions.length > 0 ? timed.table : table,
    rest: without.rest,
    understood: timed.understood,
    ...(share === undefined ? {} : { share }),
    ...(groupBound === undefined ? {} : { groupBound }),
    unclear: [...weekly.unclear, ...texts, ...plain.unclear],
    restrictions: [
      ...(weekly.restriction === null ? [] : [weekly.restriction]),
      ...timed.restrictions,
      ...bound.restrictions,
      ...known,
    ],
  };
}

/** The rows of the groups that a sentence names, and what it wants to know of them. */
function inSaidGroups(
  { table: given, rest: said, share: meeting }: RestrictedTable & SharedRows,
  language: Language,
): PerhapsUnclear & { readonly intent: Intent } {
  const met = meeting === undefined ? null : sharedCondition(given, meeting);
  const table = met?.table ?? given;
  const counted = countedFlag(said, table.columns);
  const flagged = flaggedRows(counted?.rest ?? said, table.columns);
  const named = flagged?.rest ?? counted?.rest ?? said;
  const numbered = codedRows(named, table.columns) ?? numberedRows(named, table.columns);
  const rest = numbered?.rest ?? named;
  const isAgain = flagged?.value.column.index === counted?.value.column.index;
  const { intent, share } = met === null
    ? sharesIn(rest, table, flagged === null && counted === null)
    : { intent: findIntent(rest, table.columns), share: met.share };
  const only = [
    ...intent.values.filter((mention) => mention.only && mention !== share?.group),
    ...[isAgain ? null : counted, flagged, numbered].flatMap((one) => one?.value ?? []),
  ];
  const shown = only.reduce((left, mention) => withGroups(left, mention, true), table);
  const asked = shown === table ? intent : withoutLone(findIntent(rest, shown.columns), only);
  const own = counted === null ? asked : countingRows(asked);
  const { why, ...subject } = share === null
    ? withYearsApart(said, { table: shown, intent: own }, language)
    : { ...measuringShare(share, { table: shown, intent: own, language }), why: null };
  return {
    ...subject,
    rest,
    unclear: intent.values.flatMap(({ unclear = [] }) => unclear),
    restrictions: [
      ...only.map((mention) => told("only", mention)),
      ...absentRows(numbered),
      ...(why === null ? [] : [{ kind: "years", why } as const]),
    ],
  };
}

/** That all rows are used could be said only where none of the numbers is in the data. */
function absentRows(numbered: NumberedRows | null): Restriction[] {
  if (numbered === null || numbered.absent.length === 0) return [];
  return [{ kind: numbered.value === null ? "no_such_rows" : "no_such_groups", texts: numbered.absent }];
}

interface Shares {
  readonly intent: Intent;
  /** The share that is measured in each group or over time. */
  readonly share: ShareWithin | null;
}

/** What a sentence wants to know, with the share that it asks for. */
function sharesIn(query: string, table: Table, takesFlags: boolean): Shares {
  const found = findIntent(query, table.columns);
  const rate = takesFlags ? flagRate(query, found, table.columns) : null;
  if (rate !== null && isDivided(found, rate)) return { intent: found, share: rate };
  if (rate !== null) {
    const values = [
      ...found.values.filter(({ column }) => column.index !== rate.group.column.index),
      rate.group,
    ];
    return {
      intent: { ...withShareOf(rate.group, { ...found, values }), aggregation: "count" },
      share: null,
    };
  }
  const asked = askedShare(query, found);
  const intent = asked === null ? found : withShareOf(asked, found);
  return { intent, share: shareWithin(query, intent) };
}

/** Whether it is told for each of several groups or times. */
function isDivided({ mentions, senses, grouped }: Intent, { group }: ShareWithin): boolean {
  return grouped ||
    mentions.some(({ column }) => column.index !== group.column.index && column.kind !== "number") ||
    (["trend", "period", "line_chart", "time_rank"] as const).some((sense) => senses.has(sense));
}

/** One group alone is not told from others, also where a word for such stands in its name: 梅田店, shop C. */
function withoutLone(intent: Intent, only: readonly ValueMention[]): Intent {
  const lone = new Set(only.flatMap(({ column, labels }) => labels.length === 1 ? [column.index] : []));
  const mentions = intent.mentions.filter(({ column, grouped }) => grouped || !lone.has(column.index));
  return { ...intent, mentions };
}

function leavingOut(query: string, table: Table): RestrictedTable {
  const { values, rest, isUnknown } = leftOutValues(query, table.columns);
  if (isUnknown) return { table, rest, restrictions: [{ kind: "unknown" }] };
  const left = values.reduce((left, mention) => withGroups(left, mention, false), table);
  // Without anything left there is nothing to draw.
  if (left.rows === 0) return { table, rest, restrictions: [{ kind: "unknown" }] };
  return { table: left, rest, restrictions: values.map((mention) => told("without", mention)) };
}

/** Only the rows of these groups, or only the others. */
function withGroups(table: Table, { column, labels }: ValueMention, wanted: boolean): Table {
  const found = table.columns.find(({ index }) => index === column.index);
  const now = found?.kind === "number" ? numberAsCategory(found) : found;
  if (now?.kind !== "category") return table;
  const { codes, labels: all } = now.values();
  const named = new Set(labels.map((label) => all.indexOf(label)));
  return pickRows(table, (row) => named.has(codes[row] ?? -1) === wanted);
}

function told(kind: "only" | "without", { column, labels }: ValueMention): Restriction {
  return { kind, column: column.name, labels };
}
