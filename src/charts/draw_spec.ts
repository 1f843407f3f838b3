/** Draws a resolved specification of a table as SVG, by its pattern in `patterns.ts`, with the sentences that go with it. */

import type { ResolvedSpec } from "../base/chart_spec.ts";
import { filterText } from "./draw/captions.ts";
import { type Context, makePage, type PageOptions } from "./draw/page.ts";
import { checkSpec, type Drawn, patterns } from "./patterns.ts";
import { filterRows } from "./table/filter_rows.ts";
import { specError } from "./table/named_columns.ts";
import type { Table } from "./table/column.ts";

export interface DrawOptions extends PageOptions {
  /** What the subtitle says besides, such as that the table is a sample. */
  readonly notes?: readonly string[];
  /** By how much counts and sums of a sample are multiplied. */
  readonly sampleFactor?: number;
}

export interface DrawnSpec extends Drawn {
  /** The columns by their roles; "count" for counted rows. */
  readonly mapping: Readonly<Record<string, string | readonly string[]>>;
}

export function drawSpec(table: Table, spec: ResolvedSpec, options: DrawOptions): DrawnSpec {
  const pattern = patterns.find(({ id }) => id === spec.pattern);
  if (pattern === undefined) {
    throw specError(`Cannot draw "${spec.pattern}": there is no such pattern`, {
      hint: `Choose one of ${patterns.map(({ id }) => id).join(", ")}`,
    });
  }
  checkSpec(pattern, spec, table);
  const filters = spec.filter ?? [];
  const filtered = filterRows(table, filters);
  const { language, notes = [], sampleFactor = 1 } = options;
  const context: Context = {
    page: makePage(options),
    table: filtered,
    observed: filterRows(table, filters.filter(({ column }) => column === spec.x)),
    spec,
    language,
    sampleFactor,
    notes: [...filters.map((filter) => filterText(filter, language)), ...notes],
  };
  const drawn = pattern.run(context);
  return { ...drawn, mapping: mappingOf(spec) };
}

function mappingOf(spec: ResolvedSpec): Record<string, string | readonly string[]> {
  const counted = spec.aggregate === "count" || spec.y === undefined;
  const entries = { ...pick(spec), y: counted ? "count" : spec.y };
  return Object.fromEntries(
    Object.entries(entries).flatMap(([role, name]) => name === undefined ? [] : [[role, name]]),
  );
}

function pick({ x, y, color, size, facet }: ResolvedSpec) {
  return { x, y, color, size, facet };
}
