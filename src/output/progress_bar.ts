/** Reads how far a run is from the last line it printed, where that line is a progress bar. */

export interface BarState {
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
const longestLine = 2_000;

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
  if (line.length > longestLine) return undefined;
  const [, done, doneScale = "", total, totalScale = ""] = tqdm.exec(line) ?? [];
  if (done === undefined || total === undefined) return undefined;
  const state = {
    done: Number(done) * (scales[doneScale] ?? 1),
    total: Number(total) * (scales[totalScale] ?? 1),
  };
  return state.total > 0 && state.done <= state.total ? state : undefined;
}
