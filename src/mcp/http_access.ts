/**
 * Who may call over HTTP: Host, Origin and bearer token, the stricter checks of the management addresses that a
 * compatibility API has beside `/mcp`, and CORS for web pages that call such an API.
 *
 * 1. A page that rebinds its name to this machine sends that name as Host and its own address as Origin: both are
 *    compared as a whole, never parsed.
 * 2. Only this machine may call the management addresses, no foreign web page may, and those that change something need
 *    the token.
 * 3. Pages of this machine and of the configured origins may call a compatibility API; the token is required all the same.
 */

/** The names of this machine in URLs and Host headers. */
const localNames: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

export interface ServerAddress {
  /** The address that is listened on. */
  readonly host: string;
  readonly port: number;
}

/** Whether the Host header is an address of this server. */
export function isOwnHost({ headers }: Request, address: ServerAddress): boolean {
  return authoritiesOf(address).has((headers.get("host") ?? "").toLowerCase());
}

/** Whether the request comes from a page of this server, or not from a page at all. */
export function isOwnOrigin({ headers }: Request, address: ServerAddress): boolean {
  const origin = headers.get("origin");
  if (origin === null) return true;
  return [...authoritiesOf(address)].some((authority) => origin === `http://${authority}`);
}

function authoritiesOf({ host, port }: ServerAddress): ReadonlySet<string> {
  const names = [...localNames, urlHost(host).toLowerCase()];
  // Clients leave out the usual port of http.
  return new Set(names.flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])]));
}

/** The host as it appears in URLs and Host headers: IPv6 addresses are in brackets. */
export function urlHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

const addresses: ReadonlySet<string> = new Set(["/api/healthz", "/api/connect", "/api/stop"]);
const localPeers: ReadonlySet<string> = new Set(["127.0.0.1", "::1"]);

export function isManagementRequest(request: Request): boolean {
  return addresses.has(pathOf(request));
}

/** The response to a request that is refused; undefined if it may pass. */
export function managementRefusal(
  request: Request,
  { peer, address, token }: {
    readonly peer: string;
    readonly address: ServerAddress;
    readonly token: string | null;
  },
): Response | undefined {
  if (!isOwnHost(request, address)) return refuse("Invalid Host header", 421);
  if (!localPeers.has(peer)) return refuse("Request must originate from localhost", 421);
  const origin = request.headers.get("origin");
  if (origin !== null && !isLocalOrigin(origin)) return refuse("Invalid Origin header", 403);
  if (token === null || pathOf(request) === "/api/healthz") return undefined;
  const given = bearerToken(request);
  return secretsEqual(given, token) ? undefined : unauthorized(given);
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\/+$/, "");
}

function refuse(error: string, status: number): Response {
  return Response.json({ error }, { status });
}

/** The response if the token is missing or wrong. */
export function unauthorized(given: string): Response {
  const description = given === "" ? "Authentication required" : "Invalid token";
  return Response.json({ error: "invalid_token", error_description: description }, {
    status: 401,
    headers: { "WWW-Authenticate": `Bearer error="invalid_token", error_description="${description}"` },
  });
}

/** The bearer token of a request; "" if it has none. */
export function bearerToken(request: Request): string {
  return /^Bearer\s+(.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
}

const encoder = new TextEncoder();

/**
 * Compares secrets in constant time. An empty secret matches nothing. `node:crypto` is not used because its import
 * alone takes a tenth of the program's start time.
 */
export function secretsEqual(given: string, expected: string): boolean {
  const a = encoder.encode(given);
  const b = encoder.encode(expected);
  let difference = a.length ^ b.length;
  for (let index = 0; index < b.length; index++) difference |= (a[index] ?? 0) ^ (b[index] ?? 0);
  return b.length > 0 && difference === 0;
}

/** A page that may call. */
interface Page {
  readonly origin: string;
  /** Whether its origin was configured; its requests may then carry credentials. */
  readonly isConfigured: boolean;
}

/** The calling page; undefined if it may not call, or if the request is not from a page. */
export function callingPage(request: Request, configured: readonly string[] = []): Page | undefined {
  const origin = request.headers.get("origin");
  if (origin === null) return undefined;
  const isConfigured = configured.includes(origin);
  return isConfigured || isLocalOrigin(origin) ? { origin, isConfigured } : undefined;
}

/** Whether this is the origin of a page on this machine, in the form that browsers send. */
function isLocalOrigin(origin: string): boolean {
  const url = URL.parse(origin);
  return url !== null && url.origin === origin && /^https?:$/.test(url.protocol) &&
    localNames.includes(url.hostname);
}

/** The response to a preflight request; undefined for any other request. */
export function preflightAnswer(request: Request, page: Page): Response | undefined {
  const method = request.headers.get("access-control-request-method");
  if (request.method !== "OPTIONS" || method === null) return undefined;
  const headers = request.headers.get("access-control-request-headers");
  return new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders(page),
      "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE, OPTIONS",
      "Access-Control-Max-Age": "600",
      ...(headers === null ? {} : { "Access-Control-Allow-Headers": headers }),
    },
  });
}

/** The response, with headers that let the page read it. */
export function withCorsHeaders(page: Page, { body, status, headers }: Response): Response {
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(corsHeaders(page))) all.set(name, value);
  all.set("Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate");
  return new Response(body, { status, headers: all });
}

function corsHeaders({ origin, isConfigured }: Page) {
  return {
    "Access-Control-Allow-Origin": origin,
    Vary: "Origin",
    ...(isConfigured ? { "Access-Control-Allow-Credentials": "true" } : {}),
  };
}
