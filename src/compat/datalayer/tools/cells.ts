/** The tools that read and change the cells of a notebook in use. */

import { z } from "zod";
import { unifiedDiff } from "../../../base/unified_diff.ts";
import { CompatError } from "../../../compat_api.ts";
import { clearOutputs } from "../../../jupyter/nbformat/cell_run_edits.ts";
import { deleteCells, editCell, moveCell as moved } from "../../../jupyter/nbformat/edit_cells.ts";
import type { FoundCell } from "../../../jupyter/nbformat/find_cells.ts";
import type { Notebook } from "../../../jupyter/nbformat/notebook.ts";
import type { Outcome } from "../answers.ts";
import { type CellAddress, editNotebook, insertAt, outOfRange, pickCell, readNotebook } from "../cells.ts";
import { defineTool } from "../define_tool.ts";
import { cellId, cellIndex, cellSource, insertIndex, optionalNotebook } from "../fields.ts";
import { outputBlocks } from "../output_blocks.ts";
import { quoted, represented } from "../python_text.ts";
import { briefCells, cellHeading, readableSource } from "../tables.ts";

const readCell = defineTool({
  name: "read_cell",
  description:
    "Shows a cell: its type and count, its source, and the outputs of a code cell with their pictures.",
  effect: "read",
  idempotent: true,
  kind: "cell.read",
  shape: "outputs",
  ttlMs: 5_000,
  etag: true,
  input: z.object({
    cell_index: cellIndex,
    include_outputs: z.boolean().default(true).describe("Show outputs too"),
    notebook_name: optionalNotebook,
    cell_id: cellId,
  }),
  async run({ include_outputs, notebook_name, ...address }, context) {
    const notebook = await readNotebook(context, notebook_name);
    const { cell_index, cell_id } = address;
    if (cell_id === null && cell_index !== null && cell_index >= notebook.cells.length) {
      return { value: [outOfRange(cell_index, notebook.cells.length)] };
    }
    const { index, cell } = pickCell(notebook, address, outOfRange);
    const { presenter } = context.client.servers.documents.forClient(context.clientId);
    const { showImages } = context.client.settings;
    const outputs = cell.cell_type === "code" && include_outputs ? cell.outputs ?? [] : [];
    const blocks = await outputBlocks(outputs, { presenter, showImages, signal: context.signal });
    return { value: [cellHeading(cell, index), readableSource(cell.source), ...blocks], cellId: cell.id };
  },
});

const insertCell = defineTool({
  name: "insert_cell",
  description: "Inserts a cell into a notebook in use, without running it.",
  effect: "change",
  kind: "cell.insert",
  shape: "text",
  input: z.object({
    cell_index: insertIndex,
    cell_type: z.enum(["code", "markdown", "raw"]).describe("Type of the cell"),
    cell_source: cellSource,
    notebook_name: optionalNotebook,
  }),
  async run({ cell_index, cell_type: type, cell_source: source, notebook_name }, context) {
    const { id, edit } = insertAt(cell_index, { type, source });
    const { notebook } = await editNotebook(context, notebook_name, () => ({ edit, about: undefined }));
    const index = notebook.cells.findIndex((cell) => cell.id === id);
    const count = notebook.cells.length;
    const start = Math.max(0, count - index < 5 ? count - 10 : index - 5);
    return {
      value: [
        `Cell inserted successfully at index ${index} (${type})!`,
        `Notebook now has ${count} cells, showing surrounding cells:`,
        briefCells(notebook, { start, limit: 10 }),
      ].join("\n"),
    };
  },
});

const overwriteCellSource = defineTool({
  name: "overwrite_cell_source",
  description: "Replaces the source of a cell as a whole and shows what changed as a diff.",
  effect: "change",
  idempotent: true,
  kind: "cell.overwrite",
  shape: "text",
  input: z.object({
    cell_index: cellIndex,
    cell_source: cellSource,
    notebook_name: optionalNotebook,
    cell_id: cellId,
  }),
  async run({ cell_source: source, notebook_name, ...address }, context) {
    const { about } = await editNotebook(context, notebook_name, (notebook) => {
      const found = pickCell(notebook, address, shortOutOfRange);
      return { edit: editCell(found.index, { source }), about: sourceChange("overwritten", found, source) };
    });
    return about;
  },
});

const editCellSource = defineTool({
  name: "edit_cell_source",
  description:
    "Replaces a text inside a cell, which must occur once unless replace_all is set, and shows a diff.",
  effect: "change",
  kind: "cell.edit",
  shape: "text",
  input: z.object({
    cell_index: cellIndex,
    old_string: z.string().describe("Text to replace, exactly as it is in the cell"),
    new_string: z.string().describe("Text to put in its place"),
    replace_all: z.boolean().default(false).describe("Replace every occurrence"),
    notebook_name: optionalNotebook,
    cell_id: cellId,
  }),
  async run({ old_string, new_string, replace_all, notebook_name, ...address }, context) {
    const { about } = await editNotebook(context, notebook_name, (notebook) => {
      const found = pickCell(notebook, address, shortOutOfRange);
      const { source: before } = found.cell;
      if (old_string === "") throw new CompatError("old_string must not be empty");
      const first = before.indexOf(old_string);
      if (first === -1) throw new CompatError("old_string not found in cell source");
      // Overlapping occurrences are ambiguous as well.
      if (!replace_all && before.indexOf(old_string, first + 1) !== -1) {
        throw new CompatError(
          "old_string is not unique in cell source (multiple occurrences). Use replace_all=True to replace all " +
            "occurrences.",
        );
      }
      const source = before.replaceAll(old_string, () => new_string);
      return { edit: editCell(found.index, { source }), about: sourceChange("edited", found, source) };
    });
    return about;
  },
});

function shortOutOfRange(index: number): string {
  return `Cell index ${index} out of range`;
}

function sourceChange(verb: "overwritten" | "edited", { index, cell }: FoundCell, after: string): Outcome {
  const { source: before, id: cellId } = cell;
  if (before === after) {
    return { value: `Cell ${index} ${verb} successfully - no changes detected`, cellId };
  }
  const diff = unifiedDiff(before, after) ||
    `@@ line terminators changed @@\n-${quoted(before)}\n+${quoted(after)}`;
  return { value: `Cell ${index} ${verb} successfully!\n\n\`\`\`diff\n${diff}\n\`\`\``, cellId };
}

const deleteCell = defineTool({
  name: "delete_cell",
  description: "Deletes cells of a notebook in use, all or none, and shows what their sources were.",
  effect: "change",
  kind: "cell.delete",
  shape: "text",
  input: z.object({
    cell_indices: z.array(z.int()).min(1).nullable().default(null).describe("Indices of the cells, from 0"),
    include_source: z.boolean().default(true).describe("Show the sources of the deleted cells"),
    notebook_name: optionalNotebook,
    cell_ids_to_delete: z.array(z.string()).nullable().default(null)
      .describe("Ids of the cells; win over cell_indices"),
  }),
  async run({ cell_indices, include_source, notebook_name, cell_ids_to_delete: ids }, context) {
    const { about: gone } = await editNotebook(context, notebook_name, (notebook) => {
      const cells = ids !== null && ids.length > 0
        ? byIds(notebook, ids)
        : byIndices(notebook, cell_indices ?? []);
      return { edit: deleteCells(cells.map(({ index }) => index)), about: cells };
    });
    const lines = gone.flatMap(({ index, cell }) => [
      `Cell ${index} (${cell.cell_type}) deleted successfully.`,
      ...(include_source ? [`deleted cell source:\n${cell.source}`, "\n---\n"] : []),
    ]);
    return { value: lines.join("\n"), cellIds: gone.flatMap(({ cell }) => cell.id ?? []) };
  },
});

function byIds(notebook: Notebook, ids: readonly string[]): FoundCell[] {
  const missing = ids.filter((id) => !notebook.cells.some((cell) => cell.id === id));
  if (missing.length > 0) {
    const more = missing.length > 1 ? ` (and ${missing.length - 1} more)` : "";
    throw new CompatError(
      `No cell '${missing[0]}' in this notebook${more}. Read the notebook again for current cell ids.`,
    );
  }
  const found = ids.map((id) => pickCell(notebook, { cell_id: id }, outOfRange));
  checkDistinct(found.map(({ index }) => index));
  return found;
}

function byIndices(notebook: Notebook, indices: readonly number[]): FoundCell[] {
  if (indices.length === 0) throw new CompatError("name the cells to act on, by cell_indices or by cell_ids");
  checkDistinct(indices);
  return indices.map((index) => pickCell(notebook, { cell_index: index }, outOfRange));
}

/** A cell named twice, by index or by id, is a mistake of the caller. */
function checkDistinct(indices: readonly number[]): void {
  if (new Set(indices).size === indices.length) return;
  throw new CompatError(`cell_indices contains duplicate values: ${represented(indices)}`);
}

const moveIndex = z.int().min(0).nullable().default(null);
const moveId = z.string().nullable().default(null);

const moveCell = defineTool({
  name: "move_cell",
  description: "Moves a cell of a notebook in use to another index.",
  effect: "change",
  kind: "cell.move",
  shape: "text",
  input: z.object({
    source_index: moveIndex.describe("Index of the cell to move; left out with source_cell_id"),
    target_index: moveIndex.describe("Index it gets; left out with target_cell_id"),
    notebook_name: optionalNotebook,
    source_cell_id: moveId.describe("Id of the cell to move"),
    target_cell_id: moveId.describe("Id of the cell whose place it takes"),
  }),
  async run(args, context) {
    const { notebook, about } = await editNotebook(context, args.notebook_name, (before) => {
      const source = place(before, "Source", { cell_index: args.source_index, cell_id: args.source_cell_id });
      const target = place(before, "Target", { cell_index: args.target_index, cell_id: args.target_cell_id });
      return { edit: moved(source.index, target.index), about: { source, target } };
    });
    const { source: { index: from, cell }, target: { index: target, cell: before } } = about;
    return {
      value: [
        `Cell moved successfully from index ${from} to ${target} (${cell.cell_type}).`,
        `Notebook has ${notebook.cells.length} cells, showing surrounding cells:`,
        briefCells(notebook, { start: Math.max(0, target - 3), limit: 7 }),
      ].join("\n"),
      cellId: cell.id,
      cellIds: args.target_cell_id === null || before.id === undefined ? undefined : [before.id],
    };
  },
});

function place(notebook: Notebook, role: "Source" | "Target", address: CellAddress): FoundCell {
  return pickCell(
    notebook,
    address,
    (at, count) =>
      `${role} index ${at} is out of range. Notebook has ${count} cells (valid: 0-${count - 1}).`,
  );
}

const clearCellOutput = defineTool({
  name: "clear_cell_output",
  description: "Takes the outputs and the execution count from a code cell; the cell itself stays.",
  effect: "change",
  idempotent: true,
  kind: "cell.clear_output",
  shape: "text",
  input: z.object({ cell_index: cellIndex, notebook_name: optionalNotebook, cell_id: cellId }),
  async run({ notebook_name, ...address }, context) {
    const { about } = await editNotebook(context, notebook_name, (notebook) => {
      const { index, cell } = pickCell(notebook, address, outOfRange);
      if (cell.cell_type !== "code") {
        throw new CompatError(`Cell ${index} is not a code cell, cannot clear output.`);
      }
      const count = cell.outputs?.length ?? 0;
      const value = count === 0
        ? `Cell ${index} had no output to clear.`
        : `Cell ${index} output cleared successfully (${count} output(s) removed).`;
      return { edit: clearOutputs([index]), about: { value, cellId: cell.id } };
    });
    return about;
  },
});

export const cellTools = [
  readCell,
  insertCell,
  overwriteCellSource,
  editCellSource,
  deleteCell,
  moveCell,
  clearCellOutput,
];
