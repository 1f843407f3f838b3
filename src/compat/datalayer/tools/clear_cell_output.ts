import { z } from "zod";
import { CompatError } from "../../../compat_api.ts";
import { clearOutputs } from "../../../jupyter/nbformat/cell_run_edits.ts";
import type { Outcome } from "../answers.ts";
import { editNotebook, outOfRange, pickCell } from "../cells.ts";
import { defineTool } from "../define_tool.ts";
import { cellId, cellIndex, optionalNotebook } from "../fields.ts";

export const clearCellOutput = defineTool({
  name: "clear_cell_output",
  title: "Clear Cell Output",
  description: "Takes the outputs and the execution count from a code cell; the cell itself stays.",
  effect: "change",
  idempotent: true,
  kind: "cell.clear_output",
  shape: "text",
  input: z.object({ cell_index: cellIndex, notebook_name: optionalNotebook, cell_id: cellId }),
  async run({ notebook_name, ...address }, context) {
    let outcome: Outcome = { value: "" };
    await editNotebook(context, notebook_name, (notebook) => {
      const { index, cell } = pickCell(notebook, address, outOfRange);
      if (cell.cell_type !== "code") {
        throw new CompatError(`Cell ${index} is not a code cell, cannot clear output.`);
      }
      const count = cell.outputs?.length ?? 0;
      const value = count === 0
        ? `Cell ${index} had no output to clear.`
        : `Cell ${index} output cleared successfully (${count} output(s) removed).`;
      outcome = { value, cellId: cell.id };
      return clearOutputs([index])(notebook);
    });
    return outcome;
  },
});
