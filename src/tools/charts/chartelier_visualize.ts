import { z } from "zod";
import { chartSpec } from "../../base/chart_spec.ts";
import { AppError } from "../../base/errors.ts";
import { chartData, chartReply, imageBudget } from "../../output/chart.ts";
import { defineTool } from "../../tool.ts";

const { pattern, x, y, filter, normalize, ...rest } = chartSpec.shape;

const options = z.strictObject({
  pattern: pattern.describe(
    "P01 line, P02 bars, P03 histogram or shares, P12 lines by color, P13 histograms by facet, P21 bars by color, " +
      "P23 overlaid histograms, P31 lines by facet, P32 boxes",
  ),
  x,
  y: y.describe("Numbers; default: the count of rows"),
  filter: filter.describe("Lists for in, not_in, between; times as 2024-03"),
  normalize: normalize.describe("index: start = 100"),
  ...rest,
  format: z.enum(["png", "svg"]).default("png"),
  dpi: z.int().min(72).max(300).default(96),
  width: z.int().min(600).max(2000).default(1200),
  height: z.int().min(400).max(2000).default(900),
  locale: z.enum(["ja", "en"]).optional(),
});

const defaults = options.parse({});

export const chartelierVisualize = defineTool({
  name: "chartelier_visualize",
  title: "Draw a chart",
  description:
    "Draws a chart of a table as specified by options or by a Japanese or English sentence (query). Returns an " +
    "image, a summary and metadata: spec (the complete options), assumed, not_understood.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    data: z.string().min(1).optional().describe("CSV with a header row, or JSON"),
    session_id: z.string().min(1).optional().describe("Session of variable_name"),
    variable_name: z.string().min(1).optional().describe("Table in the kernel"),
    path: z.string().min(1).optional().describe("Table file on the Jupyter server"),
    query: z.string().max(1000).optional().describe("Such as: monthly sales by region"),
    options: options.optional().describe("Anything omitted is derived from query and data"),
  }),
  async run({ query = "", options = defaults, ...source }, { services, signal }) {
    const { format, dpi, width, height, locale, ...spec } = options;
    if (format === "svg" && dpi !== defaults.dpi) {
      throw new AppError("invalid_argument", 'Cannot use "options.dpi" with format "svg": it has no pixels', {
        hint: "Leave options.dpi out; options.width and options.height are its size",
      });
    }
    const table = await chartData(source, services, signal);
    const maxBytes = imageBudget(format, services.presenter.maxBytes);
    const request = { ...table, query, spec, format, dpi, width, height, locale, maxBytes };
    return chartReply(await services.charts.drawChart(request, signal));
  },
});
