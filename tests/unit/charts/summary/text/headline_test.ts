import assert from "node:assert/strict";
import { headline } from "../../../../../src/charts/summary/text/headline.ts";

Deno.test("a title begins with a capital where it begins with a word, and leaves units and symbols as they are", () => {
  const cases = [
    ["sales over time", "Sales over time"],
    ["unit_price by shop", "Unit price by shop"],
    ["kWh over time", "kWh over time"],
    ["ppm by sensor", "ppm by sensor"],
    ["pH", "pH"],
    ["co2 over time", "CO2 over time"],
    ["dau by month", "DAU by month"],
    ["net_profit_keur over time", "Net profit (kEUR) over time"],
    ["revenue_musd by region", "Revenue (MUSD) by region"],
    ["data over time", "Data over time"],
    ["v by g", "v by g"],
    ["Distribution of v", "Distribution of v"],
    ["売上の推移", "売上の推移"],
  ] as const;
  for (const [name, title] of cases) assert.equal(headline(name), title);
});
