/** Moments as the clocks of a zone show them. */

const offsetName = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

/** A time of UTC, such as isoTimestamp() writes it, with the hours and the offset of a zone; of one unknown as it is. */
export function inZone(utc: string, zone: string): string {
  const [seconds = "", fraction = ""] = utc.split(/(?=\.)/);
  const moment = Date.parse(`${seconds}Z`);
  const offset = Number.isNaN(moment) ? null : offsetAt(moment, zone);
  if (offset === null) return `${utc}+00:00`;
  return new Date(moment + offset.milliseconds).toISOString().slice(0, -5) + fraction + offset.text;
}

function offsetAt(moment: number, zone: string) {
  const name = zoneName(moment, zone);
  const found = name === null ? null : offsetName.exec(name);
  if (found === null) return null;
  const [, sign = "+", hours = "00", minutes = "00", seconds] = found;
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0);
  return {
    milliseconds: (sign === "-" ? -1 : 1) * size * 1_000,
    text: `${sign}${hours}:${minutes}${seconds === undefined ? "" : `:${seconds}`}`,
  };
}

/** The last one made: it takes longer to make than to use, and a column has one zone. */
let last: { readonly zone: string; readonly format: Intl.DateTimeFormat } | undefined;

function zoneName(moment: number, zone: string): string | null {
  try {
    if (last?.zone !== zone) {
      last = { zone, format: new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }) };
    }
    return last.format.formatToParts(moment).find(({ type }) => type === "timeZoneName")?.value ?? null;
  } catch (error) {
    // A file may name any zone.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
