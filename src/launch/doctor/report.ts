/** Checks as people read them: a line each, with what to do below. */

import type { Check } from "./check.ts";

const marks = { ok: "✔", warning: "!", failed: "✘", skipped: "–" } as const;
const colours = { ok: 32, warning: 33, failed: 31, skipped: 90 } as const;

/** The lines of one check. */
export function checkLines(
  { name, state, found, fix }: Check,
  { colour }: { readonly colour: boolean },
): string {
  const mark = colour ? `\x1b[${colours[state]}m${marks[state]}\x1b[0m` : marks[state];
  const line = `${mark} ${name.padEnd(13)}${found}\n`;
  return fix === undefined ? line : `${line}  ${" ".repeat(13)}→ ${fix}\n`;
}

/** The last line. */
export function conclusion(checks: readonly Check[]): string {
  const failed = checks.filter(({ state }) => state === "failed").length;
  const warnings = checks.filter(({ state }) => state === "warning").length;
  if (failed > 0) return `${failed} of ${checks.length} checks failed\n`;
  return warnings === 0
    ? "All is well\n"
    : `It works; ${warnings} thing${warnings === 1 ? "" : "s"} could be better\n`;
}
