/** Ctrl-C and its kin, as something to wait for. */

const signals: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT", "SIGBREAK"]
  : ["SIGINT", "SIGTERM", "SIGHUP"];

/** The person has had enough. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** Aborts at the first signal. Later ones change nothing: a terminal and a task runner may both send one. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of signals) {
    Deno.addSignalListener(name, () => controller.abort(new Interrupted(name)));
  }
  return controller.signal;
}

/** Settles as the work does, or fails as soon as the signal aborts. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
