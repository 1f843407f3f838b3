/** Arguments that several tools share. */

import { z } from "zod";

/** The session that a tool works in. */
export const oneSession = z.string().min(1).describe("Id, name or notebook path");

/** For models that give every tool the session. */
export const unneededSession = z.string().optional().describe("Not needed").meta({ hidden: true });

/** A file that a tool works on. */
export const oneFile = z.string().min(1).describe("From the Jupyter root");

/** Not listed: texts are rarely in an encoding that is guessed wrongly. */
export const encoding = z.string().min(1).optional().describe("Text encoding, if it is guessed wrongly").meta(
  { hidden: true },
);

/** Of an Excel file. */
export const sheet = z.union([z.string().min(1), z.number().int().min(0)]).optional()
  .describe("Excel sheet, name or number");

/** A cell by its id or index, or "selected": the one that the person is in. */
export const cellReference = z.union([z.string(), z.number().int()]);

/** A cell that a tool works on. */
export const oneCell = cellReference.describe('Id, index (-1: the last) or "selected"');

export const cellType = z.enum(["code", "markdown", "raw"]);

/** Which notebook; the other ways to name it are accepted but left out of the list. */
export const whichNotebook = {
  notebook_path: z.string().min(1).optional().describe("From the Jupyter root"),
  notebook_name: z.string().min(1).optional().describe("Same as notebook_path").meta({ hidden: true }),
  session_id: z.string().min(1).optional().describe("Instead of the path").meta({ hidden: true }),
};

/** Only of use after a refusal, which names it. */
export const force = z.boolean().default(false).describe("Write even if a browser has it open")
  .meta({ hidden: true });

/** Named by a reply that is cut. */
export const maxChars = z.number().int().min(1_000).optional().describe(
  "Max. characters of text; default 30000",
)
  .meta({ hidden: true });

/** Whether figures come in words as well. */
export const figureText = z.boolean().default(true).describe("Also describe figures in words")
  .meta({ hidden: true });

/** New cells, described in words: their schema would cost more. */
export const newCells = z.array(
  z.strictObject({ cell_type: cellType.default("code"), source: z.string() }).meta({ brief: true }),
).max(1_000);
