import { z } from "zod";
import { tableInfo } from "../../jupyter/inspect/variables.ts";
import { pathIn } from "../../jupyter/inspect/inspection.ts";
import { tableReply } from "../../output/table_reply.ts";
import { defineTool } from "../../tool.ts";
import { oneSession } from "../arguments.ts";

export const getDataframeInfo = defineTool({
  name: "get_dataframe_info",
  title: "Describe a table",
  description:
    "Describes a table: `columns` (dtype, nulls, statistics) and `head`, the first rows. pandas, " +
    "polars, pyarrow, R; lazy ones (Dask, Spark, xarray) by schema, not computed. For a file: data_preview.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    session_id: oneSession,
    variable_name: z.string().min(1).describe('Name, or path such as d["a"]'),
    include_head: z.boolean().optional()
      .describe("First rows; lazy tables only if true"),
    head_rows: z.number().min(0).max(100).default(5).describe("How many"),
    columns: z.array(z.string()).min(1).max(200).optional()
      .describe("Only these columns"),
    describe: z.boolean().default(true).describe("Statistics"),
  }),
  async run(args, { services: { sessions, presenter }, signal }) {
    const { kernel } = await sessions.kernelOf(args.session_id, { signal });
    const path = pathIn(kernel, args.variable_name);
    const info = await tableInfo(kernel, path, {
      headRows: args.include_head === false ? 0 : Math.floor(args.head_rows),
      askedForHead: args.include_head === true,
      columns: args.columns,
      signal,
    });
    const { columns, describe } = args;
    return { data: tableReply(info, { maxBytes: presenter.textBytes(), columns, describe }) };
  },
});
