/**
 * What can be searched in a notebook: the sources, and every form of every output that can be read. Made once, so that
 * a second search does not derive it again.
 */

import type { Notebook } from "../jupyter/nbformat/notebook.ts";
import { normalizeLineEnds } from "../jupyter/nbformat/source_text.ts";
import { EventLoopYielder } from "../base/async.ts";
import { type OutputText, outputTexts } from "./output_texts.ts";

export interface CellTexts {
  readonly id: string | undefined;
  readonly source: string;
  /** The forms of each output, in the order in which a reader would look at them. */
  readonly outputs: readonly (readonly OutputText[])[];
}

export interface NotebookTexts {
  /** The notebook without its outputs. */
  readonly notebook: Notebook;
  readonly cells: readonly CellTexts[];
  /** Bytes that the texts take in memory. */
  readonly bytes: number;
}

/** What a text takes in memory beside its characters. */
const frame = 100;

export async function textsOf(notebook: Notebook): Promise<NotebookTexts> {
  const pace = new EventLoopYielder();
  const cells: CellTexts[] = [];
  let bytes = 0;
  for (const cell of notebook.cells) {
    const outputs: OutputText[][] = [];
    for (const output of cell.outputs ?? []) {
      const forms = [...outputTexts(output)];
      for (const { text } of forms) bytes += bytesOf(text);
      outputs.push(forms);
      await pace.yieldIfDue();
    }
    const source = normalizeLineEnds(cell.source);
    bytes += bytesOf(source);
    cells.push({ id: cell.id, source, outputs });
  }
  const bare = notebook.cells.map(({ outputs: _, ...cell }) => cell);
  return { notebook: { ...notebook, cells: bare }, cells, bytes };
}

/** Characters beyond Latin-1 take two bytes each, and so do all others beside them. */
function bytesOf(text: string): number {
  // deno-lint-ignore no-control-regex -- all characters of one byte
  return frame + (/[^\x00-\xff]/.test(text) ? 2 * text.length : text.length);
}
