import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { openFileTable, openKernelTable } from "../../output/views/tables.ts";
import { defineTool } from "../../tool.ts";
import { sheet } from "../arguments.ts";

export const showTable = defineTool({
  name: "show_table",
  title: "Show a table to the person",
  description:
    "Shows the person a table that they can sort, filter and page through: a variable (pandas, polars, pyarrow, R) or " +
    "a data file. You do not receive the rows: to read values, use get_dataframe_info or data_preview.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  view: "table",
  input: z.strictObject({
    session_id: z.string().min(1).optional().describe("Of the variable: id, name or notebook path"),
    variable_name: z.string().min(1).optional().describe('Name, or path such as d["a"]'),
    path: z.string().min(1).optional().describe("A data file instead, from the Jupyter root"),
    sheet,
    lazy_rows: z.number().int().min(1).max(100_000).optional()
      .describe("Compute this many first rows of a lazy table"),
  }),
  async run({ session_id, variable_name, path, sheet, lazy_rows: lazyRows }, { services, signal }) {
    if (path !== undefined && variable_name === undefined && session_id === undefined) {
      return { data: await openFileTable({ path, sheet }, services, signal) };
    }
    if (path !== undefined || variable_name === undefined || session_id === undefined) {
      throw new AppError("invalid_argument", "Cannot show a table without exactly one source", {
        hint: 'Give "session_id" with "variable_name", or "path" alone',
      });
    }
    return { data: await openKernelTable({ session_id, variable_name, lazyRows }, services, signal) };
  },
});
