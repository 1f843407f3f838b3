/** What a folder holds, for telling what else there is where something is not found. */

import { type ContentsModel, listDirectory } from "./contents.ts";
import { type JupyterHttp, StatusError } from "./http.ts";

/** The entries; null where the folder itself is not there or may not be seen. */
export async function folderEntries(
  http: JupyterHttp,
  folder: string,
  signal?: AbortSignal,
): Promise<readonly ContentsModel[] | null> {
  try {
    return await listDirectory(http, folder, signal);
  } catch (error) {
    if (error instanceof StatusError) return null;
    throw error;
  }
}
