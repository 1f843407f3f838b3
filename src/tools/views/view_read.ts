import { z } from "zod";
import { conditionSchema, placesSchema, sortSchema } from "../../output/views/table_query.ts";
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
    offset: z.number().int().min(0).default(0).describe("First row"),
    limit: z.number().int().min(1).max(200).default(10).describe("Rows"),
    places: placesSchema.default([]).describe("Columns, from 0"),
    sort: sortSchema.nullable().default(null).describe("Order of rows").meta({ brief: true }),
    condition: conditionSchema.nullable().default(null).describe("Which rows").meta({ brief: true }),
    outline: z.boolean().default(false).describe("With all columns"),
    profile: z.boolean().default(false).describe("Distribution of columns instead of rows"),
  }),
  run: async ({ handle, ...query }, call) => ({ data: { ...await readTable(handle, query, call) } }),
});
