/**
 * Notebooks as plain values (nbformat 4). What we do not understand is kept: every object is loose, and edits
 * return a new notebook that shares all untouched parts with the old one.
 */

import { z } from "zod";
import { isRecord } from "../../base/json.ts";
import { plainNumber } from "./exact_json.ts";

/** A JSON object, as it is: Zod's records and loose objects drop a key `__proto__`. */
export const jsonObject = z.custom<Record<string, unknown>>(isRecord, "Invalid input: expected object");

/** An object with some known fields; the others stay as they are. */
function loose<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = z.object(shape);
  return jsonObject.transform((value, context) => {
    const parsed = known.safeParse(value);
    if (parsed.success) return { ...value, ...parsed.data };
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: "custom", path, message });
    return z.NEVER;
  });
}

const metadata = jsonObject;

/** Text on disk is a string or a list of lines; in memory it is a string. */
const text = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(""))]);

/** The numbers that we compute with; all others stay as they were written. */
const number = z.preprocess(plainNumber, z.number());

/** An output as stored in the notebook; unknown types and fields stay as they are. */
const cellOutput = z.custom<{ [key: string]: unknown; output_type: string }>(
  (value) => isRecord(value) && typeof value["output_type"] === "string",
  "Invalid input: expected an output with an output_type",
);

export const cell = loose({
  /** Missing before nbformat 4.5; one that is not text counts as missing. */
  id: z.string().min(1).optional().catch(undefined),
  cell_type: z.string(),
  source: text.default(""),
  metadata: metadata.default({}),
  outputs: z.array(cellOutput).optional(),
  execution_count: number.nullish(),
  /** `"running"` while a shared document's cell runs; never on disk. */
  execution_state: z.string().optional(),
});

export const notebook = loose({
  nbformat: number,
  nbformat_minor: number.default(0),
  metadata: metadata.default({}),
  cells: z.array(cell),
});

export type CellOutput = z.infer<typeof cellOutput>;
export type Cell = z.infer<typeof cell>;
export type Notebook = z.infer<typeof notebook>;

const cellTypes = ["code", "markdown", "raw"] as const;
export type CellType = (typeof cellTypes)[number];

/** A change of a notebook: pure, and the result shares what it leaves alone with the notebook it was given. */
export type Edit = (notebook: Notebook) => Notebook;

/** The notebook without outputs and metadata. */
export function sourcesOnly({ nbformat, nbformat_minor, cells }: Notebook): Notebook {
  return {
    nbformat,
    nbformat_minor,
    metadata: {},
    cells: cells.map(({ id, cell_type, source }) => ({ id, cell_type, source, metadata: {} })),
  };
}
