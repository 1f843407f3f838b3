/**
 * Single requests to a Jupyter server, whose responses the checks read.
 *
 * 1. Redirects are not followed, because the token would be sent along.
 * 2. A body that is not JSON is dropped, because Jupyter's pages contain the token.
 */

import { failureReason } from "../../base/net/failure_reason.ts";
import { tryParseJson } from "../../base/json.ts";
import { boundedText } from "../../base/net/bounded_text.ts";
import { createPinnedFetch } from "../../base/net/pinned_fetch.ts";
import type { JupyterTarget } from "../../base/protocol.ts";
import { LoginSession } from "../../base/net/login_session.ts";

export type Answer =
  | {
    readonly kind: "answered";
    readonly status: number;
    readonly headers: Headers;
    /** The body, if it is JSON. */
    readonly body: unknown;
    readonly milliseconds: number;
  }
  | { readonly kind: "silent"; readonly reason: string };

export interface ProbeOptions {
  /** Those that authenticate us. */
  readonly headers?: Readonly<Record<string, string>>;
}

const limitMs = 8_000;
/** Bytes of an answer that are read. */
const mostBytes = 8_000_000;

/** Asks the server once. */
export async function probe(
  target: JupyterTarget,
  path: string,
  { headers = {} }: ProbeOptions = {},
): Promise<Answer> {
  const began = performance.now();
  try {
    const response = await ask(target, path, { headers: { ...headers } });
    const milliseconds = performance.now() - began;
    const body = tryParseJson(await response.text());
    return { kind: "answered", status: response.status, headers: response.headers, body, milliseconds };
  } catch (error) {
    return { kind: "silent", reason: failureReason(error) };
  }
}

/** The text at an address; empty if the server does not answer. */
export async function textAt(
  target: JupyterTarget,
  path: string,
  { headers = {} }: ProbeOptions,
): Promise<string> {
  return await ask(target, path, { headers: { ...headers } }).then((response) => response.text(), () => "");
}

/** Sends one request and returns the complete response. */
export async function ask(target: JupyterTarget, path: string, init: RequestInit): Promise<Response> {
  const pinned = target.caCert === undefined ? undefined : createPinnedFetch(target.caCert);
  const fetch = pinned?.fetch ?? globalThis.fetch;
  try {
    const signal = AbortSignal.timeout(limitMs);
    const response = await fetch(new URL(path, target.url), { ...init, redirect: "manual", signal });
    const { status, headers } = response;
    const { text: body } = await boundedText(response, mostBytes);
    return new Response(isBodiless(status) ? null : body, { status, headers });
  } finally {
    pinned?.close();
  }
}

/** `Response` takes no body for these. */
function isBodiless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** The headers that authenticate us, if any are needed. */
export interface LoggedIn {
  readonly kind: "logged_in";
  readonly headers: Record<string, string>;
}

/** The server rejects the password. */
export interface Refused {
  readonly kind: "refused";
}

/** Logs in if there is a password; a token is sent with each request instead. */
export async function logIn(
  target: JupyterTarget,
): Promise<LoggedIn | Refused | Extract<Answer, { kind: "silent" }>> {
  const { token, password } = target;
  if (token !== "") return { kind: "logged_in", headers: { Authorization: `token ${token}` } };
  if (password === undefined) return { kind: "logged_in", headers: {} };
  const refusal = new Error("refused");
  const session = new LoginSession({
    password,
    send: (init) => ask(target, "login", init),
    refused: () => refusal,
  });
  try {
    await session.ensure();
    return { kind: "logged_in", headers: session.headers };
  } catch (error) {
    return error === refusal ? { kind: "refused" } : { kind: "silent", reason: failureReason(error) };
  }
}

/** `absent`: nothing is at the address, so nothing is known about WebSockets. */
export type Upgrade = "opens" | "refused" | "absent";

/**
 * Opens the WebSocket of the server's events, which needs no kernel, and closes it immediately.
 *
 * Uses Node's client, as the WebSockets of kernels do: they bypass the proxy of the environment, which Deno's own client
 * would use, so it would test another route than kernels take.
 */
export async function testWebSocket(
  { url: base, caCert }: JupyterTarget,
  headers: Readonly<Record<string, string>>,
): Promise<Upgrade> {
  const url = new URL("api/events/subscribe", base);
  const { request } = await (url.protocol === "https:" ? import("node:https") : import("node:http"));
  const { promise, resolve } = Promise.withResolvers<Upgrade>();
  const key = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const sent = request(url, {
    ...(caCert === undefined ? {} : { ca: caCert }),
    agent: false,
    signal: AbortSignal.timeout(limitMs),
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
