/** Notebooks that were run, and into which a fault was put afterwards. */

import { z } from "zod";
import corpus from "../corpus/verify/programs.json" with { type: "json" };
import type { Connection } from "./client.ts";
import type { JupyterServer } from "./jupyter.ts";
import { code, type NewCell, onDisk, putCells } from "./notebook.ts";

const program = z.object({
  name: z.string(),
  imports: z.string(),
  define: z.string(),
  compute: z.string(),
  show: z.array(z.string()),
  stale: z.tuple([z.string(), z.string()]),
});

export type FaultyProgram = z.infer<typeof program>;

export const programs: readonly FaultyProgram[] = z.array(program).parse(corpus.programs);

type Cells = readonly NewCell[];

const isCell = (id: string) => (cell: NewCell) => cell["id"] === id;
const without = (id: string) => (cells: Cells) => cells.filter((cell) => cell["id"] !== id);

/** Each changes the cells of a notebook that has been run. */
const faults = {
  passing: (cells: Cells) => cells,
  "wrong order": (cells: Cells) => [...without("define")(cells), ...cells.filter(isCell("define"))],
  "deleted definition": without("compute"),
  "missing import": without("imports"),
  "stale output": (cells: Cells, { stale: [old, fresh] }: FaultyProgram) =>
    cells.map((cell) =>
      isCell("define")(cell) ? { ...cell, source: String(cell["source"]).replace(old, fresh) } : cell
    ),
  "random output": (cells: Cells) => cells,
} as const;

export type Fault = keyof typeof faults;

/** Fields of a verification that must name the fault. */
export const findingsOf: Readonly<Record<Fault, readonly string[]>> = {
  passing: [],
  "wrong order": ["failed", "undefined_names", "out_of_order"],
  "deleted definition": ["failed", "undefined_names"],
  "missing import": ["failed", "undefined_names"],
  "stale output": ["differs"],
  "random output": ["differs"],
};

export const faultNames: readonly Fault[] = [
  "passing",
  "wrong order",
  "deleted definition",
  "missing import",
  "stale output",
  "random output",
];

/** Runs a notebook of a program, puts a fault into it and returns its path. */
export async function putFaulty(
  { connection, jupyter }: { readonly connection: Connection; readonly jupyter: JupyterServer },
  program: FaultyProgram,
  fault: Fault,
): Promise<string> {
  const { imports, define, compute, show } = program;
  const random = fault === "random output"
    ? [code("random", "import random as r\nr.SystemRandom().random()")]
    : [];
  const path = await putCells(jupyter, [
    code("imports", imports),
    code("define", define),
    code("compute", compute),
    ...show.map((source, index) => code(`show-${index}`, source)),
    ...random,
  ]);
  await connection.call("notebook_execute_cell", { notebook_path: path, cell: "all" });
  await connection.call("session_delete", { session_id: path });
  const { cells } = await onDisk(jupyter, path);
  return await putCells(jupyter, faults[fault](cells, program));
}
