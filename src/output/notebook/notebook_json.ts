/**
 * A notebook as JSON within a budget. Where it is too large, the largest parts of its outputs are left out, and the
 * metadata of each such output says which and how large they were.
 */

import { AppError } from "../../base/errors.ts";
import { isRecord } from "../../base/json.ts";
import { jsonBytes } from "../../base/text.ts";
import { asOnDisk } from "../../jupyter/nbformat/for_disk.ts";
import type { CellOutput, Notebook } from "../../jupyter/nbformat/notebook.ts";
import { bundleOf } from "./cell_outputs.ts";

interface Part {
  readonly output: CellOutput;
  /** A MIME type, or `text` of a stream. */
  readonly name: string;
  readonly size: number;
}

/** What the note of a part that was left out takes. */
const noteBytes = 150;

export function notebookJson(notebook: Notebook, maxBytes: number): string {
  const whole = JSON.stringify(asOnDisk(notebook), undefined, 1);
  const size = jsonBytes(whole);
  if (size <= maxBytes) return whole;
  const parts = partsOf(notebook).sort((a, b) => b.size - a.size);
  const gone = new Map<CellOutput, Part[]>();
  let left = size;
  for (const part of parts) {
    if (left <= maxBytes || part.size < noteBytes) break;
    gone.set(part.output, [...gone.get(part.output) ?? [], part]);
    left -= part.size - noteBytes;
  }
  const slim = JSON.stringify(asOnDisk(without(notebook, gone)), undefined, 1);
  const slimSize = jsonBytes(slim);
  if (slimSize <= maxBytes) return slim;
  throw new AppError(
    "too_large",
    `Cannot read the whole notebook: even without its large outputs it has ${slimSize} bytes`,
    { hint: "Read it cell by cell with notebook_get" },
  );
}

function partsOf({ cells }: Notebook): Part[] {
  return cells.flatMap(({ outputs = [] }) =>
    outputs.flatMap((output) => {
      const values = output.output_type === "stream" ? { text: output["text"] } : bundleOf(output);
      return Object.entries(values).map(([name, value]) => {
        const json = JSON.stringify(value, undefined, 1) ?? "";
        return { output, name, size: jsonBytes(json) };
      });
    })
  );
}

function without(notebook: Notebook, gone: ReadonlyMap<CellOutput, readonly Part[]>): Notebook {
  const cells = notebook.cells.map((cell) =>
    cell.outputs === undefined
      ? cell
      : { ...cell, outputs: cell.outputs.map((output) => slimmed(output, gone)) }
  );
  return { ...notebook, cells };
}

function slimmed(output: CellOutput, gone: ReadonlyMap<CellOutput, readonly Part[]>): CellOutput {
  const parts = gone.get(output);
  if (parts === undefined) return output;
  const leftOut = Object.fromEntries(parts.map(({ name, size }) => [name, `${size} bytes left out`]));
  if (output.output_type === "stream") return { ...output, text: `[${leftOut["text"]}; see notebook_get]\n` };
  const names = new Set(parts.map(({ name }) => name));
  const data = Object.fromEntries(Object.entries(bundleOf(output)).filter(([name]) => !names.has(name)));
  const metadata = isRecord(output["metadata"]) ? output["metadata"] : {};
  return { ...output, data, metadata: { ...metadata, jupyter_mcp: { left_out: leftOut } } };
}
