/** The parts of a pie: one for each label, with all that is said of it. */

import { label } from "../../base/describe_values.ts";
import { markedLines } from "../../base/html_text.ts";
import { type JsonRecord, recordAt, textAt } from "../../base/json.ts";
import { listOf, numberOf, valuesAt } from "../../base/plotly_values.ts";
import { colourOf } from "./colours.ts";
import { customAt, filledLines, ownText, templateAt } from "./text_template.ts";

export interface Part {
  readonly name: string;
  readonly value: number;
  /** Of the whole. */
  readonly share: number;
  readonly colour: string;
  /** How far it is drawn out of the pie, of the radius. */
  readonly pull: number;
  /** What is written at it. */
  readonly lines: readonly string[];
}

/** The sums of each label, the greatest first unless they are to stay as they come. */
export function partsOf(pie: JsonRecord, colourFor: (label: string) => string): readonly Part[] {
  const labels = valuesAt(pie, "labels");
  const values = listOf(pie["values"]);
  const sums = new Map<string, { readonly index: number; readonly value: number }>();
  const count = Math.max(listOf(pie["labels"])?.length ?? labels.length, values?.length ?? 0);
  for (let index = 0; index < count; index++) {
    const name = index in labels ? String(labels[index]) : String(index);
    const value = values === null ? 1 : numberOf(values[index]);
    if (!(value >= 0)) continue;
    const known = sums.get(name);
    sums.set(name, { index: known?.index ?? index, value: (known?.value ?? 0) + value });
  }
  const total = [...sums.values()].reduce((sum, { value }) => sum + value, 0);
  if (total === 0) return [];
  const parts = [...sums].map(([name, part]) => ({ name, ...part }));
  const sorted = pie["sort"] === false ? parts : parts.toSorted((a, b) => b.value - a.value);
  const colours = valuesAt(recordAt(pie, "marker"), "colors");
  const pulls = valuesAt(pie, "pull").map(numberOf);
  return sorted.map(({ name: raw, index, value }) => {
    const [name, share] = [label(raw), value / total];
    const pull = (pulls.length === 1 ? pulls[0] : pulls[index]) || 0;
    return {
      name,
      value,
      share,
      colour: colourOf(colours[index]) ?? colourFor(raw),
      pull: Math.min(1, Math.max(0, pull)),
      lines: linesOf(pie, { name: raw, value, share, index }),
    };
  });
}

interface Told {
  readonly name: string;
  readonly value: number;
  readonly share: number;
  readonly index: number;
}

/** What its template or `textinfo` asks for, its share where neither is given. */
function linesOf(pie: JsonRecord, { name, value, share, index }: Told): readonly string[] {
  if (textAt(pie, "textposition") === "none") return [];
  const percent = `${Number((share * 100).toPrecision(3))}%`;
  const text = ownText(pie, index);
  const template = templateAt(pie, index);
  if (template !== "") {
    const customdata = customAt(pie, index);
    const fields = { label: name, value, text, percent: share, percentLabel: percent, customdata };
    return filledLines(template, fields);
  }
  const wanted = new Set((textAt(pie, "textinfo") || "percent").split("+"));
  const told = { label: name, text, value: value.toLocaleString("en"), percent };
  return Object.entries(told).filter(([key, line]) => wanted.has(key) && line !== undefined && line !== null)
    .flatMap(([, line]) => markedLines(String(line)));
}
