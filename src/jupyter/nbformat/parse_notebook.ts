/** Makes a notebook of what a file holds, or says why it is none. */

import { AppError } from "../../base/errors.ts";
import { parseExact, plainNumber } from "./exact_json.ts";
import { joinLines } from "./join_lines.ts";
import { type Cell, jsonObject, type Notebook, notebook } from "./notebook.ts";

/** The notebook in a file's text. */
export function parseNotebookText(text: string, path: string): Notebook {
  return parseNotebook(notebookJson(text, path), path);
}

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
  const parsed = notebook.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw notANotebook(path, `${issue?.path.join(".") || "its JSON"}: ${issue?.message ?? "is not valid"}`);
  }
  return { ...parsed.data, cells: parsed.data.cells.map(joinOutputs) };
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
