import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv } from "../tables.ts";

const sales = (...regions: string[]) =>
  csv("region,sales", regions.map((region, index) => [region, 40 + index]));

Deno.test("NA beside other regions of the world is a name", () => {
  for (
    const regions of [
      ["NA", "EMEA", "APAC", "LATAM"],
      ["NA", "EU", "NA", "EU"],
      ["NA", "Europe", "Asia Pacific", "Middle East", "Japan"],
    ]
  ) {
    const { spec, metadata } = made(sales(...regions), "compare sales by region");
    assert.match(JSON.stringify(spec), /"text":"NA"/, regions.join());
    assert.deepEqual(metadata.warnings, [], regions.join());
  }
});

Deno.test("NA beside other names is an empty cell, and so is n/a everywhere", () => {
  for (
    const regions of [
      ["NA", "North", "South", "East"],
      ["NA", "Tokyo", "Osaka"],
      ["US", "DE", "NA", "FR"],
      ["n/a", "EMEA", "APAC"],
      ["na", "EMEA", "APAC"],
    ]
  ) {
    const { spec } = made(sales(...regions), "compare sales by region");
    assert.doesNotMatch(JSON.stringify(spec), /"text":"(?:NA|n\/a|na)"/, regions.join());
  }
});

Deno.test("a share is a percentage however its name is written", () => {
  for (const name of ["market_share", "market share", "share", "share_of_voice", "open_rate"]) {
    const table = csv(`vendor,${name}`, [["A", 0.356], ["B", 0.244]]);
    assert.match(made(table, `compare ${name} by vendor`).summary, /35\.6%/, name);
  }
  assert.doesNotMatch(
    made(csv("vendor,sharpness", [["A", 0.356], ["B", 0.244]]), "compare sharpness").summary,
    /%/,
  );
});
