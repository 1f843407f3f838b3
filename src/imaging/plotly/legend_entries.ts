/**
 * The traces in the legend of a figure, and their order, as Plotly has them.
 * https://github.com/plotly/plotly.js/blob/master/src/components/legend/defaults.js
 */

import { label } from "../../base/describe_values.ts";
import { type JsonRecord, recordAt, textAt } from "../../base/json.ts";
import { numberAt, valuesAt } from "../../base/plotly_values.ts";
import { scatterSymbol } from "./draw_scatter.ts";
import type { Trace } from "./trace.ts";

export interface LegendEntry {
  readonly name: string;
  readonly colour: string;
  /** The look of its marks: a shape of Vega's, `stroke` for a line. */
  readonly symbol: string;
  /** The title of its group; empty where it has none. */
  readonly group: string;
  /** Whether the trace is in the legend only. */
  readonly isFaded: boolean;
}

type Listed = Pick<Trace, "spec" | "type" | "name" | "colour">;

/** `all` are the traces of the figure, also those that are in the legend only. */
export function legendEntries(all: readonly Listed[], layout: JsonRecord): readonly LegendEntry[] {
  if (layout["showlegend"] === false) return [];
  const possible = all.filter(({ type }) => type !== "heatmap" && type !== "pie");
  const shown = possible.filter(({ spec }) => spec["showlegend"] !== false);
  // Traces that are kept out of it still make one needed. Pies have a legend in any case.
  const isWanted = possible.length > 1 || all.some(({ type }) => type === "pie") ||
    layout["showlegend"] === true || shown.some(({ spec }) => spec["showlegend"] === true);
  if (!isWanted) return [];
  const titles = groupTitles(shown);
  return ordered(shown, traceOrder(possible, layout)).map(({ spec, type, name, colour }) => {
    const isScatter = type === "scatter" || type === "scattergl";
    // Colours that stand for numbers are in a key of their own.
    const isPlain = !isScatter ||
      !valuesAt(recordAt(spec, "marker"), "color").some((one) => typeof one === "number");
    return {
      name,
      colour: isPlain ? colour : "#7f7f7f",
      symbol: isScatter ? scatterSymbol(spec) : "square",
      group: titles.get(textAt(spec, "legendgroup")) ?? "",
      isFaded: isLegendOnly(spec),
    };
  });
}

export function isLegendOnly(spec: JsonRecord): boolean {
  return spec["visible"] === "legendonly";
}

/** What lies on each other is listed from the top, unless the traces are in groups. */
function traceOrder(traces: readonly Listed[], layout: JsonRecord): string {
  const given = textAt(recordAt(layout, "legend"), "traceorder");
  if (given !== "") return given;
  const isPiled = traces.some(({ spec, type }) => {
    const fill = textAt(spec, "fill") || (textAt(spec, "stackgroup") === "" ? "" : "tonexty");
    return fill === "tonexty" || fill === "tonextx" ||
      ((type === "bar" || type === "histogram") && textAt(layout, "barmode") === "stack");
  });
  const isGrouped = traces.some(({ spec }) => textAt(spec, "legendgroup") !== "");
  return `${isPiled ? "reversed" : ""} ${isGrouped ? "grouped" : ""}`;
}

/** Groups stay in their order: only what is in them is turned round. */
function ordered(traces: readonly Listed[], order: string): readonly Listed[] {
  const isGrouped = order.includes("grouped") &&
    traces.some(({ spec }) => textAt(spec, "legendgroup") !== "");
  const groups = Map.groupBy(traces, (trace) => isGrouped ? textAt(trace.spec, "legendgroup") || trace : "");
  const rank = ({ spec }: Listed) => numberAt(spec, "legendrank", 1_000);
  const least = (some: readonly Listed[]) => Math.min(...some.map(rank));
  return [...groups.values()]
    .map((some) =>
      (order.includes("reversed") ? some.toReversed() : some).toSorted((a, b) => rank(a) - rank(b))
    )
    .toSorted((a, b) => least(a) - least(b)).flat();
}

/** The titles of groups in the legend, which one trace of each names. */
function groupTitles(traces: readonly Listed[]): ReadonlyMap<string, string> {
  return new Map(traces.flatMap(({ spec }) => {
    const title = label(textAt(recordAt(spec, "legendgrouptitle"), "text"));
    return title === "" ? [] : [[textAt(spec, "legendgroup"), title] as const];
  }));
}
