/**
 * For how long a call waits for a server that is overloaded or still starting. Its signal carries that, since it goes to
 * every request that is made for the call.
 */

/** Milliseconds, of a call that does not say. */
const ordinaryPatience = 28_000;

const patience = new WeakMap<AbortSignal, number>();

/** The signal of a call that wants to be answered within so many milliseconds. */
export function withPatience(signal: AbortSignal, milliseconds: number): AbortSignal {
  const patient = AbortSignal.any([signal]);
  patience.set(patient, Math.min(milliseconds, ordinaryPatience));
  return patient;
}

/** Milliseconds to wait in one request. */
export function patienceOf(signal: AbortSignal | undefined): number {
  return (signal && patience.get(signal)) ?? ordinaryPatience;
}
