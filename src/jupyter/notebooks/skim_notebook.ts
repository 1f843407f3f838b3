/** Reads a notebook file for what can be read in it. Of a large one, pictures and the like are never held. */

import { withIds } from "../nbformat/cell_ids.ts";
import type { Notebook } from "../nbformat/notebook.ts";
import { parseNotebookText } from "../nbformat/parse_notebook.ts";
import { withoutBinary } from "../nbformat/without_binary.ts";
import { isNoNotebook } from "./load_notebook.ts";
import { NotebookFile } from "./notebook_file.ts";
import { statPath } from "../rest/contents.ts";
import { openWhole } from "../rest/files.ts";
import type { JupyterHttp } from "../rest/http.ts";

/** Bytes; what is smaller is read at once. */
const large = 2_000_000;

export async function skimNotebook(http: JupyterHttp, path: string, signal?: AbortSignal): Promise<Notebook> {
  const size = (await statPath(http, path, signal))?.size ?? 0;
  const skimmed = size > large ? await skimLarge(http, path, signal) : undefined;
  return skimmed ?? (await new NotebookFile(http, path).read(signal)).notebook;
}

/** Undefined where it cannot be had like this, or is no notebook while somebody writes it. */
async function skimLarge(
  http: JupyterHttp,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Notebook | undefined> {
  const bytes = await openWhole(http, path, { signal });
  if (bytes === null) return undefined;
  try {
    return withIds(parseNotebookText(await withoutBinary(bytes), path));
  } catch (error) {
    // A TypeError is of bytes that are no text.
    if (!isNoNotebook(error) && !(error instanceof TypeError)) throw error;
    return undefined;
  }
}
