/** A loopback port that nobody uses at this moment. */
export function freePort(hostname = "127.0.0.1"): number {
  // Not `using`: `deno bundle --minify` puts a value used once in the place of its name, and nothing closes it then.
  const listener = Deno.listen({ hostname, port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}
