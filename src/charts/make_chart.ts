/** The whole way from a table and a sentence to a specification, a summary and the record of how it came about. */

import { type Language, languageOf, oneValueEach, type PatternId, patternIds } from "../base/chart_terms.ts";
import { AppError } from "../base/errors.ts";
import type { ChartRequest } from "../base/protocol.ts";
import { plural } from "../base/text.ts";
import { cleanRequest } from "./clean_request.ts";
import type { Chart } from "./context.ts";
import { isTitleCut } from "./draw/sheet/frame.ts";
import { makePage } from "./draw/sheet/page.ts";
import { type Spec, toVegaLite } from "./draw/sheet/sheet.ts";
import { drawPattern } from "./draw_pattern.ts";
import { absentColumns } from "./plan/absent_columns.ts";
import { withBoundGroups } from "./plan/bound_groups.ts";
import { type Counts, type Metadata, metadataOf } from "./plan/chart_metadata.ts";
import {
  absentWarning,
  cutTitleWarning,
  doubtWarning,
  fallbackSentence,
  measuredInstead,
  noteSentence,
  oddityWarning,
  partMark,
  partWarning,
  ratioSentence,
  repeatedWarning,
  sampledWarning,
  sheetWarning,
  stackedWarning,
  unmatchedWarning,
  unmetWarning,
  unnamedWarning,
} from "./plan/chart_warnings.ts";
import { checkValues } from "./plan/check_values.ts";
import { droppedWishes } from "./plan/dropped_wishes.ts";
import { withEmptyGroups } from "./plan/empty_groups.ts";
import { Journal } from "./plan/journal.ts";
import { withLatestStock } from "./plan/latest_stock.ts";
import { type Plan, planChart, type PlanOptions } from "./plan/plan_chart.ts";
import { mappingOf } from "./plan/roles.ts";
import { saidLines } from "./plan/said_lines.ts";
import { withTopGroups } from "./plan/top_groups.ts";
import { unmatchedGroup } from "./plan/unmatched_groups.ts";
import { unmatchedMeasure } from "./plan/unmatched_measures.ts";
import { isUnnamed } from "./plan/unnamed_measure.ts";
import { wantedAuxiliary } from "./plan/wanted_auxiliary.ts";
import { madeNames, type PreparedTable, prepareTable } from "./prepare_table.ts";
import { repeatedThings } from "./read/counted_things.ts";
import { type Subject, subjectOf } from "./read/restrict_table.ts";
import { saidNames } from "./read/said_names.ts";
import { stopwatch } from "./stopwatch.ts";
import { joinSentences } from "./summary/text/join_sentences.ts";
import {
  isMet,
  restrictionMark,
  restrictionSentence,
  restrictionWarning,
} from "./summary/text/restriction_texts.ts";
import { joinParts } from "./summary/text/time_words.ts";
import type { Table } from "./table/column.ts";

export interface MadeChart extends Spec {
  readonly summary: string;
  readonly metadata: Metadata;
}

interface MakeOptions {
  /** Width of a text at a size, in pixels. */
  readonly measure: (text: string, size: number) => number;
  readonly now?: () => number;
}

export function makeChart(
  given: ChartRequest,
  { measure, now = () => performance.now() }: MakeOptions,
): MadeChart {
  const clock = stopwatch(now);
  const request = cleanRequest(given);
  const language = request.locale ?? languageOf(request.query);
  const prepared = prepareTable(request, language);
  clock.lap("parse");
  const { subject, plan } = subjectAndPlan({ request, language, prepared });
  clock.lap("pattern");
  const planned = { request, language, prepared, subject, plan };
  const journal = journalOf(planned);
  const chart = drawn(planned, { journal, measure });
  const spec = toVegaLite(chart.sheet);
  clock.lap("chart");
  return {
    ...spec,
    summary: summaryOf(chart, planned),
    metadata: metadataOf({ plan, chart, journal, laps: clock.laps, counts: countsOf(planned) }),
  };
}

function subjectAndPlan(
  { request, language, prepared }: Pick<Planned, "request" | "language" | "prepared">,
): Pick<Planned, "subject" | "plan"> {
  const subject = subjectOf(prepared.query, prepared.table, { language, measured: request.y });
  const names = saidNames(prepared.query, {
    columns: prepared.table.columns,
    language,
    usual: madeNames[language],
  });
  const wishes = wishesOf(request, names);
  let found = { subject, plan: planChart(subject.table, subject.intent, wishes) };
  for (const restrict of [withLatestStock, withBoundGroups, withTopGroups]) {
    const left = restrict(found.subject, found.plan);
    if (left !== null) found = { subject: left, plan: planChart(left.table, left.intent, wishes) };
  }
  return found;
}

function wishesOf(
  { pattern, x, y, color, facet }: ChartRequest,
  names: PlanOptions["names"],
): PlanOptions {
  return { pattern: checkedPattern(pattern), x, y, color, facet, names };
}

function checkedPattern(wished: string | undefined): PatternId | undefined {
  if (wished === undefined) return undefined;
  const pattern = patternIds.find((id) => id === wished.toUpperCase());
  if (pattern !== undefined) return pattern;
  throw new AppError(
    "invalid_argument",
    `Cannot use "options.pattern" ${JSON.stringify(wished)}: there is no such pattern`,
    {
      hint: `Choose one of ${patternIds.join(", ")}`,
    },
  );
}

interface Planned {
  readonly request: ChartRequest;
  readonly language: Language;
  readonly prepared: PreparedTable;
  readonly subject: Subject;
  readonly plan: Plan;
}

/** What is to be told before anything is drawn; drawing adds to it. */
function journalOf(planned: Planned): Journal {
  const journal = new Journal();
  if (planned.plan.melted || planned.prepared.stacked.length > 0) journal.did("melt");
  const isPicked = planned.subject.restrictions.some((one) => isMet(one) || one.kind === "latest");
  if (isPicked) journal.did("filter");
  if (planned.request.part !== undefined) journal.did("sample");
  for (const warning of warningsOf(planned)) journal.warn(warning);
  return journal;
}

function* warningsOf(planned: Planned): Generator<string> {
  const { request, prepared, subject, plan, language } = planned;
  const { raw, understood } = prepared;
  for (const restriction of subject.restrictions) yield restrictionWarning(restriction, language);
  const part = partOf(planned);
  if (part !== null) yield part.warning;
  if (request.sheet !== undefined) yield sheetWarning(request.sheet, language);
  yield* insteadOf(planned);
  yield* droppedOf(planned);
  for (const oddity of raw.oddities) yield oddityWarning(oddity, language);
  // Where only a part came here, what was said of it holds for all that follows.
  if (understood.sampledRows !== null && request.part === undefined) {
    yield sampledWarning(understood.rows, understood.sampledRows, language);
  }
  if (prepared.stacked.length > 0 && plan.roles.time === null) {
    yield stackedWarning(prepared.stacked, language);
  }
  if (plan.fallback) {
    for (const unmet of plan.unmet) yield unmetWarning(unmet, plan.pattern, language);
  }
  const used = new Set(Object.values(mappingOf(plan.pattern, plan.roles)));
  for (const column of absentColumns(subject.intent, plan)) yield absentWarning(column, language);
  const { mentions, countsEvents } = subject.intent;
  const { value } = plan.roles;
  const measured = value?.parts ?? [value];
  const isNamed = mentions.some(({ column }) => measured.some((one) => one?.index === column.index));
  if (countsEvents && value !== null && !isNamed) {
    yield measuredInstead(value.name, language);
  }
  for (const name of repeatedThings(subject)) yield repeatedWarning(name, language);
  for (const doubt of understood.doubts) if (used.has(doubt.column)) yield doubtWarning(doubt, language);
}

function droppedOf({ request: { query }, prepared: { table }, subject, plan, language }: Planned): string[] {
  return droppedWishes({ query, columns: table.columns, subject, plan, language });
}

/** That the chart shows another measure or other groups than the sentence speaks of. */
function insteadOf(planned: Planned): string[] {
  const { request: { x, y, color, facet }, prepared: { query, table }, subject, plan, language } = planned;
  // What the caller names is what is wanted.
  if (x !== undefined || y !== undefined) return [];
  const about = { intent: subject.intent, plan, columns: table.columns };
  const said = unmatchedMeasure(query, about);
  const shown = plan.roles.value?.name ?? null;
  const group = color === undefined && facet === undefined ? unmatchedGroup(query, about) : null;
  const groups = group === null ? [] : [unmatchedWarning(group.said, group.shown, language)];
  if (said !== null) return [unmatchedWarning(said, shown, language), ...groups];
  return isUnnamed(subject, plan) ? [unnamedWarning(shown, language), ...groups] : groups;
}

function drawn(
  planned: Planned,
  { journal: { did, warn }, measure }: { readonly journal: Journal } & Pick<MakeOptions, "measure">,
): Chart {
  const { request, language, prepared, subject: { intent, restrictions }, plan } = planned;
  const remark = joinParts([
    ...restrictions.map((one) => restrictionMark(one, language)),
    partOf(planned)?.mark ?? "",
  ]);
  const roles = withEmptyGroups(plan.roles, { language, warn });
  checkValues({ pattern: plan.pattern, roles, oddities: prepared.raw.oddities });
  const page = makePage({ width: request.width, height: request.height, language, measure, remark });
  if (request.title !== undefined && isTitleCut(page, request.title)) warn(cutTitleWarning(language));
  return drawPattern(plan.pattern, {
    page,
    roles,
    intent,
    period: intent.period,
    auxiliary: wantedAuxiliary(plan.pattern, {
      listed: request.auxiliary,
      said: saidLines(intent.auxiliary, { query: request.query, plan }),
      language,
      warn,
    }),
    scale: request.part?.taken === "sample" ? request.part.total / prepared.understood.rows : 1,
    tableTimes: () => tableTimes(planned),
    spanTimes: () => timesIn(planned.subject.span, plan),
    title: request.title,
    did,
    warn,
  });
}

/** Of a table that the sentence restricts to some times all of them. */
function tableTimes({ prepared: { table }, subject, plan }: Planned): Float64Array {
  const leavesOut = subject.restrictions.some(({ kind }) => kind === "times" || kind === "weekdays");
  return leavesOut ? timesIn(table, plan) : new Float64Array();
}

/** Empty where the table has no such times, as where they are made of others. */
function timesIn(table: Table, { roles: { time } }: Plan): Float64Array {
  const whole = table.columns.find((column) => column.kind === "time" && column.name === time?.name);
  return whole?.kind === "time" ? whole.values() : new Float64Array();
}

function countsOf({ request, prepared: { raw, understood } }: Planned): Counts {
  const { rows, sampledRows } = understood;
  return { rows, cols: raw.names.length, sampledRows, part: request.part };
}

/** What is to be said where the data is only a part of a table. */
function partOf({ request: { part }, prepared: { understood: { rows } }, plan, language }: Planned) {
  if (part === undefined) return null;
  const { pattern, roles } = plan;
  const binned = ["P13", "P23", "P32"].includes(pattern) || (pattern === "P03" && roles.group === null);
  const options = { rows, binned, language };
  return { warning: partWarning(part, options), mark: partMark(part, options) };
}

function summaryOf(chart: Chart, planned: Planned): string {
  const { subject, plan, language } = planned;
  const part = partOf(planned);
  const first = [
    ...subject.restrictions.map((one) => restrictionSentence(one, language)),
    ...(plan.fallback ? [fallbackSentence(plan.unmet, plan.pattern, language)] : []),
    ...ratioSentence(plan.roles.value, { added: oneValueEach.includes(plan.pattern), language }),
    ...[...insteadOf(planned), ...droppedOf(planned), ...(part === null ? [] : [part.warning])]
      .map((warning) => noteSentence(warning, language)),
  ];
  const notes = joinSentences(first, 1, language);
  const facts = joinSentences(chart.sentences, mostSentences - notes.length, language);
  const all = [...notes, ...facts];
  const whole = all.length > 1 ? all : [...all, rowsSentence(planned)];
  return whole.join(language === "ja" ? "" : " ");
}

/** What a model that does not see the picture is told of it, with what is to be known beforehand. */
const mostSentences = 3;

/** Of a chart that shows one thing at least what it is made of. */
function rowsSentence({ subject: { table: { rows } }, language }: Planned): string {
  const count = rows.toLocaleString("en");
  return language === "ja"
    ? `${count}行のデータによる図です。`
    : `The chart is made of ${count} ${plural(rows, "row")}.`;
}
