/** Loopback ports that nobody uses. */

export interface HeldPort {
  readonly port: number;
  /** Frees it, for whoever is meant to listen there. */
  release(): void;
  /** Ends connections at once, of those who still expect the server that was there before. */
  closeConnections(): void;
}

/** Takes a free port, or this one, and keeps others from it. */
export function holdPort(hostname = "127.0.0.1", port = 0): HeldPort {
  // Not `using`: `deno bundle --minify` puts a value used once in the place of its name, and nothing closes it then.
  const listener = Deno.listen({ hostname, port });
  let isHeld = true;
  return {
    port: listener.addr.port,
    release() {
      if (isHeld) listener.close();
      isHeld = false;
    },
    closeConnections() {
      void closeConnections(listener);
    },
  };
}

async function closeConnections(listener: Deno.Listener): Promise<void> {
  // Ends without an error when the listener is closed.
  for await (const connection of listener) connection.close();
}

/** A port that nobody uses at this moment. */
export function freePort(hostname?: string): number {
  const { port, release } = holdPort(hostname);
  release();
  return port;
}
