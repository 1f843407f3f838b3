/**
 * What a web page on this machine needs to call another face over HTTP: browsers ask before they send a token, and
 * keep an answer from a page that is not named in it. The token is asked for all the same.
 */

const localNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]", "::1"]);

/** The origin of the page, where it is one of this machine. */
export function localOriginOf(request: Request): string | undefined {
  const origin = request.headers.get("origin");
  return origin !== null && isLocalOrigin(origin) ? origin : undefined;
}

export function isLocalOrigin(origin: string): boolean {
  return URL.canParse(origin) && localNames.has(new URL(origin).hostname);
}

/** The answer to a browser that asks whether the page may call; undefined where it asks nothing. */
export function preflightAnswer(request: Request, origin: string): Response | undefined {
  const method = request.headers.get("access-control-request-method");
  if (request.method !== "OPTIONS" || method === null) return undefined;
  const headers = request.headers.get("access-control-request-headers");
  return new Response(null, {
    status: 204,
    headers: {
      ...naming(origin),
      "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE, OPTIONS",
      "Access-Control-Max-Age": "600",
      ...(headers === null ? {} : { "Access-Control-Allow-Headers": headers }),
    },
  });
}

/** The answer, which the page may read. */
export function readableBy(origin: string, { body, status, headers }: Response): Response {
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(naming(origin))) all.set(name, value);
  all.set("Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate");
  return new Response(body, { status, headers: all });
}

function naming(origin: string) {
  return { "Access-Control-Allow-Origin": origin, Vary: "Origin" };
}
