/** Checks as people read them: a line each, with what to do below. */

import { plural } from "../../base/text.ts";
import type { Painter } from "../colour.ts";
import type { Check } from "./check.ts";

const marks = { ok: "✔", warning: "!", failed: "✘", skipped: "–" } as const;
const colours = { ok: "green", warning: "yellow", failed: "red", skipped: "grey" } as const;

/** The lines of one check. */
export function checkLines({ name, state, found, fix }: Check, paint: Painter): string {
  const line = `${paint(marks[state], colours[state])} ${name.padEnd(15)}${found}\n`;
  return fix === undefined ? line : `${line}  ${" ".repeat(15)}→ ${fix}\n`;
}

/** The last line. */
export function conclusion(checks: readonly Check[]): string {
  const failed = checks.filter(({ state }) => state === "failed").length;
  const warnings = checks.filter(({ state }) => state === "warning").length;
  if (failed > 0) return `${failed} of ${checks.length} checks failed\n`;
  return warnings === 0
    ? "All is well\n"
    : `It works; ${warnings} ${plural(warnings, "thing")} could be better\n`;
}
