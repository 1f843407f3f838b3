/** How far two numbers are apart, in words: percentages differ by points. */

import { exactNumber, type NumberStyle } from "./text/format_number.ts";

export function differenceText(style: NumberStyle, difference: number): string {
  const size = Math.abs(difference);
  if (!isPercent(style)) return exactNumber(style, size);
  const points = size * (style.ratio ? 100 : 1);
  // 6.45 − 4.9 is a little less than 1.55 to a computer, and 0.0645 − 0.049 is not.
  const tenths = Math.round(points * 10 * (1 + 1e-12));
  const text = points >= 0.1 || points === 0 ? `${tenths / 10}` : `${Number(points.toPrecision(2))}`;
  if (style.language === "ja") return `${text}ポイント`;
  return text === "1" ? "1 point" : `${text} points`;
}

export function isPercent({ ratio, unit }: NumberStyle): boolean {
  return ratio || unit === "%";
}
