import { z } from "zod";
import { asKinds, auxiliaryKinds, patternIds } from "../../base/chart_terms.ts";
import { chartData, chartReply, pictureBudget, saysSomething } from "../../output/chart.ts";
import { defineTool } from "../../tool.ts";

const options = z.strictObject({
  format: z.enum(["png", "svg"]).default("png").describe("svg comes as an embedded resource"),
  dpi: z.int().min(72).max(300).default(300).describe("96 gives exactly width × height pixels"),
  width: z.int().min(600).max(2000).default(1200).describe("Pixels at 96 dpi"),
  height: z.int().min(400).max(2000).default(900).describe("Pixels at 96 dpi"),
  locale: z.enum(["ja", "en"]).optional().describe(
    "Language of labels and summary; that of the query if absent",
  ),
  pattern: z.enum(patternIds).optional().describe(
    "P01 line, P02 bars, P03 histogram or parts, P12 lines by group, P13 histograms by period, P21 grouped bars, " +
      "P23 overlaid histograms, P31 small multiples, P32 box plots",
  ),
  x: z.string().optional().describe("Column on the x axis"),
  y: z.string().optional().describe("Column of numbers"),
  color: z.string().optional().describe("Column of groups"),
  facet: z.string().optional().describe("Column of panels"),
  auxiliary: z.preprocess(asKinds, z.array(z.enum(auxiliaryKinds)).max(6)).optional()
    .describe("Lines over the chart; the query gives the number of a target or threshold"),
  title: z.string().max(200).optional().describe("Title of the chart"),
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
    query: z.string().min(1).max(1000).refine(saysSomething, "expected text").describe(
      "What the chart should show, ja or en",
    ),
    options: options.prefault({}).describe("All optional"),
  }),
  async run({ query, options, ...source }, { services, signal }) {
    const table = await chartData(source, services, signal);
    const maxBytes = pictureBudget(options.format, services.presenter.maxBytes);
    return chartReply(await services.charts.drawChart({ ...table, query, ...options, maxBytes }, signal));
  },
});
