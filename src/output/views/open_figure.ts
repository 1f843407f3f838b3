/** Figures that the model has shown to the person: from a run, an image resource, a variable, or as a chart of a table. */

import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import type { ChartSpec } from "../../base/chart_spec.ts";
import { isRecord } from "../../base/json.ts";
import { findRun } from "../../jupyter/notebooks/find_run.ts";
import { pathIn } from "../../jupyter/inspect/inspection.ts";
import { variableValue } from "../../jupyter/inspect/variables.ts";
import type { Call } from "../../tool.ts";
import { chartData, type ChartSource, imageBudget } from "../chart.ts";
import { specDigest } from "../figure_digest.ts";
import { figureOfUri } from "../presented_run.ts";
import {
  figurePlaces,
  imageHandle,
  keepFigure,
  lastLine,
  runFigureHandle,
  shownFigure,
  specification,
} from "./figures.ts";

interface FigureSource extends ChartSource {
  readonly execution_id?: string | undefined;
  readonly resource_uri?: string | undefined;
  /** What chart to draw of a table. */
  readonly query?: string | undefined;
  readonly options?: ChartSpec | undefined;
}

type Found = Promise<
  { readonly handle: string; readonly title: string; readonly about?: string | undefined }
>;

/** What model and view learn of the figure. */
export async function openFigure(source: FigureSource, call: Call) {
  const { handle, title, about } = await findFigure(source, call);
  // A figure that cannot be shown is an error now, which the model can act on.
  const { form, bytes, mimeType } = await shownFigure(handle, false, call);
  const spec: unknown = form === "image" ? undefined : JSON.parse(new TextDecoder().decode(bytes));
  if (form !== "image" && !isDrawnByView(form, spec)) await shownFigure(handle, true, call);
  const digest = about ?? (form !== "image" && isRecord(spec) ? specDigest({ form, spec }) : undefined);
  return {
    shown: "figure",
    handle,
    title,
    form: form === "image" ? mimeType : form,
    ...(digest === undefined ? {} : { about: digest }),
    note: "The figure is shown to the person; do not repeat what it shows",
  };
}

/** Kinds of traces that the view's plotly.js draws; others are drawn here. */
const drawnByView: ReadonlySet<string> = new Set(
  "scatter scattergl bar box violin histogram histogram2d histogram2dcontour heatmap contour pie image scatterternary"
    .split(" "),
);

const tracesSchema = z.object({
  data: z.array(z.object({ type: z.string().default("scatter") })).default([]),
});

function isDrawnByView(form: string, spec: unknown): boolean {
  if (form !== "plotly") return !hasUrl(spec);
  const figure = tracesSchema.safeParse(spec).data;
  return figure === undefined || figure.data.every(({ type }) => drawnByView.has(type));
}

/** Whether a Vega specification has the URL of data or of an image, apart from its own rows. */
function hasUrl(spec: unknown): boolean {
  if (Array.isArray(spec)) return spec.some(hasUrl);
  if (!isRecord(spec)) return false;
  return "url" in spec ||
    Object.entries(spec).some(([key, part]) => key !== "values" && key !== "datasets" && hasUrl(part));
}

function findFigure(source: FigureSource, call: Call): Found {
  const { execution_id, resource_uri, session_id, variable_name, query, options } = source;
  if (query !== undefined || options !== undefined) return chartFigure(source, call);
  if (execution_id !== undefined) return lastFigure(execution_id, call);
  if (resource_uri !== undefined) return resourceFigure(resource_uri, call);
  if (session_id !== undefined && variable_name !== undefined) {
    return variableFigure({ session_id, variable_name }, call);
  }
  throw new AppError("invalid_argument", "Cannot show a figure without a source", {
    hint: 'Give "execution_id", "resource_uri", "session_id" with "variable_name", or a table with "query"',
  });
}

async function lastFigure(id: string, { services, signal }: Call): Found {
  const execution = await findRun(id, services, signal);
  const place = figurePlaces(execution.outputs.outputs()).at(-1);
  if (place === undefined) {
    throw new AppError("image_not_found", `Cannot show a figure of execution "${id}": it displayed none`, {
      hint: "Display the figure as the last expression of the code, or name the variable that holds it",
    });
  }
  return { handle: runFigureHandle(id, place), title: lastLine(execution.code) };
}

function resourceFigure(uri: string, { services: { images } }: Call): Found {
  const run = figureOfUri(uri);
  if (run !== undefined) {
    return Promise.resolve({ handle: runFigureHandle(run.id, run.place), title: "Figure" });
  }
  return Promise.resolve({ handle: imageHandle(uri), title: images.get(uri).description });
}

async function variableFigure(
  { session_id, variable_name }: { readonly session_id: string; readonly variable_name: string },
  { services, signal }: Call,
): Found {
  const { kernel } = await services.sessions.kernelOf(session_id, { signal });
  const limits = { maxDepth: 1, maxItems: 1, maxChars: 100, maxBytes: 10_000, start: 0 };
  const found = await variableValue(kernel, pathIn(kernel, variable_name), { ...limits, signal });
  const title = variable_name;
  if ("figure" in found) {
    const { form, json } = found.figure;
    const spec: unknown = JSON.parse(json);
    if (isRecord(spec)) return { handle: keepFigure(services, specification({ form, spec }, title)), title };
  }
  if ("picture" in found) {
    const bytes = Uint8Array.fromBase64(found.picture.png);
    return { handle: keepFigure(services, { form: "image", mimeType: "image/png", bytes, title }), title };
  }
  if ("large_figure" in found && found.large_figure !== undefined) {
    const { size, limit } = found.large_figure;
    const [has, most] = [size, limit].map((one) => `${(one / 1e6).toFixed(1)} MB`);
    throw new AppError(
      "too_large",
      `Cannot show "${variable_name}": the figure has ${has}, over the limit of ${most}`,
      { hint: "Draw fewer points, or aggregate them first" },
    );
  }
  throw new AppError("unsupported", `Cannot show "${variable_name}" as a figure: it is not one`, {
    hint:
      "Plotly, Altair and PIL figures can be shown; show_table shows tables, and a query draws a chart of one",
  });
}

/** Pixels of a chart, which is drawn as SVG. */
const chartSize = { width: 1_200, height: 800, dpi: 96 } as const;

async function chartFigure(
  { query = "", options = {}, ...source }: FigureSource,
  { services, signal }: Call,
): Found {
  const table = await chartData(source, services, signal);
  const maxBytes = imageBudget("svg", services.presenter.maxBytes);
  const request = { ...table, ...chartSize, query, spec: options, format: "svg", maxBytes } as const;
  const { bytes, mimeType, summary } = await services.charts.drawChart(request, signal);
  const title = query === "" ? "Chart" : query;
  return { handle: keepFigure(services, { form: "image", mimeType, bytes, title }), title, about: summary };
}
