/** Groups that a sentence names by their own name: "Tokyo and Osaka", 「札幌と仙台」. */

import type { CategoryColumn, Column, Table } from "./column.ts";

export interface ValueMention {
  readonly column: CategoryColumn;
  readonly labels: readonly string[];
  /** Whether only these are meant: not where the sentence also speaks of the others, or names them all. */
  readonly only: boolean;
}

const mostLabels = 200;
const others =
  /以外|ほか|他の|残り|その他|全て|すべて|全体|各|ごと|別|比べ|\bothers?\b|\brest\b|\bevery\b|\beach\b|\ball\b|\bexcept\b|\bbut\b|\bper\b|\bby\b/i;

export function mentionedValues(query: string, columns: readonly Column[]): ValueMention[] {
  const text = query.normalize("NFKC").toLowerCase();
  return columns.flatMap((column): ValueMention[] => {
    if (column.kind !== "category" || column.distinct > mostLabels) return [];
    const all = column.values().labels;
    const labels = all.filter((label) => isNamed(text, label.normalize("NFKC").toLowerCase()));
    if (labels.length === 0) return [];
    return [{ column, labels, only: labels.length < all.length && !others.test(text) }];
  });
}

function isNamed(text: string, label: string): boolean {
  if (/[^ -~]/.test(label)) return label.length > 1 && text.includes(label);
  if (label.length < 3 || /^\d+$/.test(label)) return false;
  const escaped = label.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  return new RegExp(`(?<![a-z0-9])${escaped}(?![a-z0-9])`).test(text);
}

/** The table with only the rows of these groups. */
export function onlyGroups(table: Table, { column, labels }: ValueMention): Table {
  const { codes, labels: all } = column.values();
  const wanted = new Set(labels.map((label) => all.indexOf(label)));
  const rows = Array.from(codes.keys()).filter((row) => wanted.has(codes[row] ?? -1));
  return { ...table, columns: table.columns.map((one) => pickedRows(one, rows)) };
}

function pickedRows(column: Column, rows: readonly number[]): Column {
  switch (column.kind) {
    case "number":
    case "time": {
      const values = () => {
        const all = column.values();
        return Float64Array.from(rows, (row) => all[row] ?? NaN);
      };
      return { ...column, values };
    }
    case "category":
      return pickedCategories(column, rows);
  }
}

/** Groups that have no row left are gone. */
function pickedCategories(column: CategoryColumn, rows: readonly number[]): CategoryColumn {
  const { codes, labels } = column.values();
  const kept = [...new Set(rows.map((row) => codes[row] ?? -1))].filter((code) => code >= 0).toSorted((
    a,
    b,
  ) => a - b);
  const places = new Map(kept.map((code, place) => [code, place]));
  const picked = {
    codes: Int32Array.from(rows, (row) => places.get(codes[row] ?? -1) ?? -1),
    labels: kept.map((code) => labels[code] ?? ""),
  };
  return { ...column, distinct: kept.length, values: () => picked };
}
