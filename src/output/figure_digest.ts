/**
 * Interactive figures (Plotly, Vega-Lite, Vega) in a few lines: kind, title, axes, series with counts and ranges.
 *
 * Such a figure is a specification with all of its data; a model needs neither the dump nor the page around it.
 */

import { plainNumbers } from "../jupyter/nbformat/exact_json.ts";
import type { MimeBundle } from "../jupyter/nbformat/outputs.ts";
import type { FigureForm } from "../base/protocol.ts";
import { isRecord, type JsonRecord, jsonWithin } from "../base/json.ts";
import { plainText } from "./plain_text.ts";
import { plotlyDigest } from "./plotly_digest.ts";
import { vegaDigest } from "./vega_digest.ts";
import { vegaLiteDigest } from "./vega_lite_digest.ts";

export type FigureLibrary = "plotly" | "altair";

/** A figure of a kernel: a specification in one of the languages that are known here. */
export interface Figure {
  readonly library: FigureLibrary;
  readonly form: FigureForm;
  readonly spec: JsonRecord;
}

const digests: Readonly<Record<FigureForm, (spec: JsonRecord) => string>> = {
  plotly: plotlyDigest,
  vega: vegaDigest,
  "vega-lite": vegaLiteDigest,
};

/** What the figure in a bundle shows, or null when there is none. */
export function figureDigest(bundle: MimeBundle): string | null {
  const figure = figureOf(bundle);
  return figure === null ? null : plainText(digests[figure.form](plainNumbers(figure.spec)));
}

/** The library whose figure the bundle holds. */
export function figureLibrary(bundle: MimeBundle): FigureLibrary | null {
  return figureOf(bundle)?.library ?? null;
}

/** The figure in a bundle, or null when there is none. */
export function figureOf(bundle: MimeBundle): Figure | null {
  for (const [type, spec] of Object.entries(bundle)) {
    if (!isRecord(spec)) continue;
    if (type === "application/vnd.plotly.v1+json") return { library: "plotly", form: "plotly", spec };
    // Altair writes `application/vnd.vegalite.v6.json` today and wrote `…v5+json`, or `…v5.20.1+json`, before.
    const [, language] = /^application\/vnd\.(vegalite|vega)\.v\d+(?:\.\d+)*[.+]json$/.exec(type) ?? [];
    if (language !== undefined) {
      return { library: "altair", form: language === "vega" ? "vega" : "vega-lite", spec };
    }
  }
  const html = bundle["text/html"];
  return typeof html === "string" ? figureInHtml(html) : null;
}

/** The default renderers of Altair, and older ones of Plotly, send a page whose script holds the specification. */
function figureInHtml(html: string): Figure | null {
  if (html.includes("vegaEmbed")) {
    const call = html.lastIndexOf("})({");
    const spec = call < 0 ? undefined : jsonWithin(html, call + 3)?.value;
    if (!isRecord(spec)) return null;
    const isVega = String(spec["$schema"] ?? "").includes("/vega/");
    return { library: "altair", spec, form: isVega ? "vega" : "vega-lite" };
  }
  const call = /Plotly\.newPlot\(\s*(?:"[^"]{1,100}"|'[^']{1,100}')\s*,\s*(?=\[)/.exec(html);
  if (call === null) return null;
  const data = jsonWithin(html, call.index + call[0].length);
  if (data === null) return null;
  const gap = /^\s*,\s*/.exec(html.slice(data.end, data.end + 200));
  const layout = gap === null ? undefined : jsonWithin(html, data.end + gap[0].length)?.value;
  return { library: "plotly", spec: { data: data.value, layout: layout ?? {} }, form: "plotly" };
}
