/** Texts that a figure makes of its numbers: `%{y:.2f}`, `%{label}: %{percent}`. */

import { label } from "../describe_values.ts";
import { type JsonRecord, textAt } from "../json_view.ts";
import { valuesAt } from "./arrays.ts";
import { formattedNumber } from "./formats.ts";

/** What a template can name; with `Label` behind the name, how it is written where no format is given. */
export type Fields = Readonly<Record<string, unknown>>;

const field = /%\{([^:|{}]*)(?::([^{}]*))?(?:\|[^{}]*)?\}/g;

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

export function filledTemplate(template: string, fields: Fields): string {
  return label(
    template.replace(
      field,
      (_, name: string, format: string | undefined) =>
        written(format === undefined ? fields[`${name}Label`] ?? fields[name] : fields[name], format),
    ),
  );
}

function written(value: unknown, format: string | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "number") return String(value);
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
