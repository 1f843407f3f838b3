/** How a value is more or less than others in Japanese: temperatures are high, sums are large. */

import type { NumberStyle } from "./text/format_number.ts";

const sizes = { larger: "大きい", smaller: "小さい", largerAnd: "大きく", smallerAnd: "小さく" } as const;
const heights = { larger: "高い", smaller: "低い", largerAnd: "高く", smallerAnd: "低く" } as const;

export function comparisonsJa({ interval = false }: NumberStyle): typeof sizes | typeof heights {
  return interval ? heights : sizes;
}
