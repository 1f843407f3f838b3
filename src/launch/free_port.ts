/** A loopback port that nobody uses at this moment. */
export function freePort(hostname = "127.0.0.1"): number {
  using listener = Deno.listen({ hostname, port: 0 });
  return listener.addr.port;
}
