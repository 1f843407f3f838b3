/** The spread of many groups, or of groups with long names. */

import assert from "node:assert/strict";
import { made, textsOf } from "./made.ts";
import { csv, wave } from "./tables.ts";

/** Groups of one size; those of higher numbers lie higher. */
function clinics(count: number): string {
  return csv(
    "clinic,minutes",
    Array.from({ length: count * 20 }, (_, k) => {
      const clinic = Math.floor(k / 20);
      return [`Clinic ${clinic + 1}`, (20 + clinic + 6 * wave(k % 20)).toFixed(1)];
    }),
  );
}

Deno.test("forty groups have a box each, with their names in full", () => {
  const { spec, summary } = made(clinics(40), "Spread of minutes by clinic");
  const texts = textsOf(spec);
  for (const number of [1, 17, 40]) assert.ok(texts.includes(`Clinic ${number}`), texts.join(" | "));
  assert.match(summary, /highest for Clinic 40 .* lowest for Clinic 1 /);
});

Deno.test("of more groups the extremes are told of all, whether they are shown or not", () => {
  const few = csv("clinic,minutes", [["Clinic 99", 500], ["Clinic 99", 510]]);
  const { spec, summary } = made(
    `${clinics(50)}\n${few.split("\n").slice(1).join("\n")}`,
    "Spread of minutes by clinic",
  );
  assert.ok(!textsOf(spec).includes("Clinic 99"));
  assert.match(summary, /51 parts/);
  assert.match(summary, /highest for Clinic 99 \(505\) and lowest for Clinic 1 /);
  assert.match(summary, /the 39 with the most values are shown, the other 12 together as "Other"\./);
});

Deno.test("of groups of one size those with the highest medians are shown", () => {
  const texts = textsOf(made(clinics(50), "Spread of minutes by clinic").spec);
  assert.ok(texts.includes("Clinic 50") && texts.includes("Clinic 12"), texts.join(" | "));
  assert.ok(!texts.includes("Clinic 11"), texts.join(" | "));
});

Deno.test("long names stand beside their boxes and are neither turned nor cut", () => {
  const names = ["Senior Accountant", "Warehouse Supervisor", "Marketing Coordinator", "Electrician"];
  const roles = [...names, "Customer Support Agent", "Laboratory Technician", "Delivery Driver", "Nurse"];
  const data = csv("role,pay", Array.from({ length: 160 }, (_, k) => [roles[k % 8] ?? "", 40 + 9 * wave(k)]));
  const { spec } = made(data, "Spread of pay by role");
  const texts = textsOf(spec);
  for (const role of roles) assert.ok(texts.includes(role), texts.join(" | "));
  assert.doesNotMatch(JSON.stringify(spec), /"angle":-/);
});

Deno.test("an axis that leaves far outliers out ends where the others do, and tells of them in short", () => {
  const rows = Array.from(
    { length: 80 },
    (_, k): [string, number] => [k % 2 === 0 ? "a" : "b", 100 + 40 * wave(k)],
  );
  const texts = textsOf(made(csv("g,v", [...rows, ["b", 4_128_220_960_259]]), "spread of v by g").spec);
  assert.ok(texts.some((text) => text.includes("up to 4.13T")), texts.join(" | "));
  assert.ok(!texts.includes("200"), texts.join(" | "));
});

Deno.test("a mean that far outliers draw away leaves the boxes readable, and is told", () => {
  const rows = Array.from({ length: 80 }, (_, k): [string, number] => [
    k % 2 === 0 ? "a" : "b",
    100 + 40 * wave(k),
  ]);
  const { spec, summary } = made(csv("g,v", [...rows, ["b", 900_000]]), "spread of v by g with mean");
  assert.ok(!textsOf(spec).some((text) => /^\d+k$/.test(text)), textsOf(spec).join(" | "));
  assert.match(summary, /Mean a [\d.]+, b 22,\d+/);
});
