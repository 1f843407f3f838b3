/** What a chart of bars says in its subtitle of the groups that it leaves out. */

import { say } from "../../context.ts";
import type { Page } from "../../draw/sheet/page.ts";
import type { GroupTotals } from "../../values/group_totals.ts";
import { exactNumber, type NumberStyle } from "./format_number.ts";

/** Empty where all are shown. */
export function leftOutText(page: Page, { groups, names, hasOther, ascending, split }: GroupTotals): string {
  if (hasOther || groups === names.length) return "";
  if (split !== null) {
    const low = names.length - split;
    return say(page, {
      ja: `${groups}件中の上位${split}件と下位${low}件`,
      en: `Top ${split} and bottom ${low} of ${groups}`,
    });
  }
  return say(page, {
    ja: `${groups}件中の${ascending ? "下位" : "上位"}${names.length}件`,
    en: `${ascending ? "Bottom" : "Top"} ${names.length} of ${groups}`,
  });
}

/** What those that are not drawn have together. */
export function restText(page: Page, { left }: GroupTotals, style: NumberStyle): string {
  if (left === null) return "";
  const value = exactNumber(style, left.value);
  return say(page, {
    ja: `その他${left.count}件は合わせて${value}（図にはありません）`,
    en: `The other ${left.count} are not drawn: together ${value}`,
  });
}
