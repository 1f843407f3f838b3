/** Milliseconds between one call of `lap` and the next, by the name of what was done in between. */
export interface Stopwatch {
  readonly laps: Readonly<Record<string, number>>;
  lap(name: string): void;
}

export function stopwatch(now: () => number): Stopwatch {
  const laps: Record<string, number> = {};
  let last = now();
  return {
    laps,
    lap: (name) => {
      const time = now();
      laps[name] = Math.round((time - last) * 10) / 10;
      last = time;
    },
  };
}
