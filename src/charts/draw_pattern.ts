/** The template of each of the nine charts. */

import type { PatternId } from "../base/chart_terms.ts";
import { AppError } from "../base/errors.ts";
import { type Chart, type Context, say } from "./context.ts";
import { drawBars, drawTotals } from "./draw/bar.ts";
import { drawBoxes } from "./draw/box_plot.ts";
import { drawFacetHistogram } from "./draw/facet_histogram.ts";
import { drawGroupedBars } from "./draw/grouped_bar.ts";
import { drawHistogram } from "./draw/histogram.ts";
import { drawLines } from "./draw/line.ts";
import { mostLying } from "./draw/lying_boxes.ts";
import { drawMeasures } from "./draw/measure_panels.ts";
import { drawOverlayHistogram } from "./draw/overlay_histogram.ts";
import { drawSmallMultiples } from "./draw/small_multiples.ts";
import { areUnlikeColumns } from "./plan/unlike_measures.ts";
import { formatTime } from "./summary/text/format_time.ts";
import { capital, eachJa } from "./summary/text/headline.ts";
import { aggregationText, stepName } from "./summary/text/time_words.ts";
import { valueName } from "./summary/text/value_name.ts";
import { isCyclic } from "./table/calendar.ts";
import type { CategoryColumn } from "./table/column.ts";
import { aggregationFor, aggregationName } from "./values/aggregation_for.ts";
import { byGroup, facetsOf } from "./values/facets.ts";
import { categoryMatrix, timeMatrix } from "./values/group_matrix.ts";
import { timeSeries } from "./values/time_series.ts";

export function drawPattern(pattern: PatternId, context: Context): Chart {
  const { time, value, group, second } = context.roles;
  switch (pattern) {
    case "P01":
      if (time !== null) return drawLines(context, time, null);
      break;
    case "P02":
      return comparison(context);
    case "P03":
      if (group !== null) return composition(context, group);
      if (value !== null) return drawHistogram(context, value);
      break;
    case "P12":
      if (time !== null && group !== null) return drawLines(context, time, group);
      break;
    case "P13":
      if (value !== null) return drawFacetHistogram(context, value);
      break;
    case "P21":
      if (second !== null) return sideBySide(context, second);
      break;
    case "P23":
      if (value !== null && group !== null) return drawOverlayHistogram(context, value, group);
      break;
    case "P31":
      if (time !== null && value?.parts !== undefined && areUnlikeColumns(value.parts)) {
        return drawMeasures(context, time, value.parts);
      }
      if (time !== null && group !== null) return drawSmallMultiples(context, time, group);
      break;
    case "P32":
      return boxes(context);
  }
  throw lacks(pattern, "no column for it");
}

function lacks(pattern: PatternId, what: string): AppError {
  return new AppError("invalid_argument", `Cannot draw ${pattern}: the data has ${what}`, {
    hint: "Send data that has it, or choose another pattern",
  });
}

function comparison(context: Context): Chart {
  const { group, second } = context.roles;
  if (second !== null) return { ...sideBySide(context, second), template: "grouped_bar" };
  if (group !== null) return drawBars(context, group);
  return timesCompared(context);
}

/** Bars for times, which keep their order. */
function timesCompared(context: Context): Chart {
  const { page, roles: { time } } = context;
  if (time === null) throw lacks("P02", "no column of groups");
  const data = timeSeries(context, { time, group: null, mostTimes: 31 });
  const all = data.series[0]?.values ?? new Float64Array();
  // A time without a value has no bar, and is not the lowest.
  const present = Array.from(all.keys()).filter((at) => !Number.isNaN(all[at] ?? NaN));
  const values = present.map((at) => all[at] ?? 0);
  const name = valueName(context);
  // Months that were put together are quarters.
  const along = data.grain === time.grain ? time.name : stepName(data.grain, page.language);
  return drawTotals(context, {
    totals: {
      names: present.map((at) => formatTime(data.times[at] ?? 0, data.grain, page.language)),
      values,
      hasOther: false,
      left: null,
      split: null,
      natural: true,
      aggregation: data.aggregation ?? "sum",
      aggregated: data.aggregation !== null,
      groups: present.length,
      whole: values.reduce((sum, value) => sum + value, 0),
      ascending: false,
    },
    groupName: along,
    title: say(page, { ja: `${eachJa(along)}の${name}`, en: `${name} by ${along}` }),
    valueName: name,
    shares: false,
    template: "bar",
  });
}

function composition(context: Context, group: CategoryColumn): Chart {
  const { page, roles: { value } } = context;
  const counted = value === null;
  const name = valueName(context);
  const averaged = !counted && isAveragedHere(context, group);
  const shares = counted || (value.least >= 0 && !averaged);
  if (averaged) {
    context.warn(say(page, {
      ja: `${name}は合計するものではないため、割合は示していません`,
      en: `${name} is not added up, so that no shares are given`,
    }));
  } else if (!shares) {
    context.warn(say(page, {
      ja: `${name}には負の値があるため、割合は示していません`,
      en: `${name} has negative values, so that no shares are given`,
    }));
  }
  return drawBars(context, group, {
    shares,
    template: counted ? "count_bar" : "share_bar",
    valueName: name,
    title: counted
      ? say(page, { ja: `${group.name}の内訳`, en: `Breakdown by ${group.name}` })
      : say(page, { ja: `${name}の${eachJa(group.name)}内訳`, en: `Breakdown of ${name} by ${group.name}` }),
  });
}

/** Whether a group has several values that are not added up, so that it is no part of a whole. */
function isAveragedHere({ roles: { value }, intent }: Context, group: CategoryColumn): boolean {
  const { codes, labels } = group.values();
  return aggregationFor(value, intent) !== "sum" && codes.filter((code) => code >= 0).length > labels.length;
}

function sideBySide(context: Context, second: CategoryColumn): Chart {
  const { page, roles: { time, group } } = context;
  const matrix = time !== null
    ? timeMatrix(context, time, second)
    : categoryMatrix(context, group ?? second, second);
  const name = valueName(context);
  const isLonger = time !== null && matrix.grain !== null && matrix.grain !== time.grain;
  const along = isLonger ? stepName(matrix.grain, page.language) : time?.name ?? group?.name ?? "";
  const kind = matrix.aggregation;
  return drawGroupedBars(context, matrix, {
    title: second.index === -1 ? measuresTitle(context, along, second.values().labels) : say(page, {
      ja: `${along}・${eachJa(second.name)}の${name}`,
      en: `${name} by ${along} and ${second.name}`,
    }),
    // The axis is called after what is counted.
    subtitle: kind === null || (kind === "count" && !(time !== null && isCyclic(time.grain)))
      ? ""
      : time !== null && isCyclic(time.grain)
      ? aggregationText(kind, time.grain, page.language)
      : capital(aggregationName(kind, page.language)),
  });
}

/** Of columns that were put one under the other. */
function measuresTitle({ page }: Context, along: string, names: readonly string[]): string {
  return say(page, {
    ja: `${eachJa(along)}の${names.join("・")}`,
    en: `${names.join(", ")} by ${along}`,
  });
}

function boxes(context: Context): Chart {
  const { group, time, value } = context.roles;
  if (value === null) throw lacks("P32", "no column of numbers");
  if (group === null) return drawBoxes(context, facetsOf(context, value), time?.name ?? "");
  const { codes, labels } = group.values();
  return drawBoxes(
    context,
    byGroup(context, {
      codes,
      labels,
      numbers: value.values(),
      most: mostLying(context.page),
      byMedian: true,
    }),
    group.name,
  );
}
