// deno-lint-ignore-file no-console
/** How scripts speak to the person who started them. */

export function say(line = ""): void {
  console.log(line);
}

/** Says why a script fails. */
export function complain(line: string): void {
  console.error(line);
}

/** `850 ms`, `12.3 s`, `4 min 05 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 100) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
}
