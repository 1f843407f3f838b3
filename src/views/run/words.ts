/** States of runs, times and progress in words. */

/** What a person reads for a status, and how it is marked. */
export const states: Readonly<Record<string, { readonly word: string; readonly mark: string }>> = {
  running: { word: "Running", mark: "busy" },
  ok: { word: "Done", mark: "good" },
  error: { word: "Failed", mark: "bad" },
  interrupted: { word: "Stopped", mark: "bad" },
  timeout: { word: "Stopped at its time limit", mark: "bad" },
  kernel_died: { word: "The kernel died", mark: "bad" },
};

/** `7.2 s`, `3 min 05 s`, `1 h 02 min`. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1_000;
  if (seconds < 60) return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${two(Math.floor(seconds % 60))} s`;
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** The rest of the time if the run goes on as before; undefined while that says nothing. */
export function remaining(
  { done, total }: { readonly done: number; readonly total: number },
  elapsed: number,
): string | undefined {
  if (done <= 0 || done >= total || elapsed < 3_000) return undefined;
  return `about ${duration(elapsed / done * (total - done))} left`;
}
