/** States of runs, times and progress in words. */

import type { RunBar } from "../../base/view_messages.ts";

/** What a person reads for a status, and how it is marked. */
export const states: Readonly<Record<string, { readonly word: string; readonly mark: string }>> = {
  running: { word: "Running", mark: "busy" },
  ok: { word: "Done", mark: "good" },
  error: { word: "Failed", mark: "bad" },
  interrupted: { word: "Stopped", mark: "bad" },
  timeout: { word: "Stopped at its time limit", mark: "bad" },
  kernel_died: { word: "Lost with its kernel", mark: "bad" },
};

/** `7.2 s`, `3 min 05 s`, `1 h 02 min`. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1_000;
  if (seconds < 10 && !Number.isInteger(seconds)) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${two(Math.floor(seconds % 60))} s`;
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** A progress bar in words; only while the run lasts, with the rest of the time. */
export function aboutBar({ name, done, total, rest }: RunBar, isRunning: boolean): string {
  const percent = Math.round(Math.min(100, done / total * 100));
  return [
    ...(name === "" ? [] : [name]),
    `${percent}%`,
    `${done.toLocaleString()} of ${total.toLocaleString()}`,
    ...(isRunning && rest !== undefined && done < total ? [`about ${duration(rest)} left`] : []),
  ].join(" · ");
}
