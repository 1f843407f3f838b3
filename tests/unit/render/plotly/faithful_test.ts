/** What a reader takes from a figure: the key to its colours, bins that can be compared, texts that can be read. */

import assert from "node:assert/strict";
import { isRecord, type JsonRecord } from "../../../../src/render/json_view.ts";
import { plotlyToVega } from "../../../../src/render/plotly/to_vega.ts";
import { fontMetrics, vegaSvg } from "../../../../src/render/vega_svg.ts";

function specOf(data: readonly JsonRecord[], layout: JsonRecord = {}): JsonRecord {
  return plotlyToVega({ data, layout }, { measure: fontMetrics.width });
}

/** All records in a specification that have these fields. */
function* recordsWith(value: unknown, ...fields: string[]): Generator<JsonRecord> {
  if (Array.isArray(value)) { for (const item of value) yield* recordsWith(item, ...fields); }
  else if (isRecord(value)) {
    if (fields.every((field) => field in value)) yield value;
    for (const inner of Object.values(value)) yield* recordsWith(inner, ...fields);
  }
}

Deno.test("the key to colours goes from the least number to the greatest, not from zero", async () => {
  const figures: readonly JsonRecord[] = [
    { type: "heatmap", z: [[50, 51], [52, 53]] },
    { type: "bar", x: ["a", "b", "c"], y: [1, 2, 3], marker: { color: [50, 51, 53] } },
  ];
  for (const figure of figures) {
    const svg = await vegaSvg(specOf([figure]));
    const key = svg.slice(svg.indexOf("role-legend"));
    assert.match(key, />53(?:\.0)?</);
    assert.doesNotMatch(key, />(?:0|10|20|30|40)</);
  }
});
