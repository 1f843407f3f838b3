/**
 * HTTP requests that `fetch` would not send, with the right token: hostile and malformed Host and Origin headers,
 * targets that are not paths, messages of two lengths, headers without end, and halves whose other half never comes.
 */

import type { Random } from "./random.ts";

export interface RawRequest {
  readonly what: string;
  readonly text: string;
  /** The statuses that are right for it, 0 for a connection that is cut; none for a half, which is owed no answer. */
  readonly allowed: readonly number[];
}

export interface RawTarget {
  readonly url: string;
  readonly token: string;
}

const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

interface Head {
  readonly request?: string;
  readonly headers?: readonly string[];
}

/** A request by hand that must not get through. */
export function rawRequest(random: Random, { url, token }: RawTarget): RawRequest {
  const { host, port } = new URL(url);
  const head = ({ request = "POST /mcp HTTP/1.1", headers = [`Host: ${host}`] }: Head) =>
    [
      request,
      ...headers,
      `Authorization: Bearer ${token}`,
      "Content-Type: application/json",
      "Accept: application/json, text/event-stream",
    ].join("\r\n");
  const whole = (parts: Head) =>
    `${head(parts)}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
  const hosts = hostileHosts(port);
  const origins = [...hosts.map((name) => `http://${name}`), ...hostileOrigins(port)];
  const foreignHost = random.pick(hosts);
  const foreignOrigin = random.pick(origins);
  const target = random.pick(["*", "mcp", "http://evil.test/mcp", `http://${host}/mcp`, "evil.test:80"]);
  const half = whole({});
  return random.pick<RawRequest>([
    {
      what: `the Host "${foreignHost}"`,
      text: whole({ headers: [`Host: ${foreignHost}`] }),
      allowed: [403],
    },
    {
      what: `the Origin "${foreignOrigin}"`,
      text: whole({ headers: [`Host: ${host}`, `Origin: ${foreignOrigin}`] }),
      allowed: [403],
    },
    {
      what: `the target "${target}"`,
      text: whole({ request: `POST ${target} HTTP/1.1` }),
      allowed: [400],
    },
    {
      what: "two Hosts",
      text: whole({ headers: [`Host: ${host}`, "Host: evil.test"] }),
      allowed: [400, 403],
    },
    {
      what: "two lengths",
      text: `${head({})}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${whole({})}`,
      allowed: [400],
    },
    {
      what: "headers without end",
      text: whole({ headers: [`Host: ${host}`, `X-Long: ${"x".repeat(200_000)}`] }),
      allowed: [0, 400, 431],
    },
    { what: "half of it", text: half.slice(0, random.below(half.length)), allowed: [] },
  ]);
}

function hostileHosts(port: string): readonly string[] {
  return [
    "",
    "evil.test",
    `evil.test:${port}`,
    `evil.test@127.0.0.1:${port}`,
    `127.0.0.1.evil.test:${port}`,
    `127.1:${port}`,
    `2130706433:${port}`,
    `localhost.:${port}`,
    "localhost:1",
    "a b",
    "a:b",
    "a:99999",
    "[::1",
    "%",
    "a,b",
    "a/b?c#d",
  ];
}

function hostileOrigins(port: string): readonly string[] {
  return [
    "",
    "null",
    "file://",
    `https://localhost:${port}`,
    `ftp://127.0.0.1:${port}`,
    `http://localhost:${port}/`,
    `http://localhost:${port}.evil.test`,
    `localhost:${port}`,
    "http://localhost:6274",
  ];
}

/** Sends it and gives the whole answer. */
export async function sendRaw({ text }: RawRequest, { url }: RawTarget): Promise<string> {
  const { hostname, port } = new URL(url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  // The program may refuse it before it has read all of it.
  await write(connection, text).catch(() => undefined);
  return await new Response(connection.readable).text().catch(() => "");
}

/** Sends half a request over a connection that the caller closes. */
export async function sendHalf({ text }: RawRequest, { url }: RawTarget): Promise<Deno.Conn> {
  const { hostname, port } = new URL(url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  await write(connection, text);
  return connection;
}

async function write(connection: Deno.Conn, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
}
