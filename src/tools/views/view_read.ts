import { z } from "zod";
import { conditionSchema, placesSchema, sortSchema } from "../../base/view_messages.ts";
import { readFigure } from "../../output/views/figures.ts";
import { readRun } from "../../output/views/runs.ts";
import { readTable } from "../../output/views/tables.ts";
import { defineTool } from "../../tool.ts";

export const viewRead = defineTool({
  name: "view_read",
  title: "Read for a view",
  description: "Reads what a view shows to the person. Called by views; of no use to a model.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  isForViews: true,
  input: z.strictObject({
    handle: z.string().min(1).describe("Of what is shown"),
    offset: z.number().int().min(0).default(0).describe("First row of a table, or byte of a figure"),
    limit: z.number().int().min(1).max(200).default(10).describe("Rows"),
    places: placesSchema.default([]).describe("Columns, from 0"),
    sort: sortSchema.nullable().default(null).describe("Order of rows"),
    condition: conditionSchema.nullable().default(null).describe("Which rows"),
    outline: z.boolean().default(false).describe("With all columns"),
    exact: z.boolean().default(false).describe("Whole values"),
    profile: z.boolean().default(false).describe("Distribution of columns instead of rows"),
    drawn: z.boolean().default(false).describe("A figure as an image"),
    wait: z.number().min(0).max(20).default(0).describe("Seconds to wait for news of a run"),
    cursor: z.string().optional().describe("Of the last news"),
  }),
  async run({ handle, drawn, wait, cursor, ...query }, call) {
    const [kind, id = ""] = handle.split(/:(.*)/s);
    const data = kind === "run"
      ? await readRun(id, { wait, cursor }, call)
      : kind === "figure"
      ? await readFigure(handle, { offset: query.offset, drawn }, call)
      : await readTable(handle, query, call);
    return { data: { ...data } };
  },
});
