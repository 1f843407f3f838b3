/**
 * A notebook as it is sent to the contents API.
 *
 * `metadata.trusted` on code cells tells the server which outputs may run scripts in the person's browser; it signs
 * the notebook when all may, and stores no such field. We vouch for outputs that we wrote; the rest stays as it was.
 */

import { cellsById } from "./changed_cells.ts";
import type { Cell, CellOutput, Notebook } from "./notebook.ts";

/** The outputs of a cell, by identity. */
export type Outputs = readonly CellOutput[];

/** The notebook without what is never on disk, and with the mark of trust on every code cell. */
export function forDisk(notebook: Notebook, isTrusted: (outputs: Outputs) => boolean): Notebook {
  const bare = asOnDisk(notebook);
  const cells = bare.cells.map((cell) => {
    if (cell.cell_type !== "code") return cell;
    const { outputs = [], execution_count = null } = cell;
    const metadata = { ...cell.metadata, trusted: isTrusted(outputs) };
    // Jupyter cannot write a code cell that lacks one of these.
    return { ...cell, metadata, outputs, execution_count };
  });
  return { ...bare, cells };
}

/** The notebook without what no file holds: the marks of running cells, and of trust. */
export function asOnDisk(notebook: Notebook): Notebook {
  const cells = notebook.cells.map((cell) => {
    if (cell.execution_state === undefined && !("trusted" in cell.metadata)) return cell;
    const { execution_state: _state, metadata: { trusted: _mark, ...metadata }, ...rest } = cell;
    return { ...rest, metadata };
  });
  return { ...notebook, cells };
}

/** The lists of outputs that `after` has and `before` had not. */
export function newOutputs(before: Notebook, after: Notebook): readonly Outputs[] {
  const old = cellsById(before);
  return codeOutputs(after.cells.filter((cell) => old.get(cell.id ?? "")?.outputs !== cell.outputs));
}

/** Whether some output that is not ours could hold a script, so that the server's signature decides. */
export function dependsOnTrust(notebook: Notebook, isOurs: (outputs: Outputs) => boolean): boolean {
  return codeOutputs(notebook.cells).some((outputs) => !isOurs(outputs) && outputs.some(isRich));
}

function codeOutputs(cells: readonly Cell[]): readonly Outputs[] {
  return cells.flatMap((cell) =>
    cell.cell_type === "code" && cell.outputs !== undefined ? [cell.outputs] : []
  );
}

function isRich(output: CellOutput): boolean {
  return output.output_type === "display_data" || output.output_type === "execute_result";
}
