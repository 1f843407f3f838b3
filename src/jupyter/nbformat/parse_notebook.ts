/**
 * Parses the content of a notebook file, or says why it is not a notebook. Jupyter converts formats before 4 when it reads them,
 * and writes format 4.
 */

import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { parseExact, plainNumber } from "./exact_json.ts";
import { type Cell, cell, type CellOutput, jsonObject, type Notebook, notebook } from "./notebook.ts";

/** The JSON in a file's text. */
export function notebookJson(text: string, path: string): unknown {
  if (text.trim() === "") throw notANotebook(path, "the file is empty");
  return parseJson(text, path);
}

/** The notebook in a JSON value: lists of lines are joined, everything else stays as it is. */
export function parseNotebook(json: unknown, path: string): Notebook {
  const { data: fields } = jsonObject.safeParse(json);
  if (fields === undefined) throw notANotebook(path, "its JSON is not an object");
  const major = plainNumber(fields["nbformat"]);
  if (major !== 4) throw otherFormat(path, major);
  const given: unknown[] = Array.isArray(fields["cells"]) ? fields["cells"] : [];
  const frame = notebook.safeParse(given === fields["cells"] ? { ...fields, cells: [] } : fields);
  if (!frame.success) throw invalid(path, frame.error, []);
  return { ...frame.data, cells: given.map((one, index) => parseCell(one, { path, index })) };
}

/** One cell of the notebook at a path. */
export function parseCell(
  json: unknown,
  { path, index }: { readonly path: string; readonly index: number },
): Cell {
  const parsed = cell.safeParse(json);
  if (!parsed.success) throw invalid(path, parsed.error, ["cells", index]);
  return joinOutputs(parsed.data);
}

function invalid(path: string, { issues: [issue] }: z.ZodError, place: readonly PropertyKey[]): AppError {
  const where = [...place, ...issue?.path ?? []].join(".");
  return notANotebook(path, `${where || "its JSON"}: ${issue?.message ?? "is not valid"}`);
}

/** Whether it is a notebook of a format before 4, which Jupyter converts when it reads it. */
export function isOldFormat(json: unknown): boolean {
  const major = plainNumber(jsonObject.safeParse(json).data?.["nbformat"]);
  return typeof major === "number" && major >= 1 && major < 4;
}

function parseJson(text: string, path: string): unknown {
  try {
    return parseExact(text);
  } catch (error) {
    // The message quotes a piece of the file, which may be anything.
    const place = error instanceof Error
      ? /\(line \d+ column \d+\)|position \d+/.exec(error.message)?.[0]
      : null;
    throw notANotebook(path, `its content is not JSON${place ? ` (${place.replace(/[()]/g, "")})` : ""}`);
  }
}

function joinOutputs(cell: Cell): Cell {
  return cell.outputs === undefined ? cell : { ...cell, outputs: cell.outputs.map(joinLines) };
}

function otherFormat(path: string, major: unknown): AppError {
  return typeof major !== "number"
    ? notANotebook(path, "it does not say which notebook format it has")
    : notANotebook(path, `it is in notebook format ${major}, and only format 4 is understood`);
}

/** The error for a file that cannot be taken for a notebook, and so is never written over. */
export function notANotebook(path: string, state: string): AppError {
  return new AppError("not_a_notebook", `Cannot read notebook "${path}": ${state}`, {
    hint: "The file was left as it is; use another notebook_path, see notebook_list",
  });
}

/** The error for a notebook over a limit, which `state` names; `reason` says what to make smaller. */
export function notebookTooLarge(
  path: string,
  state: string,
  reason: "outputs" | "cells" | "shared",
): AppError {
  return new AppError("too_large", `Cannot open notebook "${path}": ${state}`, {
    hint: tooLargeHints[reason],
  });
}

const tooLargeHints = {
  outputs: "Clear the outputs of large cells in Jupyter, or read the file in the kernel with execute_code",
  cells: "Split the notebook, or read the file in the kernel with execute_code",
  shared:
    "Split the notebook; notebook_search finds text in it, and execute_code can read the file in the kernel",
} as const;

const lines = z.array(z.string());

/** The output with its texts joined (notebooks on disk store them as lists of lines); the same object if there is nothing to join. */
function joinLines(output: CellOutput): CellOutput {
  if (output.output_type === "stream") {
    const text = joined(output["text"]);
    return text === output["text"] ? output : { ...output, text };
  }
  const data = jsonObject.safeParse(output["data"]).data;
  if (data === undefined) return output;
  // Under a JSON type a list is a value, not lines.
  const changed = Object.entries(data).filter(([type, value]) => Array.isArray(value) && !isJsonType(type));
  if (changed.length === 0) return output;
  const texts = Object.fromEntries(changed.map(([type, value]) => [type, joined(value)]));
  return { ...output, data: { ...data, ...texts } };
}

function joined(value: unknown): unknown {
  return lines.safeParse(value).data?.join("") ?? value;
}

function isJsonType(type: string): boolean {
  return type === "application/json" || (type.startsWith("application/") && type.endsWith("+json"));
}

/** The format of the file; undefined if it is 4. nbformat notes it in what it has converted, and never writes it. */
function oldFormat({ metadata }: Notebook): number | undefined {
  const major = metadata["orig_nbformat"];
  return typeof major === "number" && major < 4 ? major : undefined;
}

/** What to say of a notebook that was read. */
export function oldFormatNotes(notebook: Notebook): readonly string[] {
  const major = oldFormat(notebook);
  return major === undefined ? [] : [
    `The file is in notebook format ${major}: the next change writes it in format 4, as Jupyter itself does`,
  ];
}

/** What to say of a notebook that was changed. */
export function convertedNotes(before: Notebook): readonly string[] {
  const major = oldFormat(before);
  return major === undefined
    ? []
    : [`The file was in notebook format ${major}: it has been written in format 4, as Jupyter itself does`];
}
