/**
 * Tells a client that asked how a run is getting on: elapsed time, number of outputs, last line.
 *
 * 1. A silent cell is reported too: clients give up on a call that shows no life.
 * 2. Never more than two reports a second, whatever the run prints.
 * 3. The number only grows: it is a fraction of a second count until a bar shows a true one.
 */

import type { Execution } from "../jupyter/kernel/execution.ts";
import type { Progress } from "../tool.ts";
import { plural } from "../plural.ts";
import { plainText } from "./plain_text.ts";
import { LeadingBar } from "./progress_bar.ts";

const shortest = 500;
const heartbeat = 5_000;
const longestLine = 200;

/** Reports until the returned function is called. */
export function reportProgress(
  execution: Execution,
  report: ((progress: Progress) => void) | undefined,
  prefix?: string,
): () => void {
  if (report === undefined) return () => undefined;
  const started = performance.now();
  let changed = true;
  let lastReport = started;
  let highest = 0;
  const bar = new LeadingBar();
  const off = execution.subscribe(() => changed = true);
  const timer = setInterval(() => {
    const now = performance.now();
    if (!changed && now - lastReport < heartbeat) return;
    changed = false;
    lastReport = now;
    const progress = progressOf(execution, (now - started) / 1_000, bar);
    if (prefix !== undefined) progress.message = `${prefix}: ${progress.message}`;
    // A second bar begins at zero again: MCP wants a number that only grows.
    if (progress.done < highest) delete progress.total;
    if (progress.done <= highest) progress.done = highest + Number.EPSILON * Math.max(1, highest);
    highest = progress.done;
    report(progress);
  }, shortest);
  return () => {
    clearInterval(timer);
    off();
  };
}

function progressOf(
  execution: Execution,
  seconds: number,
  leading: LeadingBar,
): { done: number; total?: number; message: string } {
  const ending = plainText(execution.outputs.ending).trimEnd();
  const line = ending.slice(ending.lastIndexOf("\n") + 1).trim();
  const message = progressText(execution, Math.round(seconds), line.slice(-longestLine));
  const bar = leading.read(ending);
  // Under one, so that the first true fraction of a bar is larger.
  if (bar === undefined) return { done: seconds / (seconds + 60), message };
  return { ...bar, message };
}

function progressText(execution: Execution, seconds: number, line: string): string {
  if (execution.state === "queued") return `${seconds} s, waiting for the kernel`;
  if (execution.desk.isAsking) return `${seconds} s, waiting for an answer to input()`;
  const { count } = execution.outputs;
  const outputs = `${count} ${plural(count, "output")}`;
  return line === "" ? `${seconds} s, ${outputs}` : `${seconds} s, ${outputs}: ${line}`;
}
