/** Waits for what no event announces, by looking again and again until a deadline. */

export interface EventuallyOptions {
  /** What is waited for, as the failure will name it. */
  readonly what: string;
  /** Milliseconds; half a minute if absent. */
  readonly limit?: number;
}

const interval = 20;

/** The first value of `look` that is neither `undefined` nor `false`. */
export async function eventually<T>(
  look: () => T | Promise<T>,
  { what, limit = 30_000 }: EventuallyOptions,
): Promise<Exclude<T, undefined | false>> {
  const deadline = performance.now() + limit;
  for (;;) {
    const value = await look();
    if (isSomething(value)) return value;
    if (performance.now() > deadline) throw new Error(`Waited ${limit / 1_000} s in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}

function isSomething<T>(value: T): value is Exclude<T, undefined | false> {
  return value !== undefined && value !== false;
}
