/**
 * Tells a client that asked how a run is getting on: elapsed time, number of outputs, last line.
 *
 * 1. A silent cell is reported too: clients give up on a call that shows no life.
 * 2. Never more than two reports a second, whatever the run prints.
 * 3. The number is a bar's where the run shows one, always with its total.
 * 4. The number only grows, as MCP wants it: while a bar stands still, and before there is one, by part of the bar's
 *    next step.
 */

import type { Execution } from "../jupyter/kernel/execution.ts";
import type { Progress } from "../tool.ts";
import { plural } from "../base/plural.ts";
import { plainText } from "./plain_text.ts";
import { type BarState, LeadingBar } from "./progress_bar.ts";

const shortest = 500;
const heartbeat = 5_000;
const longestLine = 200;
/** Of a bar's next step: as far as the number creeps, however long that step takes. */
const furthestCreep = 0.1;
/** Seconds after which it has crept half of that. */
const creepTime = 60;

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
    const seconds = (now - started) / 1_000;
    const text = progressText(execution, Math.round(seconds));
    const message = prefix === undefined ? text : `${prefix}: ${text}`;
    const shown = { ...grown(bar.read(endingOf(execution)), { highest, seconds }), message };
    highest = shown.done;
    report(shown);
  }, shortest);
  return () => {
    clearInterval(timer);
    off();
  };
}

/** What to tell of a bar that may stand where it stood, or not be there yet: more than the last time. */
export function grown(
  bar: BarState | undefined,
  { highest, seconds }: { readonly highest: number; readonly seconds: number },
): { readonly done: number; readonly total?: number } {
  const done = bar?.done ?? 0;
  if (bar !== undefined && done > highest) return bar;
  const crept = done + furthestCreep * seconds / (seconds + creepTime);
  // A number so large that no part of a step can be told from it.
  const more = crept > highest ? crept : highest * (1 + Number.EPSILON);
  // Of a full bar the fraction stays one.
  return bar === undefined ? { done: more } : { done: more, total: Math.max(bar.total, more) };
}

function endingOf({ outputs }: Execution): string {
  return plainText(outputs.ending).trimEnd();
}

function progressText(execution: Execution, seconds: number): string {
  if (execution.state === "queued") return `${seconds} s, waiting for the kernel`;
  if (execution.inputRequests.isAsking) return `${seconds} s, waiting for an answer to input()`;
  const { count } = execution.outputs;
  const outputs = `${count} ${plural(count, "output")}`;
  const ending = endingOf(execution);
  const line = ending.slice(ending.lastIndexOf("\n") + 1).trim().slice(-longestLine);
  return line === "" ? `${seconds} s, ${outputs}` : `${seconds} s, ${outputs}: ${line}`;
}
