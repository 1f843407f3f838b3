/** Patterns for names and paths: `*`, `**`, `?`, `[abc]`, `{a,b}`. */

import { AppError } from "../../base/errors.ts";

/** Whether a path matches; a pattern without a slash matches the name only. */
export type PathMatcher = (path: string) => boolean;

const longest = 500;
/** Prefixes that mean the current folder. */
const leading = /^\.?\/+/;

/** Compiles a pattern; matching takes linear time, because patterns are untrusted. */
export async function globMatcher(pattern: string): Promise<PathMatcher> {
  if (pattern.length > longest) throw badPattern(pattern, `it has over ${longest} characters`);
  const { RE2JS } = await import("re2js");
  const isForNames = !pattern.includes("/");
  try {
    const expression = RE2JS.compile(globExpression(pattern.replace(leading, "")));
    return (path) => expression.matches(isForNames ? path.slice(path.lastIndexOf("/") + 1) : path);
  } catch (error) {
    throw badPattern(pattern, "it is not a pattern", error);
  }
}

/** Whether a pattern matches in subfolders. */
export function isDeep(pattern: string): boolean {
  return pattern.includes("/") || pattern.includes("**");
}

/** The folder that contains everything a pattern can match; "" if that may be anywhere. */
export function fixedFolder(pattern: string): string {
  const parts = partsOf(pattern).slice(0, -1);
  const end = parts.findIndex((part) => !/^[^.*?[\]{}][^*?[\]{}]*$/.test(part));
  return parts.slice(0, end < 0 ? parts.length : end).join("/");
}

/** The maximum depth of a match, counting the folder in which the pattern begins. */
export function deepest(pattern: string): number {
  const hasOwnDepth = pattern.includes("/") && !pattern.includes("**") && !pattern.includes("{");
  return hasOwnDepth ? partsOf(pattern).length : Infinity;
}

function partsOf(pattern: string): readonly string[] {
  return pattern.replace(leading, "").split("/");
}

/** The regular expression of a pattern, for the whole of a path. */
function globExpression(pattern: string): string {
  let depth = 0;
  return pattern.replace(/\*\*\/|\*\*|\[[!^]?\]?[^\]]*\]|[\s\S]/gu, (token) => {
    if (token === "**/") return "(?:[^/]*/)*";
    if (token === "**") return ".*";
    if (token === "*") return "[^/]*";
    if (token === "?") return "[^/]";
    if (token.length > 2 && token.startsWith("[")) return characterClass(token);
    if (token === "{") return depth++, "(?:";
    if (token === "}" && depth > 0) return depth--, ")";
    if (token === "," && depth > 0) return "|";
    return /[\p{L}\p{N}_/ ]/u.test(token) ? token : escaped(token);
  });
}

function characterClass(token: string): string {
  const isNegated = /^\[[!^]/.test(token);
  const inside = token.slice(isNegated ? 2 : 1, -1).replace(/[\\[\]^&~|]/g, "\\$&");
  return `[${isNegated ? "^/" : ""}${inside}]`;
}

function escaped(char: string): string {
  return `\\x{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}

function badPattern(pattern: string, state: string, cause?: unknown): AppError {
  const shown = pattern.slice(0, 200).toWellFormed();
  return new AppError("invalid_argument", `Cannot use glob ${JSON.stringify(shown)}: ${state}`, {
    hint: "Such as *.csv, data/**/*.parquet, {train,test}_*.json",
    cause,
  });
}
