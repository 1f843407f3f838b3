/** The id by which an HTTP request is found in logs: the client's own `X-Request-Id`, else one made for it. */

export const requestIdHeader = "X-Request-Id";

export function requestIdFrom(headers: Headers): string {
  const given = headers.get(requestIdHeader) ?? "";
  return /^[\w.:@/+=-]{1,128}$/.test(given) ? given : crypto.randomUUID();
}
