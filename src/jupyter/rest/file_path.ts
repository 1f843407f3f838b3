/**
 * Turns a path that someone wrote into a path below Jupyter's root; there is no other way.
 *
 * 1. The result has no segment that is empty, "." or "..", and no NUL: joined to any root it stays below that root.
 * 2. That holds for a server on Windows (backslash, drive letters) and behind a proxy that decodes a path once more.
 * 3. Every other name is left as it is, however odd: spaces, "#", "%", "?", a backslash on Linux.
 */

import { AppError } from "../../base/errors.ts";

/** No file system allows longer paths, and errors quote them. */
const longest = 4_096;

/** A path relative to Jupyter's root, `/` separated; "" is the root. Throws `invalid_argument` if it would leave it. */
export function filePath(given: string): string {
  if (given.length > longest) throw refused(given, `it has ${given.length} characters, over ${longest}`);
  if (!given.isWellFormed()) throw refused(given, "it is not valid Unicode");
  for (const reading of readings(given)) {
    if (reading.includes("\0")) throw refused(given, "it contains a NUL character");
    if (reading.split(/[\\/]/).some(isUpward)) throw refused(given, 'it contains ".."');
  }
  const path = withoutDots(given);
  if (/^(\\|[a-z]:[\\/])/i.test(path)) throw refused(given, "it is absolute");
  if (/^~(\/|$)/.test(path)) throw refused(given, '"~" is not the home folder here');
  return path;
}

/** The same for a file; the root is not one. */
export function pathOfFile(given: string): string {
  const path = filePath(given);
  if (path === "") throw refused(given, "it names the root folder, not a file");
  return path;
}

/** A path without segments that are empty or ".", as people and models write them. */
export function withoutDots(path: string): string {
  return path.split("/").filter((segment) => segment !== "" && segment !== ".").join("/");
}

/** The folder that holds a path; "" is the root. */
export function folderOf(path: string): string {
  return path.split("/").slice(0, -1).join("/");
}

export function nameOf(path: string): string {
  return path.split("/").at(-1) ?? "";
}

/** The path as servers and proxies may interpret it: as it is, and percent-decoded until nothing is left to decode. */
function readings(given: string): readonly string[] {
  const all = [given];
  for (let last = given;;) {
    const decoded = last.replace(
      /%[0-9a-f]{2}/gi,
      (code) => String.fromCharCode(parseInt(code.slice(1), 16)),
    );
    if (decoded === last) return all;
    all.push(decoded);
    last = decoded;
  }
}

/** Windows drops spaces and dots at the end of a name, so that ".. " is ".." there. */
function isUpward(segment: string): boolean {
  return /^\.\.[. ]*$/.test(segment.trim());
}

function refused(given: string, state: string): AppError {
  const shown = given.length > 200 ? `${given.slice(0, 200)}…` : given;
  return new AppError(
    "invalid_argument",
    `Cannot use path ${JSON.stringify(shown.toWellFormed())}: ${state}`,
    {
      hint: "Give a path relative to the Jupyter root, as file_list shows it",
    },
  );
}
