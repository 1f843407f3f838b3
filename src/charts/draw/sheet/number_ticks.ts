/** Round steps for an axis: 1, 2, 2.5 or 5 times a power of ten. */

export interface NumberTicks {
  readonly ticks: readonly number[];
  readonly step: number;
  /** From the first to the last tick. */
  readonly domain: readonly [number, number];
}

export interface TickOptions {
  /** About how many steps. */
  readonly steps: number;
  /** Steps of whole numbers only. */
  readonly integer?: boolean;
}

export function niceStep(rough: number, integer = false): number {
  if (!(rough > 0) || !Number.isFinite(rough)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  if (integer && power < 1) return 1;
  const factors = [1, 2, 2.5, 5, 10].filter((factor) => !integer || Number.isInteger(factor * power));
  return (factors.find((factor) => factor * power >= rough * 0.9999) ?? 10) * power;
}

/** Ticks that hold the range between them. */
export function numberTicks(range: readonly [number, number], options: TickOptions): NumberTicks {
  if (isBeyond(range)) return beyondTicks(range, options);
  const [low, high] = spread(range);
  const step = stepFor([low, high], options);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  const count = Math.min(200, last - first);
  const ticks = Array.from({ length: count + 1 }, (_, index) => rounded((first + index) * step, step));
  return { ticks, step, domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1] };
}

/** Around zero a wide step leaves much of both ends empty, and the next smaller one is taken where it does. */
function stepFor([low, high]: readonly [number, number], { steps, integer }: TickOptions): number {
  const step = niceStep((high - low) / steps, integer);
  const length = (of: number) => (Math.ceil(high / of - 1e-9) - Math.floor(low / of + 1e-9)) * of;
  if (low >= 0 || high <= 0 || length(step) < (high - low) * 1.3) return step;
  const smaller = niceStep(step / 2.5, integer);
  return length(smaller) / smaller <= steps * 1.5 && length(smaller) < length(step) ? smaller : step;
}

/** Whether a range is longer than any number. */
export function isBeyond([low, high]: readonly [number, number]): boolean {
  return Number.isFinite(low) && Number.isFinite(high) && high - low === Infinity;
}

/** Those of a quarter of the range, four times as large; none beyond the largest number. */
function beyondTicks([low, high]: readonly [number, number], options: TickOptions): NumberTicks {
  const { ticks, step } = numberTicks([low / 4, high / 4], options);
  const large = ticks.map((tick) => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, tick * 4)));
  return { ticks: large, step: step * 4, domain: [large[0] ?? low, large.at(-1) ?? high] };
}

/** A range that has a width: around a single value its half, around zero one. */
function spread([low, high]: readonly [number, number]): readonly [number, number] {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
  if (high > low) return [low, high];
  if (low === 0) return [0, 1];
  const half = Math.abs(low) / 2;
  return [low - half, low + half];
}

/** Without the tail that adding fractions leaves. */
export function rounded(value: number, step: number): number {
  const digits = Math.min(12, Math.max(0, 2 - Math.floor(Math.log10(step))));
  return Number(value.toFixed(digits));
}
