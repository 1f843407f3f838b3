/** What a person needs to connect a client over HTTP, in the manner of Jupyter's own start. */

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
  { url: address, version, token, tokenIsOurs }: BannerOptions,
  now: () => Date = () => new Date(),
): string {
  const url = reachable(address);
  return JSON.stringify({
    time: now().toISOString(),
    level: "info",
    message: `jupyter-mcp ${version} listens on ${url} for MCP clients`,
    url,
    ...(tokenIsOurs && token !== null ? { token } : {}),
  });
}

/** Every address is no address to connect to; from this machine it is this one. */
function reachable(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

export function httpBanner({ url: address, version, token, tokenIsOurs }: BannerOptions): string {
  const url = reachable(address);
  const shown = tokenIsOurs ? token : "$MCP_TOKEN";
  return [
    "",
    `jupyter-mcp ${version} listens on ${url}`,
    ...(token === null ? ["  no token is asked for: every program on this machine can connect"] : []),
    ...(tokenIsOurs && token !== null
      ? [`  token: ${token}`, "  (made for this run; set MCP_TOKEN to choose your own)"]
      : []),
    "",
    "Add it to Claude Code:",
    `  claude mcp add --transport http jupyter ${url}${
      token === null ? "" : ` --header "Authorization: Bearer ${shown}"`
    }`,
    "",
  ].join("\n");
}
