import { z } from "zod";
import { chartSpec } from "../../base/chart_spec.ts";
import { chartData, chartReply, pictureBudget } from "../../output/chart.ts";
import { defineTool } from "../../tool.ts";

const options = z.strictObject({
  format: z.enum(["png", "svg"]).default("png"),
  dpi: z.int().min(72).max(300).default(96),
  width: z.int().min(600).max(2000).default(1200),
  height: z.int().min(400).max(2000).default(900),
  locale: z.enum(["ja", "en"]).optional(),
  ...chartSpec.shape,
});

export const chartelierVisualize = defineTool({
  name: "chartelier_visualize",
  title: "Draw a chart",
  description:
    "Draws a chart from a table (CSV, JSON, a kernel's or a file's) and a sentence in Japanese or English, such as " +
    '"sales trend by region, target 500". Returns an image and a summary with its figures. The wording selects one of ' +
    "nine patterns; options override it. Runs no code. For other charts use execute_code.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    data: z.string().min(1).optional().describe("CSV with a header row, or table-like JSON"),
    session_id: z.string().min(1).optional().describe("Session of variable_name"),
    variable_name: z.string().min(1).optional().describe("Table in the kernel, instead of data"),
    path: z.string().min(1).optional().describe("Table file on the Jupyter server, instead of data"),
    query: z.string().max(1000).default("").describe("What the chart should show, ja or en"),
    options: options.prefault({}).describe("All optional"),
  }),
  async run({ query, options, ...source }, { services, signal }) {
    const table = await chartData(source, services, signal);
    const { format, dpi, width, height, locale, ...spec } = options;
    const maxBytes = pictureBudget(format, services.presenter.maxBytes);
    const wishes = { query, spec, format, dpi, width, height, locale, maxBytes };
    return chartReply(await services.charts.drawChart({ ...table, ...wishes }, signal));
  },
});
