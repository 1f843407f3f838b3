/** What `deno test` says about its run, as numbers. */

import { stripVTControlCharacters } from "node:util";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly ignored: number;
}

export const none: Counts = { passed: 0, failed: 0, ignored: 0 };

export function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, ignored: a.ignored + b.ignored };
}

const summaryLine = /^(?:ok|FAILED) \| (.*)$/;

/**
 * Reads the last summary line, such as `ok | 12 passed (3 steps) | 0 failed | 1 ignored (2s)`.
 *
 * A run that fails without a failed test (a file that does not load, a crash) counts as one failure.
 */
export function countsOf(output: string, exitCode: number): Counts {
  const lines = stripVTControlCharacters(output).split("\n");
  const summary =
    lines.map((line) => summaryLine.exec(line.trim())?.[1]).findLast((found) => found !== undefined) ?? "";
  const counts = {
    passed: read(summary, "passed"),
    failed: read(summary, "failed"),
    ignored: read(summary, "ignored"),
  };
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function read(summary: string, word: string): number {
  return Number(new RegExp(`(\\d+) ${word}`).exec(summary)?.[1] ?? 0);
}

/** Lines of a command's end that say what was wrong. */
const lastLines = 30;

/** What a failed run says about its failures, without what passed: the last thing that its reader sees. */
export function failuresIn(output: string): string {
  const lines = stripVTControlCharacters(output).split("\n");
  const start = lines.findLastIndex((line) => line.trim() === "ERRORS");
  const end = lines.findLastIndex((line) => summaryLine.test(line.trim()));
  const found = start === -1
    ? lines.slice(-lastLines)
    : lines.slice(start + 1, end > start ? end : undefined);
  return found.join("\n").trim();
}
