/** Parts of summary sentences: changes, lists, reference lines. */

import { joinNames } from "../draw/captions.ts";
import { type Context, say } from "../draw/page.ts";
import type { Level } from "../plan/reference_lines.ts";
import { exactNumber, type NumberStyle } from "../text/format_number.ts";

/** "up 38%", 38%増加; in the measure's own unit if a share would mislead. */
export function changeText(
  context: Context,
  [from, to]: readonly [number, number],
  style: NumberStyle,
): string {
  if (from === to) return say(context, { ja: "変化なし", en: "unchanged" });
  const isPoints = style.ratio || style.unit === "%";
  const isShare = style.interval !== true && from > 0 && to >= 0 && !isPoints && to / from < 1000;
  const size = Math.abs(to - from);
  const points = plainNumber(style.ratio ? size * 100 : size);
  const amount = isShare
    ? percent(size / from)
    : isPoints
    ? say(context, { ja: `${points}ポイント`, en: `${points} points` })
    : exactNumber(style, size);
  const isUp = to > from;
  return say(context, { ja: `${amount}${isUp ? "増加" : "減少"}`, en: `${isUp ? "up" : "down"} ${amount}` });
}

export function percent(share: number): string {
  const value = share * 100;
  return `${value >= 10 ? Math.round(value).toLocaleString("en") : Math.round(value * 10) / 10}%`;
}

export function plainNumber(value: number): string {
  return exactNumber({ language: "en", unit: "", ratio: false }, value);
}

/** The reference lines by name and value. */
export function levelSentence(
  context: Context,
  levels: readonly Level[],
  trendLines: readonly string[] = [],
): string[] {
  const names = [...levels.map(({ label }) => label), ...trendLines];
  if (names.length === 0) return [];
  return [
    say(context, { ja: `補助線は${names.join("、")}です。`, en: `Reference lines: ${names.join(", ")}.` }),
  ];
}

/** Names joined; of many only the first ones. */
export function listed(context: Context, names: readonly string[], most = 3): string {
  const isSentence = context.language === "en" && names.length > 1 && names.length <= most;
  return isSentence
    ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`
    : joinNames(context, names, { most, counter: "件" });
}

/** The places of all values that equal one. */
export function placesWith(values: Iterable<number>, value: number): number[] {
  const isSame = (other: number) => Math.abs(other - value) <= Math.abs(value) * 1e-9;
  return Array.from(values).flatMap((other, at) => isSame(other) ? [at] : []);
}
