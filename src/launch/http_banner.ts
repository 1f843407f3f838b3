/** What a person needs to connect a client over HTTP, in the manner of Jupyter's own start. */

import { isLoopback } from "../base/net/loopback.ts";

export interface BannerOptions {
  readonly url: string;
  readonly version: string;
  /** Null where none is asked for. */
  readonly token: string | null;
  /** Whether the token was made for this run; one that the person chose is not shown. */
  readonly tokenIsOurs: boolean;
}

/** The same as a line of the JSON log. */
export function jsonBanner(
  { url, version, token, tokenIsOurs }: BannerOptions,
  now: () => Date = () => new Date(),
): string {
  const reach = isForNetwork(url) ? `; ${networkLine}` : "";
  return JSON.stringify({
    time: now().toISOString(),
    level: "info",
    message: `jupyter-mcp ${version} listens on ${url} for MCP clients${reach}`,
    url: reachable(url),
    ...(tokenIsOurs && token !== null ? { token } : {}),
  });
}

const networkLine = "other machines on the network can reach it, and the token is all that keeps them out";

export function httpBanner({ url, version, token, tokenIsOurs }: BannerOptions): string {
  const shown = tokenIsOurs ? token : "$MCP_TOKEN";
  return [
    "",
    `jupyter-mcp ${version} listens on ${url}`,
    ...(isForNetwork(url) ? [`  ${networkLine}`] : []),
    ...(token === null ? ["  no token is asked for: every program on this machine can connect"] : []),
    ...(tokenIsOurs && token !== null
      ? [`  token: ${token}`, "  (made for this run; set MCP_TOKEN to choose your own)"]
      : []),
    "",
    "Add it to Claude Code:",
    `  claude mcp add --transport http jupyter ${reachable(url)}${
      token === null ? "" : ` --header "Authorization: Bearer ${shown}"`
    }`,
    "",
  ].join("\n");
}

function isForNetwork(url: string): boolean {
  return !isLoopback(new URL(url).hostname.replace(/^\[(.*)\]$/, "$1"));
}

/** Every address is no address to connect to; from this machine it is this one. */
function reachable(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}
