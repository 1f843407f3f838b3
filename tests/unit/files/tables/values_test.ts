import assert from "node:assert/strict";
import {
  decimalValue,
  inZone,
  isoDay,
  isoDuration,
  isoTime,
  isoTimestamp,
  shortFloat,
  withoutNoise,
} from "../../../../src/files/tables/values.ts";

Deno.test("withoutNoise drops the noise of floats, and nothing else", () => {
  assert.equal(withoutNoise(0.1 + 0.2), 0.3);
  assert.equal(withoutNoise(1.1 * 3), 3.3);
  for (const value of [0, -0.5, 1 / 3, Math.PI, 1e300, 5e-324, 123456789.12345679, 2 ** 53 - 1]) {
    assert.equal(withoutNoise(value), value);
  }
});

Deno.test("shortFloat shows a number of 32 or 16 bits as it was written", () => {
  for (const value of [0.1, 3.3, -1e-10, 16777216, 1.1754944e-38]) {
    assert.equal(shortFloat(Math.fround(value)), value);
  }
  assert.equal(shortFloat(Math.f16round(0.1), Math.f16round), 0.1);
  assert.equal(shortFloat(Infinity), Infinity);
});

Deno.test("decimalValue is a number if that loses nothing, else text", () => {
  assert.equal(decimalValue(1234n, 2), 12.34);
  assert.equal(decimalValue(-5n, 1), -0.5);
  assert.equal(decimalValue(0n, 4), 0);
  assert.equal(decimalValue(7n, 0), 7);
  assert.equal(decimalValue(12345678901234567890123456789n, 9), "12345678901234567890.123456789");
  assert.equal(decimalValue(-(10n ** 20n), 0), `-1${"0".repeat(20)}`);
});

Deno.test("isoTimestamp keeps every digit, also before 1970", () => {
  assert.equal(isoTimestamp(1_704_164_645_123_456_789n, "ns"), "2024-01-02T03:04:05.123456789");
  assert.equal(isoTimestamp(1_704_164_645_120n, "ms"), "2024-01-02T03:04:05.120000");
  assert.equal(isoTimestamp(-1n, "us"), "1969-12-31T23:59:59.999999");
  assert.equal(isoTimestamp(0n, "s"), "1970-01-01T00:00:00");
  assert.equal(isoTimestamp(10n ** 18n, "s"), String(10n ** 18n));
});

Deno.test("isoTime, isoDay and isoDuration write as ISO 8601 has it", () => {
  assert.equal(isoTime(45_015_123_456n, "us"), "12:30:15.123456");
  assert.equal(isoDay(-86_400_000), "1969-12-31");
  assert.equal(isoDuration(90_061n, "s"), "P1DT1H1M1S");
  assert.equal(isoDuration(-1n, "s"), "-P0DT0H0M1S");
  assert.equal(isoDuration(1_500n, "ms"), "P0DT0H0M1.5S");
});

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
