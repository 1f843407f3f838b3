/** Glob patterns on paths: `*` and `?` stay within a folder, `**` spans folders. */

/** The pattern as a regular expression; throws where it is none. */
export function globMatcher(pattern: string): RegExp {
  const parts = pattern.matchAll(/\*\*\/|\*\*|\*|\?|\[[^\]]+\]|[^*?[]+|\[/g);
  return new RegExp(`^${[...parts].map(([part]) => expression(part)).join("")}$`);
}

function expression(part: string): string {
  if (part === "**/") return "(?:[^/]+/)*";
  if (part === "**") return ".*";
  if (part === "*") return "[^/]*";
  if (part === "?") return "[^/]";
  if (part.length > 1 && part.startsWith("[")) {
    const body = part.slice(1, -1).replaceAll("\\", "\\\\");
    return `[${body.startsWith("!") ? `^${body.slice(1)}` : body}]`;
  }
  return part.replace(/[.+^${}()|[\]\\]/g, "\\$&");
}
