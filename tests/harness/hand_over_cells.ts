import assert from "node:assert/strict";
import type { Connection } from "./client.ts";
import type { ToolResult } from "./tool_result.ts";

/** Starts cells of a notebook, all unless `args` say otherwise, that are handed over; gives the first answer. */
export async function handOverCells(
  connection: Connection,
  notebook_path: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<ToolResult> {
  const begun = await connection.call("notebook_execute_cell", {
    notebook_path,
    cell: "all",
    timeout: 0.5,
    on_timeout: "continue",
    ...args,
  });
  assert.equal(begun.at("status"), "running", begun.text);
  return begun;
}
