/**
 * How long a call waits for a server that is overloaded or still starting, or for a kernel whose connection does not open. The
 * call's signal carries the limit, since it is passed to every request made for the call.
 */

/** Milliseconds, of a call that does not say. */
const ordinaryPatience = 28_000;
/** Milliseconds in which a kernel's connection opens, or a server that is gone is found out. */
const leastForKernel = 10_000;

const patience = new WeakMap<AbortSignal, number>();

/** The signal of a call that wants an answer within this many milliseconds. */
export function withPatience(signal: AbortSignal, milliseconds: number): AbortSignal {
  const patient = AbortSignal.any([signal]);
  patience.set(patient, milliseconds);
  return patient;
}

/** Milliseconds to wait in one request. */
export function patienceOf(signal: AbortSignal | undefined): number {
  return Math.min((signal && patience.get(signal)) ?? Infinity, ordinaryPatience);
}

/** Milliseconds to wait for a kernel's connection; undefined if the call does not say. */
export function kernelPatienceOf(signal: AbortSignal | undefined): number | undefined {
  const said = signal && patience.get(signal);
  return said === undefined ? undefined : Math.max(said, leastForKernel);
}
