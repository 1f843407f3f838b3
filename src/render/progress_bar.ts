/** Reads how far a run is from the last line it printed, where that line is a progress bar. */

export interface BarState {
  readonly done: number;
  readonly total: number;
}

/** `42%|████▏     | 42/100 [00:01<00:02, 21.3it/s]`, with tqdm's units such as `1.2k/3.4M`. */
const tqdm = /\b\d{1,3}%\|.*\|\s*([\d.]+)([kMGTP]?)\/([\d.]+)([kMGTP]?)\s*\[/;

const scales: Readonly<Record<string, number>> = { "": 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15 };

/** The state of a tqdm bar; undefined where the line is none. */
export function readBar(line: string): BarState | undefined {
  const [, done, doneScale = "", total, totalScale = ""] = tqdm.exec(line) ?? [];
  if (done === undefined || total === undefined) return undefined;
  const state = {
    done: Number(done) * (scales[doneScale] ?? 1),
    total: Number(total) * (scales[totalScale] ?? 1),
  };
  return state.total > 0 && state.done <= state.total ? state : undefined;
}
