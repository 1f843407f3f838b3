/** The chart that a table and a sentence become, drawn with letters of one width. */

import { type MadeChart, makeChart } from "../../../src/charts/make_chart.ts";
import { requestOf } from "./examples.ts";

export function made(data: string, query: string): MadeChart {
  return makeChart(requestOf({ data, query }), { measure: (text, size) => text.length * size * 0.6 });
}

/** All that is written in a picture. */
export function textsOf(spec: unknown): string[] {
  return [...JSON.stringify(spec).matchAll(/"text":"([^"]*)"/g)].map(([, text = ""]) => text);
}
