/**
 * Scans a sentence once into spans: words of the lexicon, names and values of the table, numbers and moments. Of spans that
 * overlap the longest stays, then the most specific; what no span covers is unknown.
 */

// @ts-types="@types/d3-array"
import { extent } from "d3-array";
import { sameValues, type Sense, type Side } from "../lexicon/lexicon.ts";
import { phrases } from "../lexicon/phrase_index.ts";
import { editDistance, normalise, stemOf, type Token, tokensOf } from "../lexicon/tokens.ts";
import type { CategoryColumn, Column, Table } from "../table/column.ts";
import { isName } from "../table/table_shape.ts";
import { areWeekdays } from "../table/named_times.ts";
import { columnNames, type ColumnSpan, columnSpans, type NamedColumn, type Stretch } from "./column_names.ts";
import { type ColumnItem, isMarker, type Item, says, type ValueItem } from "./items.ts";
import { type Moment, momentSpans } from "./moments.ts";

type Span =
  & Stretch
  & { readonly rank: number }
  & (
    | { readonly kind: "word"; readonly sense: Sense }
    | { readonly kind: "column"; readonly columns: readonly NamedColumn[] }
    | Pick<ValueItem, "kind" | "column" | "label" | "isRenamed">
    | { readonly kind: "number"; readonly value: number; readonly unit: string }
    | { readonly kind: "moment"; readonly moment: Moment }
  );

export function scan(query: string, table: Table): readonly Item[] {
  const text = normalise(query);
  const tokens = tokensOf(text);
  const columns = columnSpans(tokens, columnNames(table.columns)).filter((span) => !isSmallWord(text, span));
  const spans = [
    ...[...phraseSpans(tokens)].filter((span) => !isNamedStep(span, columns))
      .map((span) => weekdayColumn(span, table) ?? span),
    ...columns.map(columnSpan),
    ...numberSpans(text),
    ...momentsIn(text, table),
    ...valueSpans(tokens, { text, table, columns }),
    ...columns.flatMap((span) => absentSpan(text, span)),
  ];
  const kept = withoutParts(withoutOverlaps(spans), tokens);
  return withImpliedGroups(items(text, tokens, kept), table);
}

/** With the group that a noun may mean which is no column: the one whose name ends with it, or the only one. */
function withImpliedGroups(found: readonly Item[], table: Table): readonly Item[] {
  const named = found.map((item, at): Item => {
    const next = found[at + 1];
    const isMarked = isMarker(next, "group", "before");
    if (item.kind !== "unknown" || !isMarked) return item;
    const [column, ...others] = table.columns.filter(({ kind, name }) =>
      kind === "category" && normalise(name).endsWith(item.text)
    );
    return column === undefined || others.length > 0 ? item : columnItem(item, column);
  });
  return withOnlyGroup(named, table);
}

function columnItem({ from, to, text }: Item, column: Column): ColumnItem {
  return { kind: "column", from, to, text, columns: [{ column, share: 1, hasUnit: false, by: "related" }] };
}

/** company of "for each company" beside symbols. */
function withOnlyGroup(found: readonly Item[], table: Table): readonly Item[] {
  const [column, ...others] = table.columns.filter((one) =>
    one.kind === "category" && one.distinct > 1 && !isName(one, table.rows)
  );
  // "each stock except GOOG" still asks for the group.
  const isLess = found.some((item) => says(item, "except"));
  const isSaid = (item: Item) =>
    item.kind === "column"
      ? item.columns.some((one) => one.column === column)
      : item.kind === "value" && !isLess;
  if (column === undefined || others.length > 0 || found.some(isSaid)) return found;
  const isEach = (item: Item | undefined, side: Side) =>
    isMarker(item, "group", side) && /(?:each|every|per|各|ごと.?|毎.?)$/i.test(item?.text ?? "");
  return found.map((item, at): Item => {
    const [before, after] = [found[at - 1], found[at + 1]];
    const isAlone = after?.kind !== "unknown" && after?.kind !== "column";
    const isNoun = item.kind === "unknown" && isAlone && (isEach(before, "after") || isEach(after, "before"));
    return isNoun ? columnItem(item, column) : item;
  });
}

/** Whether a step, a course, a count or nothing is said by the name of a column that holds no times: "each day" of a column called day. */
function isNamedStep({ from, to, ...span }: Span, columns: readonly ColumnSpan[]): boolean {
  if (span.kind !== "word") return false;
  const { sense } = span;
  const isNothing = sense.say === "nothing";
  const isCounted = sense.say === "count" || sense.say === "intent" && sense.intent === "trend";
  return columns.some((name) => {
    const [named] = name.columns;
    const isBehind = from < name.from || isNothing && from === name.from && name.to < to;
    const kind = named?.share === 1 && named.by === undefined ? named.column.kind : undefined;
    return isBehind && name.to <= to && name.to - name.from > 1 &&
      (isNothing && kind !== undefined || sense.say === "unit" && kind === "category" ||
        isCounted && kind === "number");
  });
}

/** The column that names weekdays, for a word that asks for them; moments have them as a step. */
function weekdayColumn({ from, to, ...span }: Span, { columns }: Table): Span | undefined {
  if (span.kind !== "word" || span.sense.say !== "unit" || span.sense.unit !== "weekday") return undefined;
  const column = columns.find((one) => one.kind === "category" && areWeekdays(one.values().labels));
  if (column === undefined) return undefined;
  return { kind: "column", from, to, columns: [{ column, share: 1, hasUnit: false }], rank: span.rank };
}

/** Whether a name is a word such as vs or am, which means itself only in quotes. */
function isSmallWord(text: string, { from, to }: ColumnSpan): boolean {
  const word = text.slice(from, to);
  const senses = phrases.get(stemOf(word.toLowerCase()))?.filter(({ keys }) => keys.length === 1) ?? [];
  return /^[a-z]{2,3}$/i.test(word) && !/["'`“‘]/.test(text[from - 1] ?? "") &&
    senses.some(({ sense }) => ["versus", "and", "nothing", "group"].includes(sense.say));
}

function columnSpan({ from, to, columns }: ColumnSpan): Span {
  const isWhole = columns.some(({ share }) => share === 1);
  return { kind: "column", from, to, columns, rank: isWhole ? 6 : 3 };
}

function* phraseSpans(tokens: readonly Token[]): Generator<Span> {
  for (const [at, token] of tokens.entries()) {
    for (const { keys, sense } of phrases.get(token.key) ?? []) {
      if (!keys.every((key, offset) => tokens[at + offset]?.key === key)) continue;
      const last = tokens[at + keys.length - 1] ?? token;
      yield { kind: "word", sense, from: token.from, to: last.to, rank: sense.say === "nothing" ? 1 : 2 };
    }
    for (const sense of misspelled(token)) {
      yield { kind: "word", sense, from: token.from, to: token.to, rank: 0 };
    }
  }
}

/** The sense of a long word that a word of no other sense misspells by one letter, or two that are swapped: avergae. */
function misspelled({ kind, key, text }: Token): readonly Sense[] {
  if (kind !== "word" || text.length < 6 || phrases.has(key)) return [];
  const near = [...phrases.values()].flat().find(({ keys: [word = "", ...others], sense }) =>
    others.length === 0 && word.length > 4 && word[0] === key[0] &&
    ["aggregate", "chart", "intent"].includes(sense.say) && editDistance(word, key) === 1
  );
  return near === undefined ? [] : [near.sense];
}

const multiples: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  千: 1e3,
  mn: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
  万: 1e4,
  億: 1e8,
};

const numbers =
  /(?<![a-z\d.])(?<sign>[-−])?(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s?(?<multiple>thousand|million|billion|bn|mn|k(?![a-z/])|千|万|億))?(?<unit>\s?(?:%|percent|年間?|[かヶカヵケ箇]月間?|週間?|日間?|時間|分|点|度|℃|kg|km\/h|m\/s|km|cm|mm|m|g|ml|位|つ|件|人|名|個|社|店舗?|か国|カ国|都市|種類?|本|台|円|歳)(?![a-z]))?/giu;

function numberSpans(text: string): readonly Span[] {
  const written = [...text.matchAll(numbers)].map((match) => {
    const { sign, digits = "", multiple = "", unit = "" } = match.groups ?? {};
    const size = Number(digits.replaceAll(",", "")) * (multiples[multiple.toLowerCase()] ?? 1);
    // The unit may be a word of its own, such as 年 of 年間.
    return { match, value: sign === undefined ? size : -size, unit: unit.trim().toLowerCase() };
  });
  const words = [...text.matchAll(/\b[a-z]+\b/gi)].flatMap((match) => {
    const value = spelled[match[0].toLowerCase()];
    return value === undefined ? [] : [{ match, value, unit: "" }];
  });
  return [...written, ...words].map(({ match, ...number }) => ({
    kind: "number",
    ...number,
    from: match.index,
    to: match.index + match[0].length,
    rank: 2,
  }));
}

const spelled: Readonly<Record<string, number>> = {
  ...{
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    twelve: 12,
    twenty: 20,
  },
};

/** A bare number is a year only if the table has times of about that year. */
function momentsIn(text: string, table: Table): readonly Span[] {
  const spans = momentSpans(text);
  if (spans.length === 0) return [];
  const years = yearsOf(table);
  return spans.flatMap(({ from, to, moment, bare }): Span[] => {
    const isNear = moment.year !== undefined && moment.year >= years.first - 2 &&
      moment.year <= years.last + 2;
    return years.last === -Infinity || (bare && !isNear)
      ? []
      : [{ kind: "moment", moment, from, to, rank: 5 }];
  });
}

function yearsOf({ columns }: Table): { readonly first: number; readonly last: number } {
  const ends = columns.flatMap((column) =>
    column.kind === "time" && column.grain !== "step" ? extent(column.values()) : []
  ).filter((time) => time !== undefined).map((time) => new Date(time).getUTCFullYear());
  return { first: Math.min(...ends), last: Math.max(...ends) };
}

const mostLabels = 1_000;
/** Reading all values of a large table is worth it only if the sentence has words that nothing else explains. */
const manyRows = 100_000;

interface Surroundings {
  readonly text: string;
  readonly table: Table;
  readonly columns: readonly ColumnSpan[];
}

function* valueSpans(tokens: readonly Token[], { text, table, columns }: Surroundings): Generator<Span> {
  const isKnown = ({ from, key }: Token) =>
    phrases.has(key) || columns.some((span) => span.from <= from && from < span.to);
  if (table.rows > manyRows && tokens.every((token) => token.kind !== "word" || isKnown(token))) return;
  for (const column of table.columns) {
    if (column.kind !== "category" || column.distinct > mostLabels) continue;
    const labels = labelsByKey(column, text.toLowerCase());
    const isListed = saidLabels(tokens, labels) > 1;
    for (const span of otherNames(tokens, column)) {
      // "show us" is not a country.
      if (text.slice(span.from, span.to) !== "us") yield span;
    }
    for (const [at, token] of tokens.entries()) {
      for (const { keys, label } of labels.get(token.key) ?? labels.get(nounOf(token)) ?? []) {
        const isSaid = (key: string, offset: number) =>
          tokens[at + offset]?.key === key || (offset === 0 && nounOf(token) === key);
        if (!keys.every(isSaid)) continue;
        const last = tokens[at + keys.length - 1] ?? token;
        const span = { from: token.from, to: last.to };
        const isOrdinary = isWeak(label) && !(isListed && isWordy(label)) && !isInCapitals(text, span, label);
        if (isOrdinary && !isMeant(span, { text, column, columns })) continue;
        // Beside other values even a word that names the column is one: metals and transition metals.
        yield { kind: "value", column, label, ...span, rank: isListed && isJoined(text, span) ? 7 : 4 };
      }
    }
  }
}

/** The noun that an adjective is made of: fog of foggy; otherwise the word itself. */
function nounOf({ text, key }: Token): string {
  const [, stem] = /^(\w{3,})y$/.exec(text) ?? [];
  return stem === undefined || phrases.has(key) ? key : stem.replace(/([bdgmnprt])\1$/, "$1");
}

const absent = new Set(["none", "no", "なし", "無し", "無"]);

/** The value of a column that says that there is none, of "no milk". */
function absentSpan(text: string, { from, to, columns: [named] }: ColumnSpan): readonly Span[] {
  const column = named?.column;
  const before = /\b(?:no|without)\s+(?:a\s+)?$/i.exec(text.slice(0, from));
  if (column?.kind !== "category" || before === null) return [];
  const label = column.values().labels.find((one) => absent.has(one.toLowerCase()));
  return label === undefined ? [] : [
    { kind: "value", column, label, isRenamed: true, from: before.index, to, rank: 7 },
  ];
}

/** Values that go by several names, such as F for women. */
function* otherNames(tokens: readonly Token[], column: CategoryColumn): Generator<Span> {
  for (const names of sameValues) {
    const label = column.values().labels.find((one) => names.includes(one.toLowerCase()));
    if (label === undefined) continue;
    const isRenamed = label.length > 1;
    // A letter is too short to mean a value, unless it is a Chinese one.
    for (const name of names.filter((one) => isRenamed ? !/^[a-z]$/.test(one) : one.length > 1)) {
      const keys = tokensOf(name).map(({ key }) => key);
      for (const [at, { from }] of tokens.entries()) {
        const to = tokens[at + keys.length - 1]?.to;
        const isSaid = keys.every((key, offset) => tokens[at + offset]?.key === key);
        if (to !== undefined && isSaid) yield { kind: "value", column, label, isRenamed, from, to, rank: 4 };
      }
    }
  }
}

interface Label {
  readonly label: string;
  readonly keys: readonly string[];
}

/** The labels that the sentence may name, by the key of their first token. */
function labelsByKey(column: CategoryColumn, sentence: string): ReadonlyMap<string, readonly Label[]> {
  // Cutting labels is slow, and few of many begin like a word of the sentence.
  const near = column.values().labels.filter((label) =>
    sentence.includes(normalise(label).slice(0, 3).toLowerCase().trim())
  );
  // Thriller of Thriller/Suspense
  const parts = column.values().labels.flatMap((label) =>
    /[\p{L})]\s?\/\s?[\p{L}(]/u.test(label)
      ? label.split("/").map((name) => ({ label, name: name.trim() })).filter(({ name }) => name.length > 3)
      : []
  );
  const labels = [...near.map((label) => ({ label, name: label })), ...parts].map(({ label, name }) => ({
    label,
    keys: tokensOf(normalise(name)).map(({ key }) => key),
  }));
  return Map.groupBy(labels.filter(({ keys }) => keys.length > 0), ({ keys }) => keys[0] ?? "");
}

/** Whether a label is also an ordinary word, a single letter or a number. */
function isWeak(label: string): boolean {
  const tokens = tokensOf(normalise(label));
  const [first] = tokens;
  if (tokens.length !== 1 || first === undefined) return tokens.every(({ kind }) => kind === "number");
  const isLetter = first.text.length === 1 && first.kind !== "japanese";
  return first.kind === "number" || isLetter || phrases.has(first.key);
}

/** Whether a sentence in small letters has a code as the table writes it: IN and OR as states. */
function isInCapitals(text: string, { from, to }: Stretch, label: string): boolean {
  return /^[A-Z]{2,}$/.test(label) && text.slice(from, to) === label && /[a-z]/.test(text);
}

/** Whether a word such as and joins something to a span. */
function isJoined(text: string, { from, to }: Stretch): boolean {
  return /(?:\b(?:and|or|versus|vs\.?)\s+(?:the\s+)?|[とや])$/i.test(text.slice(0, from)) ||
    /^(?:\s+(?:and|or|versus|vs)\b|[とや])/i.test(text.slice(to));
}

/** How many different labels of a column the sentence says: large and small, or day and night, are values together. */
function saidLabels(tokens: readonly Token[], labels: ReadonlyMap<string, readonly Label[]>): number {
  const keys = new Set(tokens.map(({ key }) => key));
  return [...labels.values()].flat().filter((one) =>
    isWordy(one.label) && one.keys.every((key) => keys.has(key))
  )
    .length;
}

/** Whether a label is a word that may say something: no letter, number, article or the like. */
function isWordy(label: string): boolean {
  const [first, ...others] = tokensOf(normalise(label));
  if (first === undefined || others.length > 0) return others.length > 0;
  const senses = phrases.get(first.key)?.filter(({ keys }) => keys.length === 1) ?? [];
  return first.kind === "word" && first.text.length > 2 &&
    senses.every(({ sense }) => sense.say !== "nothing" && sense.say !== "and" && sense.say !== "group");
}

/** Whether an ordinary word is a value here: in quotes, or beside the name of its column. */
function isMeant(
  { from, to }: Stretch,
  { text, column, columns }: Pick<Surroundings, "text" | "columns"> & { readonly column: Column },
): boolean {
  if (/["'“”「『‘’(]/.test(text[from - 1] ?? "") && /["'“”」』‘’)]/.test(text[to] ?? "")) return true;
  return columns.some((span) =>
    span.columns.some((one) => one.column.index === column.index) &&
    (/^\s*(?:=|is|:|が|は|の)?\s*$/.test(text.slice(span.to, from)) && span.to <= from ||
      /^\s*(?:の)?\s*$/.test(text.slice(to, span.from)) && to <= span.from)
  );
}

function withoutOverlaps(spans: readonly Span[]): readonly Span[] {
  const length = ({ from, to }: Span) => to - from;
  const sorted = spans.toSorted((a, b) => length(b) - length(a) || b.rank - a.rank);
  const kept: Span[] = [];
  for (const span of sorted) {
    if (kept.every(({ from, to }) => span.to <= from || to <= span.from)) kept.push(span);
  }
  return kept;
}

/** Without single kanji that are a part of a longer word which nothing knows: 国 of 中国. */
function withoutParts(spans: readonly Span[], tokens: readonly Token[]): readonly Span[] {
  const isCovered = ({ from }: Token) => spans.some((span) => span.from <= from && from < span.to);
  const isIdle = ({ from, to }: Token) =>
    spans.some((span) =>
      span.from === from && span.to === to && span.kind === "word" && span.sense.say === "nothing"
    );
  const isLoose = (token: Token | undefined) =>
    token !== undefined && /^[\p{Script=Han}\p{Script=Katakana}]$/u.test(token.text) &&
    (!isCovered(token) || isIdle(token));
  return spans.filter((span) => {
    const at = tokens.findIndex(({ from }) => from === span.from);
    const token = tokens[at];
    if (token?.kind !== "japanese" || token.to !== span.to || !/\p{Script=Han}/u.test(token.text)) {
      return true;
    }
    if (span.kind === "word" && ["group", "count"].includes(span.sense.say)) return true;
    const [before, after] = [tokens[at - 1], tokens[at + 1]];
    return !(isLoose(before) && before?.to === token.from) && !(isLoose(after) && after?.from === token.to);
  });
}

function items(text: string, tokens: readonly Token[], spans: readonly Span[]): readonly Item[] {
  const found: Item[] = spans.map(({ rank: _, ...span }) => ({
    ...span,
    text: text.slice(span.from, span.to),
  }));
  const loose = tokens.filter(({ from }) => !spans.some((span) => span.from <= from && from < span.to));
  for (const { from, to, text: lower, kind } of loose) {
    const last = found.at(-1);
    const isParticle = kind === "japanese" && /\p{Script=Hiragana}/u.test(lower);
    const itemKind = kind === "punctuation" ? "punctuation" : isParticle ? "particle" : "unknown";
    // Japanese characters that follow one another are one word.
    if (last?.kind === itemKind && last.to === from && kind === "japanese") {
      found.splice(-1, 1, { kind: itemKind, from: last.from, to, text: text.slice(last.from, to) });
    } else found.push({ kind: itemKind, from, to, text: text.slice(from, to) });
  }
  return found.toSorted((a, b) => a.from - b.from);
}
