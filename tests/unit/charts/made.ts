/** Charts drawn with letters of one width: from a sentence, or from a specification alone. */

import type { ResolvedSpec } from "../../../src/base/chart_spec.ts";
import type { Language } from "../../../src/base/language.ts";
import { type DrawnSpec, drawSpec } from "../../../src/charts/draw_spec.ts";
import { type MadeChart, makeChart } from "../../../src/charts/make_chart.ts";
import type { Table } from "../../../src/charts/table/column.ts";
import { readTable } from "../../../src/charts/table/read_table.ts";
import { requestOf } from "./examples.ts";

export function measure(text: string, size: number): number {
  return [...text].length * size * 0.6;
}

export function made(data: string, query: string): MadeChart {
  return makeChart(requestOf({ data, query }), { measure });
}

export function tableOf(data: string): Table {
  return readTable({ data, language: "en", named: [] }).table;
}

export function drawn(data: string, spec: ResolvedSpec, language: Language = "en"): DrawnSpec {
  return drawSpec(tableOf(data), spec, { width: 1200, height: 900, language, measure });
}

/** All that is written in a picture. */
export function textsOf(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = ""]) => text);
}
