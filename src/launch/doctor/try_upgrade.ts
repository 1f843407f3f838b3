/**
 * Whether an address turns into a WebSocket.
 *
 * Asked by Node's client, as the WebSockets of kernels are opened by it: they go past a proxy of the environment, which
 * Deno's own would use, and so say that a way is open which kernels do not take.
 */

export interface UpgradeOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly caCert?: string | undefined;
  /** Milliseconds to wait for the answer. */
  readonly limit: number;
}

/** `absent`: nothing is at the address, and so nothing can be said of the way there. */
export type Upgrade = "opens" | "refused" | "absent";

/** Opens it, and closes it at once. */
export async function testUpgrade(url: URL, { headers, caCert, limit }: UpgradeOptions): Promise<Upgrade> {
  const { request } = await (url.protocol === "https:" ? import("node:https") : import("node:http"));
  const { promise, resolve } = Promise.withResolvers<Upgrade>();
  const key = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const sent = request(url, {
    ...(caCert === undefined ? {} : { ca: caCert }),
    agent: false,
    signal: AbortSignal.timeout(limit),
    headers: {
      ...headers,
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": key,
    },
  }, ({ statusCode }) => resolve(statusCode === 404 ? "absent" : "refused"));
  sent.on("upgrade", (_, socket) => {
    socket.destroy();
    resolve("opens");
  });
  sent.on("error", () => resolve("refused"));
  sent.end();
  return await promise.finally(() => sent.destroy());
}
