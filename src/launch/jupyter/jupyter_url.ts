/**
 * Turns a Jupyter address as people paste it, often from the browser, into the base URL of the server.
 *
 * No error message contains a token or a password.
 */

import { UsageError } from "../../base/options.ts";

/** A base URL that ends with a slash and has no query, and the token that was in it. */
export interface JupyterAddress {
  readonly url: string;
  readonly token: string | undefined;
}

/** First path segments of Jupyter's pages; the base URL ends before them. */
const pages: ReadonlySet<string> = new Set([
  "lab",
  "tree",
  "notebooks",
  "doc",
  "edit",
  "consoles",
  "terminals",
  "nbclassic",
  "retro",
  "login",
]);

/** Reads an address such as `http://host/user/ana/lab/tree/a.ipynb?token=…`. */
export function parseJupyterUrl(text: string): JupyterAddress {
  const fail = (state: string) =>
    new UsageError(`Cannot use Jupyter URL "${withoutSecrets(text)}": ${state}`);
  const url = URL.parse(withScheme(text.trim()));
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw fail("expected an address that begins with http:// or https://");
  }
  if (url.username !== "" || url.password !== "") {
    throw fail("a user name or password in the address is not supported, set JUPYTER_TOKEN instead");
  }
  const token = url.searchParams.get("token");
  return {
    url: `${url.origin}${basePath(url.pathname)}`,
    token: token === null || token === "" ? undefined : token,
  };
}

/** `localhost:8888` means http; for other hosts the user must give the scheme, because a token is sent there. */
function withScheme(text: string): string {
  const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?([/?#]|$)/i;
  return loopback.test(text) ? `http://${text}` : text;
}

function basePath(path: string): string {
  const segments = withoutHubPage(path.split("/").filter((segment) => segment !== ""));
  // In a hub's /user/lab/ the segment after "user" is a user name.
  const end = segments.findIndex((segment, index) => pages.has(segment) && segments[index - 1] !== "user");
  const base = end === -1 ? segments : segments.slice(0, end);
  return base.length === 0 ? "/" : `/${base.join("/")}/`;
}

/** Pages of a hub about a user's server, by the segment after `hub`; the server itself is at `/user/`. */
const serverPages: ReadonlySet<string> = new Set(["user", "spawn", "spawn-pending"]);
const otherHubPages: ReadonlySet<string> = new Set([
  "home",
  "token",
  "login",
  "admin",
  "spawn",
  "user-redirect",
]);

function withoutHubPage(segments: readonly string[]): readonly string[] {
  const at = segments.findIndex((segment, index) => segment === "hub" && segments[index - 1] !== "user");
  if (at === -1) return segments;
  const base = segments.slice(0, at);
  const [page = "", ...rest] = segments.slice(at + 1);
  if (serverPages.has(page) && rest.length > 0) return [...base, "user", ...rest];
  return otherHubPages.has(page) ? base : segments;
}

function withoutSecrets(text: string): string {
  return text.replace(/[?#].*$/s, "").replace(/^([^/]*\/\/)?[^/]*@/, "$1");
}
