import assert from "node:assert/strict";
import { inZone } from "../../../../src/files/tables/in_zone.ts";

Deno.test("inZone shows a moment by the clocks of its zone, with every digit", () => {
  assert.equal(inZone("2024-01-01T15:00:00", "Asia/Tokyo"), "2024-01-02T00:00:00+09:00");
  assert.equal(
    inZone("2024-07-01T00:00:00.123456789", "America/New_York"),
    "2024-06-30T20:00:00.123456789-04:00",
  );
  assert.equal(inZone("2024-01-01T00:00:00", "UTC"), "2024-01-01T00:00:00+00:00");
  assert.equal(inZone("2024-01-01T00:00:00", "+05:30"), "2024-01-01T05:30:00+05:30");
  assert.equal(inZone("2024-01-01T00:00:00", "Nowhere/Land"), "2024-01-01T00:00:00+00:00");
});
