/**
 * Single questions to a Jupyter server, whose answers the checks read.
 *
 * Invariants: redirects are not followed, for the token would travel along; a body that is no JSON is dropped, for
 * Jupyter's pages hold the token.
 */

import { createPinnedFetch } from "../../base/net/pinned_fetch.ts";
import { extensionsIn } from "../../base/net/server_extensions.ts";
import type { JupyterTarget } from "../../base/protocol.ts";
import { tryUpgrade, type Upgrade } from "./try_upgrade.ts";

export type Answer =
  | {
    readonly kind: "answered";
    readonly status: number;
    readonly headers: Headers;
    /** The body where it is JSON. */
    readonly body: unknown;
    readonly milliseconds: number;
  }
  | { readonly kind: "silent"; readonly reason: string };

export interface ProbeOptions {
  /** Those that let us in; without them we come as a stranger. */
  readonly headers?: Readonly<Record<string, string>>;
}

const limitMs = 8_000;

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
    const body = parseJson(await response.text());
    return { kind: "answered", status: response.status, headers: response.headers, body, milliseconds };
  } catch (error) {
    return { kind: "silent", reason: reasonOf(error) };
  }
}

/** The names of the enabled extensions; undefined if the server does not tell. */
export async function enabledExtensions(
  target: JupyterTarget,
  { headers = {} }: ProbeOptions,
): Promise<ReadonlySet<string> | undefined> {
  try {
    return extensionsIn(await (await ask(target, "metrics", { headers: { ...headers } })).text());
  } catch {
    return undefined;
  }
}

/** Sends one request, and gives the whole response. */
export async function ask(target: JupyterTarget, path: string, init: RequestInit): Promise<Response> {
  const pinned = target.caCert === undefined ? undefined : createPinnedFetch(target.caCert);
  const fetch = pinned?.fetch ?? globalThis.fetch;
  try {
    const signal = AbortSignal.timeout(limitMs);
    const response = await fetch(new URL(path, target.url), { ...init, redirect: "manual", signal });
    const { status, headers } = response;
    const body = await response.text();
    return new Response(isBodiless(status) ? null : body, { status, headers });
  } finally {
    pinned?.close();
  }
}

/** `Response` takes no body for these. */
function isBodiless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** Opens the WebSocket of the server's events, which needs no kernel, and closes it. */
export async function tryWebSocket(
  { url, caCert }: JupyterTarget,
  headers: Readonly<Record<string, string>>,
): Promise<Upgrade> {
  return await tryUpgrade(new URL("api/events/subscribe", url), { headers, caCert, limit: limitMs });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A short reason without addresses. */
export function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === "TimeoutError") return "it does not answer";
  const text = causesOf(error).join(" ");
  if (/refused|os error (61|111|10061)/i.test(text)) return "connection refused";
  // Before names that are unknown: it lists the names that the certificate is for as DNS names.
  if (/NotValidForName|not valid for name|altnames/i.test(text)) return tlsTroubles.otherHost;
  if (/dns error|resolve|lookup|ENOTFOUND|EAI_AGAIN/i.test(text)) return "the host name is unknown";
  if (/InvalidContentType|corrupt message/i.test(text)) return tlsTroubles.plain;
  if (/expired/i.test(text)) return tlsTroubles.expired;
  // Not whatever speaks of TLS: a server that hangs up has shown no certificate.
  if (/certificate|UnknownIssuer/i.test(text)) return tlsTroubles.untrusted;
  return "the connection failed";
}

/** Reasons for which a server that is there does not answer; each has a cure of its own. */
export const tlsTroubles = {
  untrusted: "its TLS certificate is not trusted",
  expired: "its TLS certificate has expired",
  otherHost: "its TLS certificate is for another host name",
  plain: "it does not speak https",
  secure: "it speaks only https",
} as const;

function causesOf(error: unknown): readonly string[] {
  return error instanceof Error ? [error.message, ...causesOf(error.cause)] : [];
}
