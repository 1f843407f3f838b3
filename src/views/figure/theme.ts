/**
 * Colours of a dark theme for figures that have none of their own. A figure keeps what its author chose; only what the
 * libraries would choose by themselves, dark on white, is replaced.
 */

import { type JsonObject, record } from "../json.ts";

export interface Colours {
  readonly ink: string;
  readonly line: string;
}

/** The background that plotly.py's usual template gives plots. */
const usualPlot = "#e5ecf6";

const clear = "rgba(0,0,0,0)";

/** The layout of a Plotly figure, in the colours of the theme. */
export function themedLayout(layout: JsonObject, colours: Colours | undefined): JsonObject {
  if (colours === undefined) return layout;
  const template = record(layout["template"]);
  const style = record(template["layout"]);
  const plot = String(layout["plot_bgcolor"] ?? style["plot_bgcolor"] ?? usualPlot).toLowerCase();
  const isUsual = layout["paper_bgcolor"] === undefined && plot === usualPlot;
  if (!isUsual) return layout;
  const axis = { gridcolor: colours.line, linecolor: colours.line, zerolinecolor: colours.line };
  const axes = ["xaxis", "yaxis"].map((name) => [name, { ...record(style[name]), ...axis }]);
  const dark = {
    ...style,
    ...Object.fromEntries(axes),
    paper_bgcolor: clear,
    plot_bgcolor: clear,
    font: { ...record(style["font"]), color: colours.ink },
    legend: { ...record(style["legend"]), bgcolor: clear },
  };
  return { ...layout, template: { ...template, layout: dark } };
}

/** The configuration of a Vega figure, which its own takes precedence over. */
export function vegaConfig(colours: Colours | undefined): JsonObject {
  if (colours === undefined) return {};
  const { ink, line } = colours;
  const words = { labelColor: ink, titleColor: ink };
  return {
    background: "transparent",
    axis: { ...words, gridColor: line, domainColor: line, tickColor: line },
    legend: words,
    header: words,
    title: { color: ink, subtitleColor: ink },
    view: { stroke: line },
    text: { fill: ink },
  };
}
