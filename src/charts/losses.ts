/** Losses and gains in a sentence are bounds of a profit at zero: 「赤字の月」, "unprofitable orders". */

import type { Column } from "./column.ts";

const profits = /利益|損益|収支|(?<![a-z])(?:profits?|net[_ ]income|earnings)(?![a-z])/i;

/** The sentence with such bounds as numbers, where one column tells of a profit. */
export function withLosses(text: string, columns: readonly Column[]): string {
  const found = columns.filter(({ kind, name }) => kind === "number" && profits.test(name.normalize("NFKC")));
  const [only] = found;
  if (only === undefined || found.length > 1) return text;
  return text
    .replaceAll(
      /(?:[一-龠ァ-ヶー]{1,6}が)?(赤字|黒字)の(?!額|幅|推移|合計)/g,
      (_, sign: string) => `${only.name}が0${sign === "赤字" ? "未満" : "超"}の`,
    )
    .replaceAll(
      /\b(loss-making|unprofitable|profitable) (\w+)/gi,
      (_, sign: string, things: string) =>
        `${things} with ${only.name} ${/^p/i.test(sign) ? "above" : "below"} 0`,
    );
}
