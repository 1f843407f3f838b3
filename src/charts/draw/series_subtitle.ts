/** What stands below the title of lines over time: how rows were put together, from when to when, and a bent axis. */

import { say } from "../context.ts";
import type { Page } from "./sheet/page.ts";
import { aggregationText, joinParts, rangeText } from "../summary/text/time_words.ts";
import type { TimeSeries } from "../values/time_series.ts";

export function seriesSubtitle(
  page: Page,
  data: TimeSeries,
  { fromZero }: { readonly fromZero: boolean },
): string {
  return joinParts([
    aggregationText(data.aggregation, data.grain, page.language),
    data.cumulated ? say(page, { ja: "累計", en: "Cumulative" }) : "",
    rangeText(data, page.language),
    fromZero ? "" : say(page, { ja: "縦軸は0から始まりません", en: "The axis does not start at zero" }),
  ]);
}
