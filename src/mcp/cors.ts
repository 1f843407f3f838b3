/**
 * CORS for web pages that call a compatibility API. Pages of this machine and of the configured origins may call; the
 * token is required all the same.
 */

/** The names of this machine in URLs and Host headers. */
export const localNames: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** A page that may call. */
export interface Page {
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
export function isLocalOrigin(origin: string): boolean {
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
