/** Numbers, dates and times of columnar files as people write them, without losing a digit that the file has. */

export type TimeUnit = "s" | "ms" | "us" | "ns";

const perSecond: Readonly<Record<TimeUnit, bigint>> = {
  s: 1n,
  ms: 1_000n,
  us: 1_000_000n,
  ns: 1_000_000_000n,
};
/** Digits behind the point of a decimal; those of Arrow and Parquet have 76 in all. */
const mostScale = 1_000;
/** Digits that a number of 64 bits keeps, whatever they are. */
const exactDigits = 15;

/** A time without a zone, with millionths where it has parts of a second, or billionths: as Python writes it. */
export function isoTimestamp(value: bigint, unit: TimeUnit): string {
  const { seconds, fraction } = split(value, unit);
  const time = new Date(Number(seconds) * 1_000);
  return Number.isNaN(time.getTime()) ? String(value) : time.toISOString().slice(0, -5) + fraction;
}

/** The time of a day. */
export function isoTime(value: bigint, unit: TimeUnit): string {
  const { seconds, fraction } = split(value, unit);
  return [seconds / 3_600n, seconds / 60n % 60n, seconds % 60n].map((part) => String(part).padStart(2, "0"))
    .join(":") + fraction;
}

/** The day of a number of milliseconds. */
export function isoDay(milliseconds: number): string {
  const day = new Date(milliseconds);
  return Number.isNaN(day.getTime()) ? String(milliseconds) : day.toISOString().replace(/T.*$/, "");
}

/** A length of time as ISO 8601 has it: days, hours, minutes, seconds. */
export function isoDuration(value: bigint, unit: TimeUnit): string {
  const { seconds, fraction } = split(value < 0n ? -value : value, unit);
  const clock = `${seconds / 3_600n % 24n}H${seconds / 60n % 60n}M${seconds % 60n}${
    fraction.replace(/0+$/, "")
  }S`;
  return `${value < 0n ? "-" : ""}P${seconds / 86_400n}DT${clock}`;
}

/** A number where it is one without loss, else its digits. */
export function decimalValue(value: bigint, scale: number): number | string {
  if (scale > mostScale) throw new Error("a decimal that cannot be");
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const text = `${value < 0n ? "-" : ""}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ""}`;
  return digits.replace(/^0+/, "").length <= exactDigits ? Number(text) : text;
}

/** The shortest number that is the same one in 32 or 16 bits. */
export function shortFloat(value: number, round: (value: number) => number = Math.fround): number {
  for (let precision = 3; Number.isFinite(value) && precision <= 9; precision++) {
    const near = Number(value.toPrecision(precision));
    if (round(near) === value) return near;
  }
  return value;
}

/** The number that was meant where only its last bits differ, as 0.1 + 0.2 does from 0.3; others stay as they are. */
export function withoutNoise(value: number): number {
  const near = Number(value.toPrecision(exactDigits));
  return near.toExponential().replace(/e.*|[-.]/g, "").length <= 12 ? near : value;
}

/** The name of a number without end, which JSON does not have: as Python writes it. */
export function infinite(value: number): "inf" | "-inf" {
  return value > 0 ? "inf" : "-inf";
}

function split(value: bigint, unit: TimeUnit): { readonly seconds: bigint; readonly fraction: string } {
  const size = perSecond[unit];
  const rest = ((value % size) + size) % size;
  const digits = unit === "s" ? "" : String(rest).padStart(String(size).length - 1, "0");
  const shown = digits.replace(/(000)+$/, "");
  return { seconds: (value - rest) / size, fraction: shown === "" ? "" : `.${shown.padEnd(6, "0")}` };
}
