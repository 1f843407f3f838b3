/** What boxes show beyond their medians: what lies outside of them. */

import { type Context, say } from "../context.ts";
import { listed } from "./text/listed.ts";
import { tiedWith } from "./ties.ts";

interface Outside {
  readonly name: string;
  readonly outliers: readonly number[];
}

export function outlierSentence({ page }: Context, boxes: readonly Outside[]): string[] {
  const counts = boxes.map(({ name, outliers }) => ({ name, value: outliers.length }));
  const total = counts.reduce((sum, { value }) => sum + value, 0);
  const [most] = counts.toSorted((a, b) => b.value - a.value);
  if (total === 0 || most === undefined) return [];
  const names = tiedWith(most, { among: counts, number: String });
  const all = total === 1 ? { ja: "外れ値は1個", en: "There is 1 outlier" } : {
    ja: `外れ値は合計${total.toLocaleString("en")}個`,
    en: `There are ${total.toLocaleString("en")} outliers`,
  };
  if (names.length === boxes.length && names.length > 1) {
    return [
      say(page, { ja: `${all.ja}（各${most.value}個）です。`, en: `${all.en}, ${most.value} in each.` }),
    ];
  }
  if (most.value === total) {
    return [say(page, { ja: `${all.ja}で、${most.name}にあります。`, en: `${all.en}, in ${most.name}.` })];
  }
  const where = listed(names, page.language);
  const each = names.length === 1 ? { ja: "", en: "" } : { ja: "各", en: " each" };
  return [say(page, {
    ja: `${all.ja}で、${where}に最も多く（${each.ja}${most.value}個）あります。`,
    en: `${all.en}, the most in ${where} (${most.value}${each.en}).`,
  })];
}
