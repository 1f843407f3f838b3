/** How a JupyterHub is known by addresses and answers, and what its refusals mean. Pure. */

/** Where a server is on its hub. */
export interface HubAddress {
  /** The hub's own base, such as `https://host/base/hub/`. */
  readonly hub: string;
  /** The server's place in the hub's API. */
  readonly api: URL;
  readonly user: string;
  /** "" for the one that has no name. */
  readonly server: string;
}

/** The hub that an address such as `https://host/base/user/ana/lab-2/` belongs to; undefined where it has none. */
export function hubAddress(url: string): HubAddress | undefined {
  const { origin, pathname } = new URL(url);
  const [, base, user = "", server = ""] = /^(.*)\/user\/([^/]+)\/(?:([^/]+)\/)?$/.exec(pathname) ?? [];
  const names = { user: decoded(user), server: decoded(server) };
  if (base === undefined || names.user === undefined || names.server === undefined) return undefined;
  const place = server === "" ? "server" : `servers/${server}`;
  const hub = `${origin}${base}/hub/`;
  const api = new URL(`${hub}api/users/${user}/${place}`);
  return { hub, api, user: names.user, server: names.server };
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined; // Mistyped: no name is written so.
  }
}

type Head = Pick<Response, "status" | "headers">;

/** Whether this is how a hub answers in the place of a server that does not run. */
export function isStopped({ status, headers }: Head): boolean {
  if (status >= 300 && status < 400) {
    return /\/hub\/(user|spawn|spawn-pending)\//.test(headers.get("location") ?? "");
  }
  return (status === 424 || status === 503) && headers.has("x-jupyterhub-version");
}

/**
 * The base of the hub, as in `https://host/base/`, where a hub itself answers at an address that is none of its
 * users' servers; undefined elsewhere.
 */
export function bareHub(url: string, { status, headers }: Head): string | undefined {
  if (hubAddress(url) !== undefined) return undefined;
  // A user's server behind another proxy sends people to the hub as well, but to log in there or to start it.
  const place = status >= 300 && status < 400 ? headers.get("location") ?? "" : "";
  const isSent = /\/hub\/(?!login|api\/oauth2|user\/|spawn)/.test(place);
  // Users' servers bear this header too, though never at such an address.
  const isHub = url.endsWith("/hub/") && headers.has("x-jupyterhub-version");
  return isSent || isHub ? url.replace(/\/hub\/$/, "/") : undefined;
}

/** What to do about a hub's address that names no user's server. */
export function bareHubHint(base: string, user = "NAME"): string {
  return `Set --jupyter-url to the address of your server on the hub: ${base}user/${user}/`;
}

/** Where the token comes from that a server takes. */
export function tokenHint(url: string): string {
  const address = hubAddress(url);
  const source = address === undefined
    ? "the token that `jupyter server list` shows for this server"
    : `a token from the hub's page ${address.hub}token`;
  return `Set JUPYTER_TOKEN (or --token-file) to ${source}`;
}

/** Whether a hub's API refuses the token itself, and not what it may do. */
export function isTokenRefused(status: number, said: string): boolean {
  return status === 401 || (status === 403 && !said.includes("scope"));
}

/** What to do about a token that may not start a server. */
export function scopeHint({ user }: Pick<HubAddress, "user">): string {
  return `Start it on the hub's page, or give a token with the scope servers!user=${user}`;
}
