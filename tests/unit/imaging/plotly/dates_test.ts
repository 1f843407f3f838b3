/** Axes of dates: where moments stand on them. */

import assert from "node:assert/strict";
import { recordsWith, specOf } from "./figure_spec.ts";

const domainOf = (x: readonly string[]) =>
  [...recordsWith(specOf([{ x, y: [1, 2], mode: "lines" }]), "name", "domain", "range")]
    .find(({ name }) => name === "x")?.["domain"];

Deno.test("times with a zone stand where the clock on the wall has them", () => {
  const day = [Date.UTC(2024, 3, 1), Date.UTC(2024, 3, 2)];
  for (const zone of ["+09:00", "-0500", "Z", ""]) {
    assert.deepEqual(domainOf([`2024-04-01T00:00:00${zone}`, `2024-04-02 00:00${zone}`]), day, zone);
  }
  assert.deepEqual(domainOf(["2024-4-1", "2024-04-02"]), day);
});
