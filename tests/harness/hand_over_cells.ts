import assert from "node:assert/strict";
import type { Connection } from "./client.ts";
import { eventually } from "./eventually.ts";
import type { ToolResult } from "./tool_result.ts";

export interface CellsToHandOver {
  /** What the cell that runs at the hand-over has printed by then. */
  readonly text?: string;
  /** Further arguments of `notebook_execute_cell`; all cells unless they say otherwise. */
  readonly args?: Readonly<Record<string, unknown>>;
}

/** Starts cells of a notebook that are handed over; gives the first answer. */
export async function handOverCells(
  connection: Connection,
  notebook_path: string,
  { text, args = {} }: CellsToHandOver = {},
): Promise<ToolResult> {
  const begun = await connection.call("notebook_execute_cell", {
    notebook_path,
    cell: "all",
    timeout: 0.5,
    on_timeout: "continue",
    ...args,
  });
  assert.equal(begun.at("status"), "running", begun.text);
  if (text !== undefined) await untilPrinted(connection, begun.string("execution_id"), text);
  return begun;
}

/** Resolves when a run that was handed over has printed this, with what is known of the run then. */
export function untilPrinted(
  connection: Connection,
  execution_id: string,
  text: string,
): Promise<ToolResult> {
  return eventually(async () => {
    const page = await connection.call("execution_get", { execution_id });
    return page.string("stdout").includes(text) && page;
  }, { what: `the run prints ${JSON.stringify(text)}` });
}
