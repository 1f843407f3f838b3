/**
 * What is written at ticks, as Plotly writes it.
 * https://github.com/plotly/plotly.js/blob/master/src/plots/cartesian/axes.js (`tickText`, `autoTickRound`)
 */

import { markedLines } from "../../base/html_text.ts";
import { textAt } from "../../base/json.ts";
import type { Axis } from "./axis.ts";
import { day, minute, second } from "./durations.ts";
import { formattedNumber, formattedTime } from "./formats.ts";
import { plainNumber, powerLetter } from "./text_template.ts";
import type { Step } from "./tick_step.ts";

export interface Written {
  readonly step: Step;
  readonly domain: readonly [number, number];
}

/** The lines at each of some places. */
export function textsAt(
  places: readonly number[],
  axis: Axis,
  { step, domain }: Written,
): readonly (readonly string[])[] {
  const { layout, kind, categories } = axis;
  const around = (text: string) =>
    markedLines(`${textAt(layout, "tickprefix")}${text}${textAt(layout, "ticksuffix")}`);
  switch (kind) {
    case "category":
      return places.map((place) => around(categories[place] ?? ""));
    case "date":
      return timeTexts(places, axis, step).map(([first = "", ...more]) => [...around(first), ...more]);
    case "linear":
    case "log":
      return places.map(numberText(axis, { step, domain })).map((text, index) =>
        step.kind === "digits" && !isNamed(places[index] ?? 1) ? [] : around(text)
      );
  }
}

/** Between powers of ten there is room for few texts: at twice and five times of one. */
function isNamed(place: number): boolean {
  return [1, 2, 5].includes(Math.round(place / 10 ** Math.floor(Math.log10(place) + 1e-9)));
}

function numberText({ layout, kind }: Axis, { step, domain }: Written): (value: number) => string {
  const format = textAt(layout, "tickformat");
  const usual = kind === "log" ? plainNumber : evenNumber(layout, { step, domain });
  return (value) => format === "" ? usual(value) : formattedNumber(value, format) ?? usual(value);
}

/** Numbers with the digits that tell them apart, and all of them with the letter of one power where they are large. */
function evenNumber(layout: Axis["layout"], { step, domain }: Written): (value: number) => string {
  const most = Math.max(...domain.map(Math.abs));
  const given = textAt(layout, "exponentformat");
  const exponent = given === "none" ? 0 : sharedPower(most);
  const letter = exponent === 9 && given === "SI" ? "G" : powerLetter(exponent);
  const size = step.kind === "even" ? step.size : 1;
  const digits = Math.min(20, Math.max(0, 2 - Math.floor(Math.log10(size) + 0.01) + exponent));
  return (value) => {
    const number = Number((value / 10 ** exponent).toFixed(digits)) || 0;
    const text = isPlain(layout, number)
      ? String(number)
      : number.toLocaleString("en", { maximumFractionDigits: digits });
    return number === 0 ? "0" : `${text}${letter}`.replace("-", "−");
  };
}

/** Thousands are parted where there are many of them, or where the layout wants it. */
function isPlain(layout: Axis["layout"], number: number): boolean {
  return layout["separatethousands"] !== true && Math.abs(number) < 10_000;
}

/** The power of ten of which all ticks are multiples; none for numbers of usual size. */
function sharedPower(most: number): number {
  const power = Math.floor(Math.log10(most) + 0.01);
  if (!(Math.abs(power) > 3)) return 0;
  const exponent = 3 * Math.round((power - 1) / 3);
  return powerLetter(exponent) === "" ? 0 : exponent;
}

/** Times in as much detail as their step has; the year or the day below the first, and wherever it is another. */
function timeTexts(places: readonly number[], { layout }: Axis, step: Step): readonly (readonly string[])[] {
  const usual = timeFormat(step, places);
  const format = textAt(layout, "tickformat") || usual;
  let before: string | undefined;
  return places.map((place) => {
    const [head = "", ...rest] = formattedTime(place, format).split("\n");
    const first = format === usual ? head.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "") : head;
    const below = rest.join(" ");
    const isKnown = below === before;
    before = below;
    return isKnown || below === "" ? [first] : [first, below];
  });
}

function timeFormat(step: Step, places: readonly number[]): string {
  const isWhole = (unit: number) => places.every((place) => place % unit === 0);
  if (step.kind === "months") {
    const isFirst = places.every((place) => new Date(place).getUTCDate() === 1 && place % day === 0);
    if (!isFirst) return "%b %-d\n%Y";
    const isYearly = step.count % 12 === 0 && places.every((place) => new Date(place).getUTCMonth() === 0);
    return isYearly ? "%Y" : "%b %Y";
  }
  if (isWhole(day)) return "%b %-d\n%Y";
  if (isWhole(minute)) return "%H:%M\n%b %-d, %Y";
  return isWhole(second) ? "%H:%M:%S\n%b %-d, %Y" : "%H:%M:%S.%L\n%b %-d, %Y";
}
