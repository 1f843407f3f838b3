/** How a number became another one, in words. */

import type { NumberStyle } from "./text/format_number.ts";
import { differenceText, isPercent } from "./difference_text.ts";
import { percent } from "./percent.ts";

export function changeText(from: number, to: number, style: NumberStyle): string {
  const { language } = style;
  if (from === to) return language === "ja" ? "変わりませんでした" : "no change";
  const share = percent(Math.abs((to - from) / from) * 100);
  // A percentage of what is below zero says nothing, nor does one of degrees, or of zero.
  const relative = from > 0 && to > 0 && share !== "0" && !isPercent(style) && style.interval !== true;
  // Beyond a thousand percent nobody knows what is meant.
  if (relative && to >= from * 11) {
    const times = Math.round(to / from);
    return language === "ja" ? `${times}倍になりました` : `${times} times as much`;
  }
  const amount = relative ? `${share}%` : differenceText(style, to - from);
  const up = to > from;
  return language === "ja"
    ? `${amount}${style.interval === true ? up ? "上昇" : "低下" : up ? "増加" : "減少"}しました`
    : `${up ? "up" : "down"} ${amount}`;
}
