/** Waits for work that goes on for others; rejects with the reason where this caller goes. Owns the work either way. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  // The one that comes first is taken: work that is done by now is not given to a caller who has gone.
  return Promise.race([aborted.promise, work]).finally(() => signal.removeEventListener("abort", abort));
}
