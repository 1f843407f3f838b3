import { z } from "zod";
import { pickCell } from "../cells.ts";
import { defineTool } from "../define_tool.ts";
import { cellId, cellIndex, optionalNotebook, progressInterval, runTimeout, stream } from "../fields.ts";
import { runCell } from "../run_cell.ts";

export const executeCell = defineTool({
  name: "execute_cell",
  title: "Execute Cell",
  description:
    "Runs a code cell of the current notebook, writes its outputs into the notebook and returns them. At " +
    "the timeout the kernel is interrupted and the output so far is kept.",
  effect: "change",
  openWorld: true,
  kind: "cell.execute",
  shape: "outputs",
  input: z.object({
    cell_index: cellIndex,
    timeout: runTimeout,
    stream,
    progress_interval: progressInterval,
    cell_id: cellId,
    notebook_name: optionalNotebook,
  }),
  async run({ timeout, stream, progress_interval, notebook_name, ...address }, context) {
    const { blocks, cellId } = await runCell(context, {
      notebookName: notebook_name,
      timeout,
      stream,
      interval: progress_interval,
      cell: async (backend) =>
        pickCell(
          await backend.read(context.signal),
          address,
          (index, count) => `Cell index ${index} out of range (notebook has ${count} cells)`,
        ),
    });
    return { value: blocks, cellId };
  },
});
