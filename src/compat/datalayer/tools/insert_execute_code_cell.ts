import { z } from "zod";
import { defineTool } from "../define_tool.ts";
import {
  cellSource,
  insertIndex,
  optionalNotebook,
  progressInterval,
  runTimeout,
  stream,
} from "../fields.ts";
import { insertAt, insertInto } from "../insert_at.ts";
import { runCell } from "../run_cell.ts";

export const insertExecuteCodeCell = defineTool({
  name: "insert_execute_code_cell",
  title: "Insert and Execute Code Cell",
  description:
    "Inserts a code cell into the current notebook, runs it, writes its outputs there and returns them.",
  effect: "change",
  openWorld: true,
  kind: "cell.insert_execute",
  shape: "outputs",
  input: z.object({
    cell_index: insertIndex,
    cell_source: cellSource,
    timeout: runTimeout,
    stream,
    progress_interval: progressInterval,
    notebook_name: optionalNotebook,
  }),
  async run({ cell_index, cell_source: source, timeout, stream, progress_interval, notebook_name }, context) {
    const { blocks } = await runCell(context, {
      notebookName: notebook_name,
      timeout,
      stream,
      interval: progress_interval,
      cell: (backend, options) =>
        insertInto(backend, insertAt(cell_index, { type: "code", source }), options),
    });
    return { value: blocks };
  },
});
