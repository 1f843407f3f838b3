/**
 * Colours of a dark theme for figures that have none of their own. A figure keeps what its author chose; only what the
 * libraries would choose by themselves, dark on white, is replaced.
 */

import { type JsonObject, record, text } from "../json.ts";

export interface Colours {
  readonly page: string;
  readonly ink: string;
  readonly faint: string;
  readonly line: string;
}

/** The backgrounds that plotly.py's usual template gives paper and plots. */
const usualPaper = "white";
const usualPlot = "#e5ecf6";

const buttonInk = "#2a3f5f";
const clear = "rgba(0,0,0,0)";

/** The layout of a Plotly figure, in the colours of the theme. */
export function themedLayout(layout: JsonObject, colours: Colours | undefined): JsonObject {
  if (colours === undefined) return layout;
  const template = record(layout["template"]);
  const style = record(template["layout"]);
  const shows = (key: string, usual: string) => {
    const colour = text(layout[key] ?? style[key]).toLowerCase();
    return colour === "" || colour === usual || isClear(colour);
  };
  if (!shows("paper_bgcolor", usualPaper) || !shows("plot_bgcolor", usualPlot)) return layout;
  const axis = { gridcolor: colours.line, linecolor: colours.line, zerolinecolor: colours.line };
  const axes = ["xaxis", "yaxis"].map((name) => [name, { ...record(style[name]), ...axis }]);
  const dark = {
    ...style,
    ...Object.fromEntries(axes),
    font: { ...record(style["font"]), color: colours.ink },
    legend: { ...record(style["legend"]), bgcolor: clear },
    modebar: { bgcolor: colours.page, color: colours.faint, activecolor: colours.ink },
    sliderdefaults: { bgcolor: colours.faint, bordercolor: colours.line, tickcolor: colours.faint },
    // plotly.js marks the chosen button with a light colour of its own.
    updatemenudefaults: { bgcolor: usualPlot, bordercolor: colours.line, font: { color: buttonInk } },
  };
  return {
    ...layout,
    // Saved, the figure has it too.
    paper_bgcolor: colours.page,
    plot_bgcolor: clear,
    template: { ...template, layout: dark },
  };
}

/** Whether nothing of a colour is seen. */
function isClear(colour: string): boolean {
  return colour === "transparent" || /^(?:rgba|hsla)\(.*,\s*0(?:\.0*)?%?\s*\)$/.test(colour) ||
    /^#(?:...0|.{6}00)$/.test(colour);
}

/** The configuration of a Vega figure, which its own takes precedence over. */
export function vegaConfig(spec: JsonObject, colours: Colours | undefined): JsonObject {
  const background = spec["background"] ?? record(spec["config"])["background"];
  if (colours === undefined || (typeof background === "string" && !isClear(background))) return {};
  const { page, ink, line } = colours;
  const words = { labelColor: ink, titleColor: ink };
  return {
    background: page,
    axis: { ...words, gridColor: line, domainColor: line, tickColor: line },
    legend: words,
    header: words,
    title: { color: ink, subtitleColor: ink },
    view: { stroke: line },
    text: { fill: ink },
  };
}
