/** Completes paths on the Jupyter server, one folder at a time as in a shell. */

import { orIfAppError } from "../../base/errors.ts";
import { listDirectory } from "../rest/contents.ts";
import type { JupyterHttp } from "../rest/http.ts";
import { filePath, folderOf, nameOf } from "../rest/file_path.ts";

export interface CompletePathOptions {
  /** How a file's name must end; folders are always offered. */
  readonly ending?: string;
}

/** Empty if the folder cannot be listed: while someone is typing, most paths do not exist. */
export function completePath(
  http: JupyterHttp,
  value: string,
  { ending = "" }: CompletePathOptions = {},
): Promise<readonly string[]> {
  return pathsThatBegin(http, value, ending).catch(orIfAppError([]));
}

async function pathsThatBegin(http: JupyterHttp, value: string, ending: string): Promise<readonly string[]> {
  const path = filePath(value);
  const isFolder = value === "" || value.endsWith("/");
  const begin = isFolder ? "" : nameOf(path).toLowerCase();
  return (await listDirectory(http, isFolder ? path : folderOf(path)) ?? [])
    .filter(({ name }) => !name.startsWith(".") && name.toLowerCase().startsWith(begin))
    .filter(({ name, type }) => type === "directory" || name.endsWith(ending))
    .map(({ path, type }) => type === "directory" ? `${path}/` : path)
    .toSorted();
}
