/** Where a sentence names the columns of a table: by the whole name, by a part of it, or by an everyday word for it. */

import { additive, dividedUnits, entities, nameUnits, related } from "../lexicon/lexicon.ts";
import { conceptKey, phrases, type Term, termsOf } from "../lexicon/phrase_index.ts";
import { editDistance, nameTokens, stemOf, type Token } from "../lexicon/tokens.ts";
import type { Column } from "../table/column.ts";

export interface NamedColumn {
  readonly column: Column;
  /** Share of the name that the sentence says. */
  readonly share: number;
  /** The name ends in a unit. */
  readonly hasUnit: boolean;
  /** How it was found, if not by its own name. */
  readonly by?: "related" | "spelling";
}

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface ColumnSpan extends Stretch {
  readonly columns: readonly NamedColumn[];
}

export interface ColumnName {
  readonly column: Column;
  readonly terms: readonly Term[];
  /** The words of the name written as one. */
  readonly joined: string;
  readonly hasUnit: boolean;
  /** The unit at the end of the name, as a key. */
  readonly unit: string;
}

export function columnNames(columns: readonly Column[]): readonly ColumnName[] {
  return columns.map((column) => {
    const all = nameTokens(column.name);
    const tokens = coreTokens(all);
    const words = tokens.filter(({ kind }) => kind !== "japanese");
    return {
      column,
      terms: termsOf(tokens),
      unit: tokens.length < all.length ? all.at(-1)?.key ?? "" : "",
      hasUnit: tokens.length < all.filter(({ kind }) => kind !== "punctuation").length ||
        (column.kind === "number" && column.unit !== ""),
      joined: stemOf(words.map(({ text }) => text).join("")),
    };
  });
}

/** The tokens of a name without its unit: neither what stands in brackets nor a unit at its end. */
export function coreTokens(tokens: readonly Token[]): readonly Token[] {
  const open = tokens.findIndex(({ text }, at) => at > 0 && /[([{【<]/.test(text));
  const outside = (open < 0 ? tokens : tokens.slice(0, open)).filter(({ kind }) => kind !== "punctuation");
  // The 2 of km2 belongs to the unit.
  const isPower = outside.length > 2 && /^[23]$/.test(outside.at(-1)?.text ?? "") &&
    nameUnits.has(outside.at(-2)?.text ?? "");
  const bare = withoutUnit(isPower ? outside.slice(0, -1) : outside);
  const core = bare.length < outside.length - (isPower ? 1 : 0) ? bare : outside;
  return core.length === 0 ? tokens : core;
}

function withoutUnit(tokens: readonly Token[]): readonly Token[] {
  const [before, last] = tokens.slice(-2).map(({ text }) => text);
  if (before === undefined || last === undefined || !nameUnits.has(last)) return tokens;
  const isDivided = tokens.length > 2 && dividedUnits.has(before);
  return tokens.slice(0, isDivided || between.has(before) ? -2 : -1);
}

/** Words between the parts of a name that belong to none: length of the petal. */
const between = new Set(["of", "the", "の", "in", "-"]);

export function columnSpans(tokens: readonly Token[], names: readonly ColumnName[]): readonly ColumnSpan[] {
  const terms = termsOf(tokens);
  const known = new Set(names.flatMap((name) => name.terms.map(({ key }) => key)));
  const keys = new Set(terms.map(({ key }) => key));
  const said = terms.map((term) => respelled(withRelated(term, known, names), names, known));
  const spans = new Map<string, ColumnSpan>();
  for (const name of names) {
    for (const { from, to, ...found } of placesOf(said, name, keys)) {
      const key = `${from} ${to}`;
      const columns = spans.get(key)?.columns ?? [];
      if (columns.some(({ column }) => column === name.column)) continue;
      spans.set(key, {
        from,
        to,
        columns: [...columns, { column: name.column, hasUnit: name.hasUnit, ...found }],
      });
    }
  }
  const literal = literalSpans(tokens, names);
  for (const span of [...sharedHeads(said, names), ...literal]) spans.set(`${span.from} ${span.to}`, span);
  const isGuess = ({ columns }: ColumnSpan) => columns.every(({ by }) => by !== undefined);
  const isHidden = (span: ColumnSpan) =>
    isGuess(span) && literal.some(({ from, to }) => from < span.to && span.from < to);
  return [...spans.values()].filter((span) => !isHidden(span)).map((span) => {
    const most = Math.max(...span.columns.map(({ share }) => share));
    return { ...span, columns: span.columns.filter(({ share }) => share === most) };
  });
}

function wholeSpan({ column, hasUnit }: ColumnName, { from, to }: Stretch): ColumnSpan {
  return { from, to, columns: [{ column, hasUnit, share: 1 }] };
}

/** Names that are said literally: these are meant, though an everyday word may stand for others as well. */
function literalSpans(tokens: readonly Token[], names: readonly ColumnName[]): readonly ColumnSpan[] {
  return names.flatMap((name) => {
    const keys = coreTokens(nameTokens(name.column.name)).map(({ key }) => key);
    return tokens.flatMap(({ from }, at) => {
      const to = tokens[at + keys.length - 1]?.to;
      const isSaid = keys.length > 1 && keys.every((key, offset) => tokens[at + offset]?.key === key);
      return to !== undefined && isSaid ? [wholeSpan(name, { from, to })] : [];
    });
  });
}

/** The first of two names that share their end: max of "max and min temperature", A of "A and B per 1000". */
function sharedHeads(said: readonly SaidTerm[], names: readonly ColumnName[]): readonly ColumnSpan[] {
  return said.flatMap((first, at) => {
    if (!/^(?:and|&|,|と|・|や)$/.test(said[at + 1]?.text ?? "")) return [];
    const isSaid = (key: string, offset: number) => said[at + 2 + offset]?.key === key;
    const [one] = names.flatMap((other) => {
      const [start, ...end] = other.terms.map(({ key }) => key);
      const orders = start === undefined || end.length === 0 ? [] : [[start, ...end], [...end, start]];
      return orders.filter((keys) => keys.every(isSaid)).flatMap((keys) =>
        names.filter((one) =>
          one !== other && one.terms.length === keys.length &&
          [first.key, ...keys.slice(1)].every((key) => one.terms.some((term) => term.key === key))
        )
      );
    });
    return one === undefined ? [] : [wholeSpan(one, first)];
  });
}

interface SaidTerm extends Term {
  /** Further keys that it may stand for. */
  readonly others?: readonly string[];
  readonly by?: "related" | "spelling";
}

/** A term with the names that it is often used for, if no column is called like it. */
function withRelated(term: Term, known: ReadonlySet<string>, names: readonly ColumnName[]): SaidTerm {
  if (term.kind !== "concept" || known.has(term.key)) return term;
  const concept = term.key.slice(1);
  // class of Pclass
  const isLonger = (text: string) =>
    term.text.length > 3 && text.endsWith(term.text) && text.length <= term.text.length + 2;
  const longer = keysLike(names, ({ text }) => isLonger(text));
  if (longer.length > 0) return { ...term, others: longer, by: "spelling" };
  const all = related.filter((group) => group.includes(concept))
    .flatMap((group) => group.map(conceptKey)).filter((key) => known.has(key));
  // An amount is rather another amount than the price of one piece.
  const amounts = all.filter((key) => additive.has(concept) && additive.has(key.slice(1)));
  const others = amounts.length > 0 ? amounts : all;
  return others.length === 0 ? term : { ...term, others, by: "related" };
}

/** The keys of the terms of names that are like something. */
function keysLike(names: readonly ColumnName[], isLike: (term: Term) => boolean): readonly string[] {
  return names.flatMap(({ terms }) => terms.filter(isLike).map(({ key }) => key));
}

/** A word that nothing else knows as the one of a name that it misspells. */
function respelled(term: SaidTerm, names: readonly ColumnName[], known: ReadonlySet<string>): SaidTerm {
  const isKnown = known.has(term.key) || phrases.has(term.key) || term.by !== undefined;
  if (!["word", "concept"].includes(term.kind) || isKnown || term.text.length < 3) return term;
  const { text, key } = term;
  const limit = stemOf(text).length < 4 ? 0 : text.length < 7 ? 1 : 2;
  const letters = (word: string) => [...word].toSorted().join("");
  const isNear = (word: string) =>
    limit === 0
      ? letters(text) === letters(word) && editDistance(text, word) === 1
      : Math.abs(word.length - text.length) <= limit && word.length > 3 &&
        Math.min(editDistance(text, word), editDistance(key, stemOf(word))) <= limit;
  const others = keysLike(names, (one) =>
    // unemp of unemployment
    term.kind === "concept"
      ? isAbbreviated(text, one.text)
      : (one.kind === "word" || one.kind === "concept") &&
        (isNear(one.text) || isAbbreviated(text, one.text) || isDerived(text, one.text)));
  return others.length === 0 ? term : { ...term, others, by: "spelling" };
}

/** Dep of departure, dest of destination. */
function isAbbreviated(word: string, name: string): boolean {
  return name.length >= 3 && word.length >= name.length + 3 && word.startsWith(name);
}

/** cancellation and cancelled: the same beginning, other endings. */
function isDerived(word: string, name: string): boolean {
  let same = 0;
  while (same < word.length && word[same] === name[same]) same++;
  return same >= 5 && same * 2 > Math.max(word.length, name.length);
}

type Place = Omit<NamedColumn, "column" | "hasUnit"> & Stretch;

/** Where the sentence says terms of a name next to each other, in any order; Japanese characters in theirs. */
function* placesOf(
  said: readonly SaidTerm[],
  { terms, joined, column, unit }: ColumnName,
  keys: ReadonlySet<string>,
): Generator<Place> {
  // temp_max is a temperature.
  const head = terms.findLast((term) => !isWeak(term)) ?? terms.at(-1);
  for (let at = 0; at < said.length; at++) {
    const first = said[at];
    if (first === undefined) continue;
    const next = said[at + 1];
    const isJoined = joined !== "" && first.kind === "word" && first.key === joined;
    const isSplit = joined !== "" && isLongWord(first) && isLongWord(next) &&
      stemOf(first.text + next.text) === joined;
    if (isJoined) yield { from: first.from, to: first.to, share: 1 };
    else if (isSplit) yield { from: first.from, to: next.to, share: 1 };
    const run = runFrom(said, at, terms);
    const last = run.at(-1);
    if (last === undefined) continue;
    const share = run.length / terms.length;
    const isLong = run.some(({ kind }) => kind !== "japanese" && kind !== "number") || run.length > 1;
    // A part that is also a word of charts (total, time, number) names no column.
    const isOrdinary = run.every((term) => term.kind === "word" && phrases.has(term.key)) ||
      run.every(isWeak);
    // The last word says what it is: patients are not patient_age. Another word of the sentence may supply it.
    const isHeadless = column.kind !== "time" && head !== undefined && head.kind !== "japanese" &&
      !run.some(({ key, others = [] }) => key === head.key || others.includes(head.key)) &&
      !keys.has(head.key) && !run.some(isTelling);
    if (share < 1 && (!isLong || isOrdinary || isHeadless)) continue;
    const by = run.find((term) => term.by !== undefined)?.by;
    // The unit of a name may be said with it: delivery days.
    const following = said[said.indexOf(last) + 1];
    const end = unit !== "" && following?.key === unit ? following.to : last.to;
    yield { from: first.from, to: end, ...(by === undefined ? { share } : { share: share * 0.9, by }) };
  }
}

/** Whether a term is a single word of some length, which may be a part of one that is written as one. */
function isLongWord(term: SaidTerm | undefined): term is SaidTerm {
  return term !== undefined && (term.kind === "word" || term.kind === "concept") && term.text.length > 2 &&
    term.to - term.from === term.text.length;
}

/** Concepts that are as well words of charts, and say too little of a name of several words. */
const weak = new Set(
  ["time", "date", "mean", "minimum", "maximum", "number", "name", "order"].map(conceptKey),
);

/** An everyday measure says enough without the last word of a name: unemployment of unemployment_rate. */
function isTelling(term: SaidTerm): boolean {
  return term.kind === "concept" && term.by === undefined && !isWeak(term) &&
    !entities.has(term.key.slice(1));
}

function isWeak({ key }: Term): boolean {
  return weak.has(key);
}

function runFrom(said: readonly SaidTerm[], start: number, terms: readonly Term[]): readonly SaidTerm[] {
  const run: SaidTerm[] = [];
  const left = terms.map(({ key }) => key);
  let previous = -1;
  for (let at = start; at < said.length; at++) {
    const term = said[at];
    if (term === undefined) break;
    const keys = [term.key, ...(term.others ?? [])];
    const place = term.kind === "japanese" && previous >= 0 && terms[previous]?.kind === "japanese"
      ? (left[previous + 1] === term.key ? previous + 1 : -1)
      : left.findIndex((key) => key !== "" && keys.includes(key));
    if (place < 0 && run.length > 0 && between.has(term.text)) continue;
    if (place < 0) break;
    left[place] = "";
    previous = place;
    run.push(term);
  }
  return run;
}
