/** The signals by which people and clients end us. */

const names: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT", "SIGBREAK"]
  : ["SIGINT", "SIGTERM", "SIGHUP"];

/** Settles at the first stop signal. The second ends the process at once. */
export function stopSignal(): Promise<{ readonly kind: "signal"; readonly name: Deno.Signal }> {
  return new Promise((resolve) => {
    let seen = 0;
    for (const name of names) {
      Deno.addSignalListener(name, () => {
        seen += 1;
        if (seen > 1) Deno.exit(130);
        resolve({ kind: "signal", name });
      });
    }
  });
}
