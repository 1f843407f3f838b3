/** The rows of a table of files: what they show, and which of them a pattern names. */

import type { ContentsModel } from "../../jupyter/rest/contents.ts";
import { globMatcher } from "./glob.ts";

/** Its path is that from the root until {@linkcode matching} puts the folder before it as it was given. */
export type Row = readonly [path: string, type: string, size: string, modified: string];

export function errorRow(path: string, text: string): Row {
  return [path, "error", "", `Error: ${text}`];
}

export function rowOf({ path, type, size, last_modified }: ContentsModel): Row {
  return [
    path,
    type,
    typeof size === "number" ? sizeText(size) : "",
    (last_modified ?? "").slice(0, 19).replace("T", " "),
  ];
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)}KB` : `${(bytes / 1024 ** 2).toFixed(1)}MB`;
}

interface Listed {
  readonly pattern: string;
  readonly folder: string;
  /** The folder as it was given. */
  readonly given: string;
}

/** The rows that a pattern names, counted from the root or from the folder that is listed, as they are shown. */
export function matching(
  found: readonly Row[],
  { pattern, folder, given }: Listed,
): { rows: readonly Row[]; warning: string } {
  const within = (path: string) => path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
  const shown = ([path, ...rest]: Row): Row => [
    path === folder ? given : shownPath(within(path), given),
    ...rest,
  ];
  if (pattern === "") return { rows: found.map(shown), warning: "" };
  try {
    const matcher = globMatcher(pattern);
    const isNamed = (row: Row) => [row[0], within(row[0]), shown(row)[0]].some((path) => matcher.test(path));
    return { rows: found.filter(isNamed).map(shown), warning: "" };
  } catch {
    return {
      rows: found.map(shown),
      warning: `[WARNING] Invalid glob pattern '${pattern}', skipping pattern filter. \n`,
    };
  }
}

/** A path of the listed folder, behind that folder as it was given. */
function shownPath(within: string, given: string): string {
  const front = given.replace(/\/+$/, "");
  return front === "" ? within : `${front}/${within}`;
}
