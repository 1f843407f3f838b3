import { z } from "zod";
import { chartSpec } from "../../base/chart_spec.ts";
import { openFigure } from "../../output/views/open_figure.ts";
import { defineTool } from "../../tool.ts";

export const showFigure = defineTool({
  name: "show_figure",
  title: "Show a figure to the person",
  description:
    "Shows the person a figure that they can zoom and save: the last one of a run, an image resource, a Plotly, Altair " +
    "or PIL variable (interactive where possible), or a chart of a table. To see one yourself, use get_image_resource.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  view: "figure",
  input: z.strictObject({
    execution_id: z.string().min(1).optional().describe("Its last figure"),
    resource_uri: z.string().min(1).optional().describe("Of an image or figure"),
    session_id: z.string().min(1).optional().describe("Session of variable_name"),
    variable_name: z.string().min(1).optional().describe("Figure, or table to draw"),
    path: z.string().min(1).optional().describe("Table file to draw"),
    data: z.string().min(1).optional().describe("Table to draw: CSV or JSON"),
    query: z.string().max(1000).optional().describe("Chart of the table, such as: monthly sales by region"),
    options: chartSpec.optional().describe("As `options` of chartelier_visualize").meta({ brief: true }),
  }),
  run: async (source, call) => ({ data: await openFigure(source, call) }),
});
