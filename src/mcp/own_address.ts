/**
 * Under which addresses a server is reached from its own machine. A page that rebinds its name to this machine sends
 * that name as Host, and its own address as Origin: both are compared as a whole, never parsed.
 */

export interface OwnAddress {
  /** The address that is listened on. */
  readonly host: string;
  readonly port: number;
}

const localNames = ["localhost", "127.0.0.1", "[::1]"] as const;

/** Whether the Host header is an address of this server. */
export function isOwnHost({ headers }: Request, address: OwnAddress): boolean {
  return authoritiesOf(address).has((headers.get("host") ?? "").toLowerCase());
}

/** Whether the request comes from a page of this server, or from no page. */
export function isOwnOrigin({ headers }: Request, address: OwnAddress): boolean {
  const origin = headers.get("origin");
  if (origin === null) return true;
  return [...authoritiesOf(address)].some((authority) => origin === `http://${authority}`);
}

function authoritiesOf({ host, port }: OwnAddress): ReadonlySet<string> {
  const names = [...localNames, hostPart(host).toLowerCase()];
  // Clients leave out the usual port of http.
  return new Set(names.flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])]));
}

/** IPv6 addresses stand in brackets in URLs and Host headers. */
export function hostPart(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
