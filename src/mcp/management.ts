/**
 * The checks of the addresses beside `/mcp` that another face has: only this machine may call them, no web page
 * may, and those that change something need the token.
 */

import { bearerOf } from "./bearer.ts";
import { isOwnHost, type OwnAddress } from "./own_address.ts";
import { isLocalOrigin } from "./web_pages.ts";
import { sameSecret } from "./same_secret.ts";

const addresses: ReadonlySet<string> = new Set(["/api/healthz", "/api/connect", "/api/stop"]);
const localPeers: ReadonlySet<string> = new Set(["127.0.0.1", "::1"]);

export function isManagement(request: Request): boolean {
  return addresses.has(pathOf(request));
}

/** The answer to a request that must not pass; undefined where it may. */
export function managementRefusal(
  request: Request,
  { peer, address, token }: {
    readonly peer: string;
    readonly address: OwnAddress;
    readonly token: string | null;
  },
): Response | undefined {
  if (!isOwnHost(request, address)) return refuse("Invalid Host header", 421);
  if (!localPeers.has(peer)) return refuse("Request must originate from localhost", 421);
  const origin = request.headers.get("origin");
  if (origin !== null && !isLocalOrigin(origin)) return refuse("Invalid Origin header", 403);
  if (token === null || pathOf(request) === "/api/healthz") return undefined;
  const given = bearerOf(request);
  return sameSecret(given, token) ? undefined : unauthorised(given);
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\/+$/, "");
}

function refuse(error: string, status: number): Response {
  return Response.json({ error }, { status });
}

/** Says in JSON that the token is missing or wrong. */
export function unauthorised(given: string): Response {
  const description = given === "" ? "Authentication required" : "Invalid token";
  return Response.json({ error: "invalid_token", error_description: description }, {
    status: 401,
    headers: { "WWW-Authenticate": `Bearer error="invalid_token", error_description="${description}"` },
  });
}
