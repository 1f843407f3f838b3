/** Looks at a path that somebody has named: one that the server stumbles over is their mistake, not its absence. */

import { type ContentsModel, statPath } from "./contents.ts";
import { type JupyterHttp, StatusError } from "./http.ts";
import { unusablePath } from "./file_errors.ts";

/** What is there; null where nothing is. */
export async function statGivenPath(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<ContentsModel | null> {
  try {
    return await statPath(http, path, signal);
  } catch (error) {
    // Above 500 it is a proxy on the way that speaks.
    throw error instanceof StatusError && error.status <= 500 ? unusablePath("open", path, error) : error;
  }
}
