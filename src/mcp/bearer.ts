/** The bearer token of a request; "" where it has none. */
export function bearerOf(request: Request): string {
  return /^Bearer\s+(.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
}
