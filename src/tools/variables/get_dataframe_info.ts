import { z } from "zod";
import { tableInfo } from "../../jupyter/inspect/variables.ts";
import { pathIn } from "../../jupyter/inspect/inspection.ts";
import { tableReply } from "../../output/table_reply.ts";
import { defineTool } from "../../tool.ts";

export const getDataframeInfo = defineTool({
  name: "get_dataframe_info",
  title: "Describe a table",
  description:
    "Describes a table of a session: shape, columns, dtypes, nulls, first rows, statistics, memory. pandas, polars, " +
    "pyarrow, structured arrays, R data.frame; lazy ones (LazyFrame, Dask, Spark, xarray) by schema, not computed. " +
    "For a file use data_preview.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    session_id: z.string().min(1).describe("Session id, name or notebook path"),
    variable_name: z.string().min(1).describe('Name, or path such as data["sales"]'),
    include_head: z.boolean().optional()
      .describe("First rows; for lazy tables only if true is passed"),
    head_rows: z.number().min(0).max(100).default(5).describe("How many first rows"),
    columns: z.array(z.string()).min(1).max(200).optional()
      .describe("Rows and statistics of these only"),
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
    return { data: tableReply(info, presenter.maxBytes) };
  },
});
