/**
 * Tells a client that asked how a run is getting on: elapsed time, number of outputs, last line.
 *
 * 1. A silent cell is reported too: clients give up on a call that shows no life.
 * 2. Never more than two reports a second, whatever the run prints.
 * 3. The number is a bar's where the run shows one, always with its total.
 * 4. The number only grows, as MCP wants it: while a bar stands still, and before there is one, by part of the bar's
 *    next step.
 */

import { plural } from "../base/plural.ts";
import type { Execution } from "../jupyter/kernel/execution.ts";
import type { CellTurn } from "../jupyter/notebooks/run_cells.ts";
import type { JupyterHttp } from "../jupyter/rest/http.ts";
import type { Call, Progress } from "../tool.ts";
import { plainText } from "./plain_text.ts";

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
  if (execution.desk.isAsking) return `${seconds} s, waiting for an answer to input()`;
  const { count } = execution.outputs;
  const outputs = `${count} ${plural(count, "output")}`;
  const ending = endingOf(execution);
  const line = ending.slice(ending.lastIndexOf("\n") + 1).trim().slice(-longestLine);
  return line === "" ? `${seconds} s, ${outputs}` : `${seconds} s, ${outputs}: ${line}`;
}

/**
 * Attends to the runs of cells for whoever called: reports which cell is under way, and passes on the code's questions.
 *
 * 1. Every cell is told of when it begins, however short it is; then as every run.
 * 2. The number that is reported counts cells, with the fraction of the one under way, and only grows.
 */

/** What to call when a cell's run begins; it returns what to call at its end. */
export function watchCells(
  { progress, ask }: Pick<Call, "progress" | "ask">,
  total: number,
): (execution: Execution, turn: CellTurn) => () => void {
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
    const leave = execution.desk.attend(ask);
    return () => {
      stop();
      leave();
    };
  };
}

/** Progress of a call, with that of the start of Jupyter before it where it must be started first. */

interface ProgressWithStart {
  readonly progress: Call["progress"];
  /** The call is over. */
  readonly end: () => void;
}

/** MCP wants a number that only grows: what the tool reports is added to where the start has got to. */
export function withStart(
  report: Call["progress"],
  http: Pick<JupyterHttp, "onStarting">,
): ProgressWithStart {
  if (report === undefined) return { progress: undefined, end: http.onStarting(() => undefined) };
  let reached = 0;
  const end = http.onStarting(({ percent, message }) => {
    // Hundredths, which sums of binary fractions would not stay.
    reached = Math.round(Math.max(percent, reached + 0.01) * 100) / 100;
    report({ done: reached, total: Math.max(100, reached), message });
  });
  return {
    progress: ({ done, total, message }) =>
      report({ done: reached + done, message, ...(total === undefined ? {} : { total: reached + total }) }),
    end,
  };
}

/** Reads how far a run is from the last line it printed, where that line is a progress bar. */

interface BarState {
  readonly done: number;
  readonly total: number;
}

/** A bar with the text before it. */
interface NamedBar extends BarState {
  readonly name: string;
}

/** `42%|████▏     | 42/100 [00:01<00:02, 21.3it/s]`, with tqdm's units such as `1.2k/3.4M`. */
const tqdm = /\b\d{1,3}%\|.*\|\s*([\d.]+)([kMGTP]?)\/([\d.]+)([kMGTP]?)\s*\[/;

/** Characters of a line with a bar. */
const longestBarLine = 2_000;

const scales: Readonly<Record<string, number>> = { "": 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15 };

/**
 * Follows one bar among those of a run: the first, which is the outer one where bars are nested, until it is full; then
 * the next, which counts on from there. Bars are told apart by their totals, by their names where two have the same
 * total, and by beginning anew.
 */
export class LeadingBar {
  #bar: NamedBar | undefined;
  /** The totals of the bars before. */
  #passed = 0;

  /** How far the bars are after the run has printed this; undefined where it has shown none so far. */
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

function namedBar(line: string): NamedBar | undefined {
  const bar = readBar(line);
  return bar && { ...bar, name: line.slice(0, line.search(/\d{1,3}%\|/)).trim() };
}

/** The state of a tqdm bar; undefined where the line is none. */
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
