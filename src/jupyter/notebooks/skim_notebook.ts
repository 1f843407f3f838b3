/** Reads a notebook file for what can be read in it. Of a large one, pictures and the like are never held. */

import type { KnownIds } from "../nbformat/known_ids.ts";
import type { Notebook } from "../nbformat/notebook.ts";
import { parseNotebookText } from "../nbformat/parse_notebook.ts";
import { withoutBinary } from "../nbformat/skip_binary.ts";
import { isNotANotebook } from "./load_notebook.ts";
import { NotebookFile } from "./notebook_file.ts";
import { statPath } from "../rest/contents.ts";
import { openWhole } from "../rest/files.ts";
import type { JupyterHttp } from "../rest/http.ts";

/** Bytes; what is smaller is read at once. */
const large = 2_000_000;

export interface SkimOptions {
  /** The ids that cells were given before. */
  readonly ids: KnownIds;
  readonly signal?: AbortSignal | undefined;
}

export async function skimNotebook(
  http: JupyterHttp,
  path: string,
  { ids, signal }: SkimOptions,
): Promise<Notebook> {
  const size = (await statPath(http, path, signal))?.size ?? 0;
  const skimmed = size > large ? await skimLarge(http, path, { ids, signal }) : undefined;
  return skimmed ?? (await new NotebookFile(http, path, { ids }).read(signal)).notebook;
}

/** Undefined where it cannot be had like this, or is no notebook while somebody writes it. */
async function skimLarge(
  http: JupyterHttp,
  path: string,
  { ids, signal }: SkimOptions,
): Promise<Notebook | undefined> {
  const bytes = await openWhole(http, path, { signal });
  if (bytes === null) return undefined;
  try {
    return ids.name(path, parseNotebookText(await withoutBinary(bytes), path));
  } catch (error) {
    // A TypeError is of bytes that are no text.
    if (!isNotANotebook(error) && !(error instanceof TypeError)) throw error;
    return undefined;
  }
}
