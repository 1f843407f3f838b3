/** Recognises a JupyterHub by addresses and responses, and explains its refusals. Pure. */

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

/** The hub that an address such as `https://host/base/user/ana/lab-2/` belongs to, if any. */
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
    return undefined; // Mistyped: not a valid encoding.
  }
}

type Head = Pick<Response, "status" | "headers">;

/** Whether this is how a hub responds in place of a stopped server. */
export function isStopped({ status, headers }: Head): boolean {
  if (status >= 300 && status < 400) {
    return /\/hub\/(user|spawn|spawn-pending)\//.test(headers.get("location") ?? "");
  }
  return (status === 424 || status === 503) && headers.has("x-jupyterhub-version");
}

/**
 * The base of the hub, as in `https://host/base/`, if a hub itself responds at an address that is not a user's server.
 */
export function bareHub(url: string, { status, headers }: Head): string | undefined {
  if (hubAddress(url) !== undefined) return undefined;
  // A user's server behind another proxy redirects to the hub as well, but to its login or start pages.
  const place = status >= 300 && status < 400 ? headers.get("location") ?? "" : "";
  const isSent = /\/hub\/(?!login|api\/oauth2|user\/|spawn)/.test(place);
  // Users' servers send this header too, but never at such an address.
  const isHub = url.endsWith("/hub/") && headers.has("x-jupyterhub-version");
  return isSent || isHub ? url.replace(/\/hub\/$/, "/") : undefined;
}

/** What to do about a hub's address that names no user's server. */
export function bareHubHint(base: string, user = "NAME"): string {
  return `Set --jupyter-url to the address of your server on the hub: ${base}user/${user}/`;
}

/** Where to get a token for this server. */
export function tokenHint(url: string): string {
  const address = hubAddress(url);
  const source = address === undefined
    ? "the token that `jupyter server list` shows for this server"
    : `a token from the hub's page ${address.hub}token`;
  return `Set JUPYTER_TOKEN (or --token-file) to ${source}`;
}

/** Whether a hub's API rejects the token itself, rather than its permissions. */
export function isTokenRefused(status: number, message: string): boolean {
  return status === 401 || (status === 403 && !message.includes("scope"));
}

/** What to do if a token is not allowed to start the server. */
export function scopeHint({ user }: Pick<HubAddress, "user">): string {
  return `Start it on the hub's page, or give a token with the scope servers!user=${user}`;
}
