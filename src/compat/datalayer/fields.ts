/** Arguments that several tools share. */

import { z } from "zod";

export const notebookName = z.string().describe("Name given in use_notebook");

/** The notebook to act on; the current one if left out. */
export const optionalNotebook = z.string().nullable().default(null)
  .describe("Notebook in use to act on; the current one if left out");

export const cellIndex = z.int().min(0).nullable().default(null)
  .describe("Index of the cell, from 0; left out with cell_id");

export const cellId = z.string().nullable().default(null)
  .describe("Id of the cell, which stays true when cells are inserted above; wins over cell_index");

export const insertIndex = z.int().min(-1).describe("Index to insert at, from 0; -1 for the end");

export const cellSource = z.string().describe("Source of the cell");

export const runTimeout = z.int().default(0).describe("Seconds for the run; 0 for the configured default");

export const stream = z.boolean().default(true).describe(
  "Add lines on progress and completion to the outputs",
);

export const progressInterval = z.int().default(5).describe("Seconds between reports of progress");
