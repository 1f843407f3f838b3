/**
 * Progress notifications: of a run (elapsed time, number of outputs, last line), of cells, and of the start of Jupyter.
 *
 * 1. A silent cell is reported too: clients abandon a call that shows no sign of life.
 * 2. Never more than two reports a second, whatever the run prints; but every cell is reported when it begins.
 * 3. The number is that of a progress bar if the run shows one, always with its total; of cells, their count.
 * 4. The number only grows, as MCP requires: while a bar stands still, and before there is one, by a fraction of a step.
 */

import { plural } from "../base/text.ts";
import type { Execution } from "../jupyter/kernel/execution.ts";
import type { CurrentCell } from "../jupyter/notebooks/cell_batch.ts";
import type { JupyterHttp } from "../jupyter/rest/http.ts";
import type { Call, Progress } from "../tool.ts";
import { plainText } from "./plain_text.ts";

const shortest = 500;
const heartbeat = 5_000;
const longestLine = 200;
/** The fraction of a bar's next step that the number approaches while the step lasts. */
const furthestCreep = 0.1;
/** Seconds after which half of that is reached. */
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
    const shown = { ...nextProgress(bar.read(endingOf(execution)), { highest, seconds }), message };
    highest = shown.done;
    report(shown);
  }, shortest);
  return () => {
    clearInterval(timer);
    off();
  };
}

/** The next number to report, always more than the last one, even if the bar did not move or does not exist yet. */
export function nextProgress(
  bar: BarState | undefined,
  { highest, seconds }: { readonly highest: number; readonly seconds: number },
): { readonly done: number; readonly total?: number } {
  const done = bar?.done ?? 0;
  if (bar !== undefined && done > highest) return bar;
  const crept = done + furthestCreep * seconds / (seconds + creepTime);
  // For a number so large that a fraction of a step would be lost in rounding.
  const more = crept > highest ? crept : highest * (1 + Number.EPSILON);
  // A full bar stays full.
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

/**
 * Reports which cell is running and passes on the code's input requests. Returns what to call when a cell's run begins,
 * which returns what to call at its end.
 */
export function watchCells(
  { progress, ask }: Pick<Call, "progress" | "ask">,
  total: number,
): (execution: Execution, current: CurrentCell) => () => void {
  let highest = 0;
  const report = (number: number) =>
    progress === undefined ? undefined : (part: Progress) => {
      const fraction = part.total === undefined ? part.done : part.done / part.total;
      const least = highest + Number.EPSILON * Math.max(1, highest);
      highest = Math.max(least, number - 1 + Math.min(1, fraction));
      progress({ done: highest, total: Math.max(total, highest), message: part.message });
    };
  return (execution, { number, index, cellId }) => {
    const which = `cell ${number} of ${total} (index ${index}, id ${cellId})`;
    const tell = report(number);
    tell?.({ done: 0, message: `${which} begins` });
    const stop = reportProgress(execution, tell, which);
    const leave = execution.inputRequests.answerWith(ask);
    return () => {
      stop();
      leave();
    };
  };
}

interface ProgressWithStart {
  readonly progress: Call["progress"];
  /** The call is over. */
  readonly end: () => void;
}

/** Reports the start of Jupyter before the call's own progress; the latter is added to it, so that the number only grows. */
export function withStartProgress(
  report: Call["progress"],
  http: Pick<JupyterHttp, "onStarting">,
): ProgressWithStart {
  if (report === undefined) return { progress: undefined, end: http.onStarting(() => undefined) };
  let reached = 0;
  const end = http.onStarting(({ percent, message }) => {
    // Rounded to hundredths: sums of binary fractions drift.
    reached = Math.round(Math.max(percent, reached + 0.01) * 100) / 100;
    report({ done: reached, total: Math.max(100, reached), message });
  });
  return {
    progress: ({ done, total, message }) =>
      report({ done: reached + done, message, ...(total === undefined ? {} : { total: reached + total }) }),
    end,
  };
}

interface BarState {
  readonly done: number;
  readonly total: number;
}

/** A bar with the text before it. */
interface NamedBar extends BarState {
  readonly name: string;
  /** Milliseconds that it still takes, as it says itself. */
  readonly rest?: number;
}

/** `42%|████▏     | 42/100 [00:01<00:02, 21.3it/s]`, with tqdm's units such as `1.2k/3.4M`. */
const tqdm = /\b\d{1,3}%\|.*\|\s*([\d.]+)([kMGTP]?)\/([\d.]+)([kMGTP]?)\s*\[/;

/** Characters of a line with a bar. */
const longestBarLine = 2_000;

const scales: Readonly<Record<string, number>> = { "": 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15 };

/**
 * Follows one bar among those of a run: the first, which is the outer one if bars are nested, until it is full; then the
 * next, which continues from there. Bars differ by their totals, by their names if two have the same total, and by
 * starting again.
 */
export class LeadingBar {
  #bar: NamedBar | undefined;
  /** The totals of the bars before. */
  #passed = 0;

  /** How far the bars are after the run has printed this; undefined if it has shown none so far. */
  read(ending: string): BarState | undefined {
    const bars = ending.split(/[\r\n]/).flatMap((line) => namedBar(line) ?? []);
    const leader = this.#bar ?? bars[0];
    const alike = bars.filter((bar) => bar.total === leader?.total);
    this.#follow(alike.findLast((bar) => bar.name === leader?.name) ?? alike.at(-1));
    if (this.#bar !== undefined && this.#bar.done >= this.#bar.total) this.#follow(bars.at(-1));
    if (this.#bar === undefined) return undefined;
    return { done: this.#passed + this.#bar.done, total: this.#passed + this.#bar.total };
  }

  #follow(bar: NamedBar | undefined): void {
    if (bar === undefined) return;
    const before = this.#bar;
    if (before !== undefined && (bar.total !== before.total || bar.done < before.done)) {
      this.#passed += before.total;
    }
    this.#bar = bar;
  }
}

/** The bar that says how far a run is that has printed this: the outer one of nested bars, the last of bars in a row. */
export function currentBar(lines: string): NamedBar | undefined {
  const bars = lines.split("\n").flatMap((line) => namedBar(line) ?? []);
  const [first] = bars;
  const outer = bars.findLast(({ name, total }) => name === first?.name && total === first.total);
  return outer !== undefined && outer.done < outer.total ? outer : bars.at(-1);
}

function namedBar(line: string): NamedBar | undefined {
  const bar = readBar(line);
  if (bar === undefined) return undefined;
  const name = line.slice(0, line.search(/\d{1,3}%\|/)).trim().replace(/:$/, "");
  const rest = /\[[\d:]+<([\d:]+)/.exec(line)?.[1]?.split(":")
    .reduce((seconds, part) => seconds * 60 + Number(part), 0);
  return { ...bar, name, ...(rest === undefined ? {} : { rest: rest * 1_000 }) };
}

/** The state of a tqdm bar; undefined if the line is not one. */
export function readBar(line: string): BarState | undefined {
  // The expression takes quadratic time, and a bar fits into a terminal.
  if (line.length > longestBarLine) return undefined;
  const [, done, doneScale = "", total, totalScale = ""] = tqdm.exec(line) ?? [];
  if (done === undefined || total === undefined) return undefined;
  const state = {
    done: Number(done) * (scales[doneScale] ?? 1),
    total: Number(total) * (scales[totalScale] ?? 1),
  };
  return state.total > 0 && state.done <= state.total ? state : undefined;
}
