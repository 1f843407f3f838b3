/**
 * A notebook as it is sent to the contents API: what an edit left alone is on disk afterwards as it was before.
 *
 * Fields that a file may lack have a value in memory, and are left out again: ids before format 4.5, and sources.
 *
 * `metadata.trusted` on code cells tells the server which outputs may run scripts in the person's browser; it signs the
 * notebook if all may, and does not store the field. Outputs that we wrote are trusted; the rest stays as it was.
 */

import { storesIds, withoutId } from "./cell_ids.ts";
import { cellsById } from "./compare_notebooks.ts";
import { type Cell, type CellOutput, jsonObject, type Notebook } from "./notebook.ts";

/** The outputs of a cell, by identity. */
export type Outputs = readonly CellOutput[];

/** Which of the fields that every cell has in memory are in the file. */
export interface FileForm {
  /** Ids that the file has although its format does not define them. */
  readonly ids: ReadonlySet<string>;
  /** Ids of the cells without a source. */
  readonly sourceless: ReadonlySet<string>;
  /** Whether Jupyter can load it into a shared document: every cell has a source, every code cell metadata. */
  readonly isShareable: boolean;
}

/** The form of a new file, or of one that lacks nothing. */
export const wholeForm: FileForm = { ids: new Set(), sourceless: new Set(), isShareable: true };

/** The form of a file. */
export function formOf(json: unknown, named: Notebook): FileForm {
  const cells = jsonObject.safeParse(json).data?.["cells"];
  if (!Array.isArray(cells)) return wholeForm;
  const [ids, sourceless] = [new Set<string>(), new Set<string>()];
  let hasMetadata = true;
  named.cells.forEach(({ id = "", cell_type }, index) => {
    const stored = jsonObject.safeParse(cells[index]).data ?? {};
    if (stored["id"] === id && !storesIds(named)) ids.add(id);
    if (stored["source"] === undefined) sourceless.add(id);
    if (cell_type === "code" && stored["metadata"] === undefined) hasMetadata = false;
  });
  return { ids, sourceless, isShareable: hasMetadata && sourceless.size === 0 };
}

/** A cell as it is written to disk. */
type DiskCell = Omit<Cell, "source"> & Partial<Pick<Cell, "source">>;
export type DiskNotebook = Omit<Notebook, "cells"> & { readonly cells: readonly DiskCell[] };

interface ForDiskOptions {
  readonly form: FileForm;
  readonly isTrusted: (outputs: Outputs) => boolean;
}

/** The notebook without what is not stored on disk, and with the trust mark on every code cell. */
export function forDisk(notebook: Notebook, { form, isTrusted }: ForDiskOptions): DiskNotebook {
  const hasIds = storesIds(notebook);
  const bare = asOnDisk(notebook);
  const cells = bare.cells.map((cell): DiskCell => {
    const { id = "", source } = cell;
    const named = hasIds || form.ids.has(id) ? cell : withoutId(cell);
    const fields = source === "" && form.sourceless.has(id) ? withoutSource(named) : named;
    if (cell.cell_type !== "code") return fields;
    // Jupyter cannot write a code cell without outputs.
    const { outputs = [] } = cell;
    return { ...fields, metadata: { ...cell.metadata, trusted: isTrusted(outputs) }, outputs };
  });
  return { ...bare, cells };
}

function withoutSource({ source: _, ...cell }: Cell): DiskCell {
  return cell;
}

/** The notebook without what files do not store: running and trust marks. */
export function asOnDisk(notebook: Notebook): Notebook {
  const cells = notebook.cells.map((cell) => {
    if (cell.execution_state === undefined && !("trusted" in cell.metadata)) return cell;
    const { execution_state: _state, metadata: { trusted: _mark, ...metadata }, ...rest } = cell;
    return { ...rest, metadata };
  });
  return { ...notebook, cells };
}

/** The lists of outputs that are in `after` and not in `before`. */
export function newOutputs(before: Notebook, after: Notebook): readonly Outputs[] {
  const old = cellsById(before);
  return codeOutputs(after.cells.filter((cell) => old.get(cell.id ?? "")?.outputs !== cell.outputs));
}

/** Whether an output that is not ours could contain a script, so that the server's signature decides. */
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
