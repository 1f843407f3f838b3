/** Changes that a column holds: 血圧低下量 of bp_reduction, the growth rate of a table with one. They ask for no course. */

import type { Column } from "../table/column.ts";
import { nameWords } from "./name_words.ts";

const english =
  /^(?:growth|change|increase|decrease|decline|drop|rise|fall|improvement|gain|loss|reduction|recovery|delta|diff)s?$/;
const japanese = "低下|増加|減少|上昇|下落|下降|変化|変動|改善|悪化|回復|伸び|成長|増減|縮小|拡大|減り|増え";
const nouns = new RegExp(`(?:${japanese})(?:した)?(?:量|額|率|幅|度合い?|分|値|数|ポイント)`, "g");

/** The sentence without the nouns for a change that a column of numbers holds. */
export function withoutHeldChanges(text: string, columns: readonly Column[]): string {
  const held = columns.flatMap(({ kind, name }) => {
    if (kind !== "number") return [];
    return new RegExp(japanese).test(name) ? [name] : nameWords(name).filter((word) => english.test(word));
  });
  if (held.length === 0) return text;
  const said = held.filter((word) => english.test(word)).map((word) => word.replace(/s$/, ""));
  const rest = text.replaceAll(nouns, " ");
  // What something does is no noun: "how did it change".
  return said.length === 0 ? rest : rest.replaceAll(
    new RegExp(
      `(?<!\\b(?:how|do|does|did|will|to|has|have)\\b[^,.;]*)\\b(?:${said.join("|")})s?\\b(?! over\\b)`,
      "g",
    ),
    " ",
  );
}
