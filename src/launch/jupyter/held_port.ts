/** Free loopback ports. */

export interface HeldPort {
  readonly port: number;
  /** Frees the port for the program that is to listen there. */
  release(): void;
  /** Closes incoming connections, from clients of the server that listened there before. */
  closeConnections(): void;
}

/** Listens on a free port, or on this one, so that no other program can. */
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

/** A port that is free at the moment. */
export function freePort(hostname?: string): number {
  const { port, release } = holdPort(hostname);
  release();
  return port;
}
