/** Words for how values lie that name what is measured, and those that do not. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv, monthsFrom } from "../tables.ts";

const patternOf = (data: string, query: string) => made(data, query).metadata["pattern_id"];

Deno.test("a concentration is measured, and values that concentrate somewhere are distributed", () => {
  const air = csv(
    "month,site,no2_ppb",
    monthsFrom(2022, 24).flatMap((month, k) => [[month, "Port", 30 + k % 7], [month, "Park", 12 + k % 5]]),
  );
  const cases = [
    ["trend of the NO2 concentration", "P01"],
    ["concentration at each site over time", "P12"],
    ["average concentration by site", "P02"],
    ["NO2濃度の推移", "P01"],
    ["where are the NO2 values concentrated?", "P03"],
    ["NO2はどのあたりの値に集中している？", "P03"],
  ] as const;
  for (const [query, pattern] of cases) assert.equal(patternOf(air, query), pattern, query);
});

Deno.test("density, frequency, range and spread that a column is called by are its values", () => {
  const lakes = csv(
    "month,lake,algae_density,visits,price_spread",
    monthsFrom(2022, 12).flatMap((month, k) =>
      ["Elk", "Bear"].map((lake, i) => [month, lake, 3 + i + k % 4, 40 + k, 2 + i])
    ),
  );
  const cases = [
    ["density by lake", "P02"],
    ["how did the frequency of visits change from month to month?", "P01"],
    ["frequency of visits by lake", "P02"],
    ["spread over time", "P01"],
    ["histogram of the algae density", "P03"],
    ["how is algae density distributed?", "P03"],
    ["spread of visits by lake", "P32"],
  ] as const;
  for (const [query, pattern] of cases) assert.equal(patternOf(lakes, query), pattern, query);
});
