import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { givenCells } from "../../jupyter/nbformat/edit_cells.ts";
import { surrogateNotes } from "../../jupyter/nbformat/source_text.ts";
import { runCells } from "../../jupyter/notebooks/run_cells.ts";
import { cellRunsReply } from "../../output/notebook/cell_runs_reply.ts";
import { watchCells } from "../../output/progress.ts";
import { addition, editTarget, previewWrite, writeNotebook } from "../../output/notebook/edit_reply.ts";
import { type Call, defineTool } from "../../tool.ts";
import { cellReference, cellType, figureText, force, newCells, whichNotebook } from "../arguments.ts";

const input = z.strictObject({
  ...whichNotebook,
  cell_type: cellType.optional().describe("Type; default code"),
  source: z.string().optional().describe("Content"),
  cells: newCells.min(1).optional().describe("Several: [{source, cell_type}]"),
  after: cellReference.optional().describe("Insert after this cell (id or index)"),
  before: cellReference.optional().describe("Insert before this cell"),
  position: z.number().int().optional().describe("At this index"),
  execute: z.boolean().default(false).describe("Also run them"),
  timeout: z.number().positive().max(86_400).default(30).describe("Seconds to wait"),
  force,
  figure_text: figureText,
});

export const notebookAddCell = defineTool({
  name: "notebook_add_cell",
  title: "Add cells",
  description:
    "Adds one or more cells, at the end or where you say; execute also runs them. `visible: live`: a person who has the " +
    "notebook open sees it at once.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input,
  preview: async (args, call) => await previewWrite(call.services.notebooks, await planned(args, call)),
  async run(args, call) {
    const { services, signal, progress, ask } = call;
    const { cells, ...addition } = await planned(args, call);
    const { path, change } = addition;
    const written = await writeNotebook(services.notebooks, addition);
    const code = cells.filter(({ type }) => type === "code").map(({ id }) => id);
    if (!args.execute || code.length === 0) return written;
    const runs = await runCells(services, {
      ...{ path, cells: code, signal, change, force: args.force, timeout: args.timeout },
      stopOnError: true,
      onTimeout: "interrupt",
      onCell: watchCells({ progress, ask }, code.length),
    });
    const { data, ...rest } = await cellRunsReply(services, runs, { signal, figureText: args.figure_text });
    return { ...rest, data: { ...written.data, ...data, index: runs.indexOf(cells[0]?.id ?? "") } };
  },
});

async function planned(args: z.output<typeof input>, call: Call) {
  const { cell_type: type, source, after, before, position } = args;
  const { notebooks } = call.services;
  const cells = givenCells({ type, source, cells: args.cells });
  if ([after, before, position].filter((place) => place !== undefined).length > 1) {
    throw new AppError("invalid_argument", "Cannot add a cell: several places are given", {
      hint: "Give one of after, before and position",
    });
  }
  const target = await editTarget("notebook_add_cell", args, call);
  return {
    ...target,
    cells,
    plan: addition(notebooks, { ...target, cells, after, before, position }),
    notes: surrogateNotes(cells.map(({ source }) => source)),
  };
}
