/** Texts that a figure makes of its numbers: `%{y:.2f}`, `%{label}: %{percent}`. */

import { label } from "../../base/describe_values.ts";
import { markedLines } from "../../base/html_text.ts";
import { isRecord, type JsonRecord, textAt } from "../../base/json.ts";
import { listOf, valuesAt } from "../../base/plotly_values.ts";
import { timeOf } from "./axis.ts";
import { formattedNumber, formattedTime } from "./formats.ts";

/** What a template can name; with `Label` behind the name, how it is written where no format is given. */
export type Fields = Readonly<Record<string, unknown>>;

const field = /%\{([^:|{}]*)(?::([^{}]*))?(?:\|([^{}]*))?\}/g;

/** The template of a mark; an empty text where there is none. */
export function templateAt(spec: JsonRecord, index: number): string {
  const listed = spec["texttemplate"];
  const own = Array.isArray(listed) ? listed[index] : listed;
  return typeof own === "string" ? own : textAt(spec, "texttemplate");
}

/** The text of the list `text` that belongs to a mark; a single one is for all. */
export function ownText(spec: JsonRecord, index: number): unknown {
  const texts = valuesAt(spec, "text");
  return texts.length === 1 ? texts[0] : texts[index];
}

/** What belongs to a mark beside its numbers, for templates that name it. */
export function customAt(spec: JsonRecord, index: number): unknown {
  return listOf(spec["customdata"])?.[index];
}

/** The lines that a template makes of its fields. */
export function filledLines(template: string, fields: Fields): readonly string[] {
  const filled = template.replace(
    field,
    (_, path: string, format: string | undefined, times: string | undefined) => {
      const named = format === undefined && times === undefined ? fieldAt(fields, `${path}Label`) : undefined;
      return written(named ?? fieldAt(fields, path), format, times);
    },
  );
  return markedLines(filled.replace(/<extra>.*?<\/extra>/g, ""));
}

/** The same in one line. */
export function filledTemplate(template: string, fields: Fields): string {
  return label(filledLines(template, fields).join(" "));
}

/** A field, or what it holds at a place: `customdata[0]`, `customdata.name`, `marker.size`. */
function fieldAt(fields: Fields, path: string): unknown {
  const steps = path.match(/[^.[\]]+/g) ?? [];
  return steps.reduce<unknown>((value, step) => {
    const list = listOf(value);
    if (list !== null) return list[Number(step)];
    return isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }, fields);
}

function written(value: unknown, format: string | undefined, times: string | undefined): string {
  if (value === undefined || value === null) return "";
  if (times !== undefined) {
    const time = timeOf(value);
    if (!Number.isNaN(time)) return formattedTime(time, times);
  }
  if (typeof value !== "number") return Array.isArray(value) ? value.join(", ") : String(value);
  // A format that cannot be read changes nothing, as in Plotly.
  return (format === undefined ? null : formattedNumber(value, format)) ?? plainNumber(value);
}

const letters: Readonly<Record<number, string>> = {
  [-12]: "p",
  [-9]: "n",
  [-6]: "μ",
  [-3]: "m",
  3: "k",
  6: "M",
  9: "B",
  12: "T",
};

/** The letter of a power of ten; an empty text where it has none. */
export function powerLetter(exponent: number): string {
  return letters[exponent] ?? "";
}

/**
 * A number as Plotly writes it where nothing says how: seven digits, and letters for the powers of very large and very
 * small ones. https://github.com/plotly/plotly.js/blob/master/src/plots/cartesian/axes.js (`numFormat`)
 */
export function plainNumber(value: number): string {
  const power = Math.floor(Math.log10(Math.abs(value)) + 0.01);
  const exponent = 3 * Math.round((power - 1) / 3);
  const letter = Math.abs(power) > 3 ? letters[exponent] : undefined;
  const shown = letter === undefined ? value : value / 10 ** exponent;
  return `${Number(shown.toPrecision(7))}${letter ?? ""}`.replace("-", "−");
}
