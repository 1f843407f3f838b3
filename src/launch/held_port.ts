/** Loopback ports that nobody uses. */

export interface HeldPort {
  readonly port: number;
  /** Frees it, for whoever is meant to listen there. */
  release(): void;
}

/** Takes a free port and keeps others from it. */
export function holdPort(hostname = "127.0.0.1"): HeldPort {
  // Not `using`: `deno bundle --minify` puts a value used once in the place of its name, and nothing closes it then.
  const listener = Deno.listen({ hostname, port: 0 });
  let isHeld = true;
  return {
    port: listener.addr.port,
    release() {
      if (isHeld) listener.close();
      isHeld = false;
    },
  };
}

/** A port that nobody uses at this moment. */
export function freePort(hostname?: string): number {
  const { port, release } = holdPort(hostname);
  release();
  return port;
}
