/** Nouns that count the rows of which a column says yes. */

import assert from "node:assert/strict";
import { made } from "./made.ts";
import { csv, daysFrom } from "./tables.ts";

const days = daysFrom("2024-01-01", 180);

function withFlag(flag: string, [yes, no]: readonly [string | number, string | number]): string {
  return csv(
    `parcel_id,sent_on,depot,carrier,weight_kg,${flag}`,
    days.map((day, k) => [
      `P${k}`,
      day,
      ["North", "South", "East"][k % 3],
      ["Swift", "Mule"][k % 7 % 2],
      1 + k * 7 % 11,
      (k * 5 + k % 3) % 8 < 2 ? yes : no,
    ]),
  );
}

function seen(data: string, query: string): { mapping: unknown; isOnly: boolean } {
  const { metadata } = made(data, query);
  const warnings = JSON.stringify(metadata["warnings"]);
  return { mapping: metadata["mapping"], isOnly: /only rows with|行だけを使いました/.test(warnings) };
}

const byDepot = { mapping: { x: "depot", y: "count" }, isOnly: true };

Deno.test("a noun of one stem with a flag counts only the rows of which it says yes", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["returned", "number of returns per depot"],
    ["returned", "return count by depot"],
    ["returned", "return counts by depot, only returned parcels"],
    ["returned", "depots with the most returns"],
    ["is_cancelled", "which depot has the most cancellations?"],
    ["cancelled", "cancellations by depot"],
    ["complained", "how many complaints does each depot have"],
    ["injured", "number of injuries by depot"],
    ["defaulted", "count of defaults for each depot"],
    ["returned", "depot別の返品件数"],
    ["returned", "返品が最も多いdepotは"],
    ["churned", "depotごとの解約者数"],
    ["キャンセル有無", "depot別のキャンセル数"],
  ];
  for (const [flag, query] of cases) {
    for (const labels of [["yes", "no"], [1, 0]] as const) {
      assert.deepEqual(seen(withFlag(flag, labels), query), byDepot, `${flag}: ${query}`);
    }
  }
  const banded = seen(withFlag("returned", ["yes", "no"]), "number of returns by weight band");
  assert.deepEqual(banded, { mapping: { x: "weight_kg", y: "count" }, isOnly: true });
  const monthly = seen(withFlag("cancelled", ["Y", "N"]), "monthly cancellations");
  assert.deepEqual(monthly, { mapping: { x: "sent_on", y: "count" }, isOnly: true });
});

Deno.test("a flag that is rated, grouped by or beside something measured is not counted so", () => {
  const data = withFlag("returned", ["yes", "no"]);
  const cases: readonly (readonly [string, unknown])[] = [
    ["return rate by depot", { x: "depot", y: "return rate" }],
    ["depot別の返品率", { x: "depot", y: "返品率" }],
    ["number of parcels by returned", { x: "returned", y: "count" }],
    ["average weight of returns by depot", { x: "depot", y: "weight_kg" }],
    ["number of parcels and returns per depot", { x: "depot", y: "count" }],
  ];
  for (const [query, mapping] of cases) {
    assert.deepEqual(seen(data, query), { mapping, isOnly: false }, query);
  }
});

Deno.test("a column of how many there are is added up, whatever a flag says", () => {
  const data = csv(
    "day,depot,returns,returned",
    days.map((day, k) => [day, ["North", "South"][k % 2], k % 5, k % 5 > 0 ? "yes" : "no"]),
  );
  assert.deepEqual(seen(data, "number of returns by depot"), {
    mapping: { x: "depot", y: "returns" },
    isOnly: false,
  });
});
