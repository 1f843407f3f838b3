/** The formats of d3 for numbers and times, which Plotly and Vega have in common. */

import { parse, View } from "vega";

/** A view is the only typed way to them. */
let locale: ReturnType<View["locale"]> | undefined;

function formats(): ReturnType<View["locale"]> {
  locale ??= new View(parse({})).finalize().locale();
  return locale;
}

/** A number in a format; null where the format cannot be read. */
export function formattedNumber(value: number, format: string): string | null {
  // That there are no formats at all is no fault of this one.
  const known = formats();
  try {
    return known.format(format)(value);
  } catch {
    return null;
  }
}

/** A time as the clock on the wall has it, in a format that may hold any other letters. */
export function formattedTime(time: number, format: string): string {
  return formats().utcFormat(fractions(format, time))(new Date(time));
}

/** Plotly's own: `%3f` are so many digits of a second. */
function fractions(format: string, time: number): string {
  const digits = String(Math.floor(((time % 1_000) + 1_000) % 1_000)).padStart(3, "0").padEnd(6, "0");
  return format.replace(/%([1-6])f/g, (_, count: string) => digits.slice(0, Number(count)));
}
