/** A period that the data does not fill is told, and none that only the rows of a sentence do not reach the end of. */

import assert from "node:assert/strict";
import { makeChart } from "../../../../src/charts/make_chart.ts";
import { requestOf } from "../examples.ts";
import { csv } from "../tables.ts";

Deno.test("rows that a sentence picks end where the data does, whichever the last of them is", () => {
  const calls = (hours: number) =>
    csv(
      "called_at,path,status,ms",
      Array.from({ length: hours * 4 }, (_, k) => {
        const time = new Date(Date.UTC(2024, 2, 1) + k * 900_000).toISOString().slice(0, 16);
        const isBusy = k % 96 >= 40 && k % 96 < 56;
        return [time, isBusy ? "/pay" : "/", isBusy && k % 3 === 0 ? 500 : 200, isBusy ? 90 : 5];
      }),
    );
  const partial = (hours: number, query: string) =>
    makeChart(requestOf({ data: calls(hours), query }), {
      measure: (text, size) => text.length * size * 0.6,
    }).metadata.warnings.filter((text) => /not complete/.test(text));
  const queries = [
    "errors per day",
    "500 responses per day",
    "requests per day with ms over 50",
    "requests per day for /pay",
    "errors per day since 2024-03-03",
  ];
  for (const query of queries) {
    assert.deepEqual(partial(24 * 8, query), [], query);
    const early = "the data of the last day ends at Mar 8, 2024 13:45: it is not complete";
    assert.deepEqual(partial(24 * 7 + 14, query), [early], query);
  }
});
