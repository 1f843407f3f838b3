/** The specification that a figure becomes, and what is found in it. */

import { isRecord, type JsonRecord } from "../../../../src/base/json.ts";
import { plotlyToVega } from "../../../../src/imaging/plotly/to_vega.ts";
import { fontMetrics } from "../../../../src/imaging/vega_svg.ts";

export function specOf(data: readonly JsonRecord[], layout: JsonRecord = {}): JsonRecord {
  return plotlyToVega({ data, layout }, { measure: fontMetrics.width });
}

/** All records in a specification that have these fields. */
export function* recordsWith(value: unknown, ...fields: string[]): Generator<JsonRecord> {
  if (Array.isArray(value)) { for (const item of value) yield* recordsWith(item, ...fields); }
  else if (isRecord(value)) {
    if (fields.every((field) => field in value)) yield value;
    for (const inner of Object.values(value)) yield* recordsWith(inner, ...fields);
  }
}
