/** The path of an address under a server's base, made of segments as they are named. Pure. */

import { AppError } from "../../base/errors.ts";

/** Jupyter hangs up on addresses of many times this length, and no file system takes longer paths. */
const longest = 4_096;

/** Throws `invalid_argument` for segments that no address can be made of. */
export function urlPath(segments: readonly string[]): string {
  const { length } = segments.join("/");
  if (length > longest) throw refused(`it has ${length} characters, over ${longest}`);
  // `new URL` would resolve dots, and the request would leave the server's base with its token.
  const isUsable = (segment: string) => segment !== "." && segment !== ".." && segment.isWellFormed();
  if (!segments.every(isUsable)) throw refused('it has ".", ".." or half a character in it');
  return segments.map(encodeURIComponent).join("/");
}

function refused(state: string): AppError {
  return new AppError("invalid_argument", `Cannot use path: ${state}`, {
    hint: "Give the path from Jupyter's root, as file lists show it",
  });
}
