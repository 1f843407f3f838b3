/** The numbers that a specification gives: filter, time units, aggregation, order, limit, shares, bins. */

import assert from "node:assert/strict";
import type { ResolvedSpec } from "../../../src/base/chart_spec.ts";
import { drawn } from "./made.ts";

const orders = [
  "date,region,channel,amount,rate",
  "2024-01-05,North,web,10,0.1",
  "2024-01-20,South,web,20,0.2",
  "2024-02-02,North,shop,30,0.3",
  "2024-02-28,North,web,40,0.4",
  "2024-04-10,South,shop,50,0.5",
  "2025-01-15,East,web,60,0.6",
].join("\n");

interface Case {
  readonly what: string;
  readonly data?: string;
  readonly spec: ResolvedSpec;
  readonly x: readonly string[];
  readonly series: Readonly<Record<string, readonly (number | null)[]>>;
}

const byRegion = { pattern: "P02", x: "region", y: "amount" } as const;
const weekdays = "day,n\nWed,3\nMon,1\nSun,9\nTue,2";
const shortDays = "day,n\nSun,4\nThurs,3\nTues.,5\nFri,9";
/** A census every five years, of which one is missing. */
const census = [
  "year,city,people",
  ...[2000, 2005, 2015, 2020].flatMap((year) => [`${year},Ulm,${year - 1990}`, `${year},Hof,5`]),
].join("\n");
const uneven = "year,v\n1990,1\n2001,2\n2013,4\n2014,3";

const cases: readonly Case[] = [
  {
    what: "bars in the step of the data, with the place of a census that is missing",
    data: census,
    spec: { pattern: "P02", x: "year", y: "people", aggregate: "sum" },
    x: ["2000", "2005", "2010", "2015", "2020"],
    series: { "": [15, 20, null, 30, 35] },
  },
  {
    what: "counts in the step of the data, also of what a filter leaves",
    data: census,
    spec: {
      pattern: "P01",
      x: "year",
      aggregate: "count",
      filter: [{ column: "people", op: ">", value: 10 }],
    },
    x: ["2005", "2010", "2015", "2020"],
    series: { "": [1, 0, 1, 1] },
  },
  {
    what: "stacked means only where there are rows",
    data: census,
    spec: { pattern: "P12", x: "year", y: "people", color: "city", aggregate: "mean", stack: true },
    x: ["2000", "2005", "2015", "2020"],
    series: { Ulm: [10, 15, 25, 30], Hof: [5, 5, 5, 5] },
  },
  {
    what: "years of which most are missing are not invented",
    data: uneven,
    spec: { pattern: "P02", x: "year", y: "v", aggregate: "sum" },
    x: ["1990", "2001", "2013", "2014"],
    series: { "": [1, 2, 4, 3] },
  },
  {
    what: "weekdays by any usual abbreviation in their order",
    data: shortDays,
    spec: { pattern: "P02", x: "day", y: "n", aggregate: "sum" },
    x: ["Tues.", "Thurs", "Fri", "Sun"],
    series: { "": [5, 3, 9, 4] },
  },
  {
    what: "sums by group, the largest first",
    spec: { ...byRegion, aggregate: "sum" },
    x: ["North", "South", "East"],
    series: { "": [80, 70, 60] },
  },
  {
    what: "means, in ascending order",
    spec: { ...byRegion, aggregate: "mean", sort: "value" },
    x: ["North", "South", "East"],
    series: { "": [26.666666666666668, 35, 60] },
  },
  {
    what: "medians, lowest and highest values",
    spec: { ...byRegion, aggregate: "median", sort: "label" },
    x: ["East", "North", "South"],
    series: { "": [60, 30, 35] },
  },
  {
    what: "rows are counted without a measure, in the order of the table",
    spec: { pattern: "P02", x: "region", sort: "data" },
    x: ["North", "South", "East"],
    series: { "": [3, 2, 1] },
  },
  {
    what: "different values are counted",
    spec: { pattern: "P02", x: "region", y: "channel", aggregate: "distinct", sort: "label" },
    x: ["East", "North", "South"],
    series: { "": [1, 2, 2] },
  },
  {
    what: "running totals",
    spec: {
      pattern: "P12",
      x: "date",
      y: "amount",
      color: "channel",
      aggregate: "sum",
      time_unit: "year",
      normalize: "cumulative",
    },
    x: ["2024", "2025"],
    series: { web: [70, 130], shop: [80, 80] },
  },
  {
    what: "the first times by value are single times",
    spec: {
      pattern: "P02",
      x: "date",
      y: "amount",
      aggregate: "none",
      sort: "-value",
      limit: 2,
      rest: "drop",
    },
    x: ["Jan 15, 2025", "Apr 10, 2024"],
    series: { "": [60, 50] },
  },
  {
    what: "a line keeps the order of its times; sorted are the lines",
    spec: {
      pattern: "P12",
      x: "date",
      y: "amount",
      color: "region",
      aggregate: "sum",
      time_unit: "year",
      sort: "value",
    },
    x: ["2024", "2025"],
    series: { East: [null, 60], South: [70, null], North: [80, null] },
  },
  {
    what: "months without data have bars too, which are empty",
    spec: {
      pattern: "P02",
      x: "date",
      y: "amount",
      aggregate: "sum",
      time_unit: "month",
      filter: [{ column: "date", op: "=", value: "2024" }],
    },
    x: ["Jan 2024", "Feb 2024", "Mar 2024", "Apr 2024"],
    series: { "": [30, 70, null, 50] },
  },
  {
    what: "counted rows of a line are zero where there are none",
    spec: {
      pattern: "P01",
      x: "date",
      aggregate: "count",
      time_unit: "month",
      filter: [{ column: "date", op: "<", value: "2025" }],
    },
    x: ["Jan 2024", "Feb 2024", "Mar 2024", "Apr 2024"],
    series: { "": [2, 2, 0, 1] },
  },
  {
    what: "the same month of all years is one group",
    spec: { pattern: "P02", x: "date", y: "amount", aggregate: "sum", time_unit: "month_of_year" },
    x: ["Jan", "Feb", "Mar", "Apr"],
    series: { "": [90, 70, null, 50] },
  },
  {
    what: "a column is grouped a second time by year",
    spec: {
      pattern: "P12",
      x: "date",
      color: "date",
      y: "amount",
      aggregate: "sum",
      time_unit: "month_of_year",
    },
    x: ["Jan", "Feb", "Mar", "Apr"],
    series: { "2024": [30, 70, null, 50], "2025": [60, null, null, null] },
  },
  {
    what: "weekdays stand in their order, whatever the table has",
    data: weekdays,
    spec: { pattern: "P02", x: "day", y: "n", aggregate: "sum" },
    x: ["Mon", "Tue", "Wed", "Sun"],
    series: { "": [1, 2, 3, 9] },
  },
  {
    what: "what is beyond the limit is aggregated together from its rows",
    spec: { ...byRegion, aggregate: "mean", sort: "-value", limit: 1, rest: "other" },
    x: ["East", "Other (2)"],
    series: { "": [60, 30] },
  },
  {
    what: "what is beyond the limit is left out",
    spec: { ...byRegion, aggregate: "sum", sort: "-value", limit: 2, rest: "drop" },
    x: ["North", "South"],
    series: { "": [80, 70] },
  },
  {
    what: "shares of the whole keep the rest",
    spec: { pattern: "P03", x: "region", y: "amount", aggregate: "sum", normalize: "share", limit: 1 },
    x: ["North", "Other (2)"],
    series: { "": [80 / 210, 130 / 210] },
  },
  {
    what: "shares of several series are of each group",
    spec: {
      pattern: "P21",
      x: "region",
      y: "amount",
      color: "channel",
      aggregate: "sum",
      normalize: "share",
      sort: "label",
    },
    x: ["East", "North", "South"],
    series: { web: [1, 50 / 80, 20 / 70], shop: [null, 30 / 80, 50 / 70] },
  },
  {
    what: "an index starts at 100",
    spec: { pattern: "P01", x: "date", y: "amount", aggregate: "sum", time_unit: "year", normalize: "index" },
    x: ["2024", "2025"],
    series: { "": [100, 40] },
  },
  {
    what: "several measures are series",
    spec: { pattern: "P12", x: "date", y: ["amount", "rate"], aggregate: "mean", time_unit: "year" },
    x: ["2024", "2025"],
    series: { amount: [30, 60], rate: [0.3, 0.6] },
  },
  {
    what: "several measures without x are bars",
    spec: { pattern: "P02", y: ["amount", "rate"], aggregate: "max" },
    x: ["amount", "rate"],
    series: { "": [60, 0.6] },
  },
  {
    what: "filters hold all at once",
    spec: {
      ...byRegion,
      aggregate: "sum",
      filter: [
        { column: "channel", op: "in", value: ["WEB", "shop"] },
        { column: "amount", op: "between", value: [20, 50] },
        { column: "region", op: "!=", value: "East" },
        { column: "date", op: ">=", value: "2024-02" },
      ],
    },
    x: ["North", "South"],
    series: { "": [70, 50] },
  },
  {
    what: "texts are searched for a part",
    spec: { ...byRegion, aggregate: "count", filter: [{ column: "region", op: "contains", value: "outh" }] },
    x: ["South"],
    series: { "": [2] },
  },
  {
    what: "each row is a bar of its own if nothing is aggregated",
    spec: { ...byRegion, aggregate: "none", sort: "data" },
    x: ["North", "South", "North", "North", "South", "East"],
    series: { "": [10, 20, 30, 40, 50, 60] },
  },
  {
    what: "bins as many as are wished",
    spec: { pattern: "P03", x: "amount", bins: 3 },
    x: ["0", "20", "40"],
    series: { amount: [1, 2, 3] },
  },
  {
    what: "overlaid histograms of unequal groups are shares",
    spec: { pattern: "P23", x: "amount", color: "channel", bins: 3 },
    x: ["0", "20", "40"],
    series: { web: [0.25, 0.25, 0.5], shop: [0, 0.5, 0.5] },
  },
  {
    what: "histograms by year",
    spec: { pattern: "P13", x: "amount", facet: "date", time_unit: "year", bins: 3 },
    x: ["0", "20", "40"],
    series: { "2024": [1, 2, 2], "2025": [0, 0, 1] },
  },
  {
    what: "boxes of groups",
    spec: { pattern: "P32", x: "channel", y: "amount" },
    x: ["low", "q1", "median", "q3", "high"],
    series: { web: [10, 17.5, 30, 45, 60], shop: [30, 35, 40, 45, 50] },
  },
  {
    what: "a heat map of two groups",
    spec: { pattern: "heatmap", x: "region", color: "channel", y: "amount", aggregate: "sum", sort: "label" },
    x: ["East", "North", "South"],
    series: { web: [60, 50, 20], shop: [null, 30, 50] },
  },
  {
    what: "a heat map of weekdays and hours of one time",
    data: "at\n2024-01-01T09:10\n2024-01-01T09:50\n2024-01-02T11:00",
    spec: { pattern: "heatmap", x: "at", color: "at", time_unit: "hour_of_day" },
    x: ["9:00", "10:00", "11:00"],
    series: { Mon: [2, 0, 0], Tue: [0, 0, 1] },
  },
  {
    what: "a panel for each group",
    spec: { pattern: "P31", x: "date", y: "amount", facet: "region", aggregate: "sum", time_unit: "year" },
    x: ["2024", "2025"],
    series: { North: [80, null], South: [70, null], East: [null, 60] },
  },
];

for (const { what, data = orders, spec, x, series } of cases) {
  Deno.test(`a specification gives its numbers: ${what}`, () => {
    const { numbers } = drawn(data, spec);
    assert.deepEqual({ x: numbers.x, series: numbers.series }, { x, series });
  });
}

Deno.test("a scatter plot tells how its columns are related", () => {
  const { numbers } = drawn("a,b\n1,2\n2,4\n3,6\n,5", { pattern: "scatter", x: "a", y: "b" });
  assert.deepEqual(numbers.series, { "": [3, 1, 2] });
});
