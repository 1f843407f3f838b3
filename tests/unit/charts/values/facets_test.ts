/** Into which periods a distribution over time is cut. */

import assert from "node:assert/strict";
import { makeChart } from "../../../../src/charts/make_chart.ts";
import { requestOf } from "../examples.ts";
import { made } from "../made.ts";
import { csv, daysFrom, wave } from "../tables.ts";

const hour = 3_600_000;

/** The names of the panels; each stands before how many values it has. */
function panelsOf(data: string, query = "how does the distribution of v change over time"): string[] {
  const measure = (text: string, size: number) => text.length * size * 0.5;
  const { spec, metadata } = makeChart(requestOf({ data, query }), { measure });
  assert.equal(metadata.pattern_id, "P13");
  const texts = [...JSON.stringify(spec).matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text ?? "");
  return texts.flatMap((text, at) => /^n = \d+$/.test(text) ? [texts[at - 1] ?? ""] : []);
}

function dailyTable(count: number): string {
  const dates = daysFrom("2024-01-01", count);
  return csv("date,v", dates.flatMap((date, k) => [0, 1, 2, 3, 4].map((n) => [date, 50 + 9 * wave(k, n)])));
}

function clockTable(hours: number): string {
  const rows = Array.from({ length: hours * 12 }, (_, k) => {
    const at = new Date(Date.UTC(2024, 0, 1) + k * hour / 12).toISOString();
    return [at, 50 + 9 * wave(k)];
  });
  return csv("at,v", rows);
}

Deno.test("days and weeks are cut apart where there are too few months", () => {
  assert.deepEqual(panelsOf(dailyTable(8)), [
    "Jan 1 – Jan 2, 2024",
    "Jan 3 – Jan 4, 2024",
    "Jan 5 – Jan 6, 2024",
    "Jan 7 – Jan 8, 2024",
  ]);
  assert.deepEqual(panelsOf(dailyTable(21)), [
    "week of Jan 1, 2024",
    "week of Jan 8, 2024",
    "week of Jan 15, 2024",
  ]);
  assert.equal(panelsOf(dailyTable(150)).length, 5, "months");
  for (let days = 2; days < 70; days++) {
    const { length } = panelsOf(dailyTable(days));
    assert.ok(length > 1 && length <= 6, `${days} days: ${length}`);
  }
});

Deno.test("a day is cut into hours", () => {
  const panels = panelsOf(clockTable(24));
  assert.equal(panels.length, 6);
  assert.deepEqual([panels[0], panels[5]], ["Jan 1 00:00–04:00", "Jan 1 20:00–24:00"]);
  assert.equal(panelsOf(clockTable(24), "vの分布の変化")[0], "1月1日 00:00〜04:00");
  assert.deepEqual(panelsOf(clockTable(70)), ["Jan 1, 2024", "Jan 2, 2024", "Jan 3, 2024"]);
  const seconds = Array.from({ length: 50 }, (_, k) => [new Date(k * 1000).toISOString(), k]);
  assert.equal(panelsOf(csv("at,v", seconds)).length, 5);
});

function yearlyTable(first: number, count: number): string {
  const years = Array.from({ length: count * 10 }, (_, k) => first + k % count);
  return csv("year,v", years.map((year, k) => [year, 50 + 9 * wave(k)]));
}

Deno.test("up to twelve years or months of the data have a panel each", () => {
  assert.equal(panelsOf(yearlyTable(2010, 9)).length, 9);
  assert.equal(panelsOf(yearlyTable(2010, 12)).length, 12);
  const months = Array.from({ length: 100 }, (_, k) => [`2024-${String(k % 10 + 1).padStart(2, "0")}`, k]);
  assert.equal(panelsOf(csv("month,v", months)).length, 10);
});

Deno.test("years are put together so that none is left over, or it is said which", () => {
  assert.deepEqual(panelsOf(yearlyTable(2001, 15)), [
    "2001–2003",
    "2004–2006",
    "2007–2009",
    "2010–2012",
    "2013–2015",
  ]);
  const query = "how does the distribution of v change over time";
  const warningsOf = (count: number) => made(yearlyTable(2001, count), query).metadata.warnings.join();
  assert.equal(panelsOf(yearlyTable(2001, 13)).at(-1), "2013");
  assert.match(warningsOf(13), /2013 has fewer years than the other periods, of 2 each/);
  assert.doesNotMatch(warningsOf(15), /fewer years/);
  const sparse = csv("year,v", Array.from({ length: 40 }, (_, k) => [1980 + k, k]));
  assert.equal(panelsOf(sparse).length, 4, "decades, where a few years have hardly any values");
});

Deno.test("a period that the sentence asks for is kept, also where there is only one", () => {
  assert.deepEqual(panelsOf(dailyTable(21), "monthly change of the distribution of v"), ["Jan 2024"]);
});
