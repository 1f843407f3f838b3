/**
 * What a web page needs to call another face over HTTP: browsers ask before they send a token, and keep an answer from
 * a page that is not named in it. Pages of this machine may call, and those of the origins that the person has named;
 * the token is asked for all the same.
 */

const localNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** A page that may call. */
export interface Page {
  readonly origin: string;
  /** Whether the person has named it; its requests may then be made with credentials, as there. */
  readonly isNamed: boolean;
}

/** The page that calls; undefined where it may not, and where it is no page. */
export function callingPage(request: Request, named: readonly string[] = []): Page | undefined {
  const origin = request.headers.get("origin");
  if (origin === null) return undefined;
  const isNamed = named.includes(origin);
  return isNamed || isLocalOrigin(origin) ? { origin, isNamed } : undefined;
}

/** Whether it is the origin of a page on this machine, written as browsers write it. */
export function isLocalOrigin(origin: string): boolean {
  const url = URL.parse(origin);
  return url !== null && url.origin === origin && /^https?:$/.test(url.protocol) &&
    localNames.has(url.hostname);
}

/** The answer to a browser that asks whether the page may call; undefined where it asks nothing. */
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

/** The answer, which the page may read. */
export function withCorsHeaders(page: Page, { body, status, headers }: Response): Response {
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(corsHeaders(page))) all.set(name, value);
  all.set("Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate");
  return new Response(body, { status, headers: all });
}

function corsHeaders({ origin, isNamed }: Page) {
  return {
    "Access-Control-Allow-Origin": origin,
    Vary: "Origin",
    ...(isNamed ? { "Access-Control-Allow-Credentials": "true" } : {}),
  };
}
