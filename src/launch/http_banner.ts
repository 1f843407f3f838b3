/** What a person needs to connect a client over HTTP, in the manner of Jupyter's own start. */

export interface BannerOptions {
  readonly url: string;
  readonly version: string;
  readonly token: string;
  /** Whether the token was made for this run; one that the person chose is not shown. */
  readonly tokenIsOurs: boolean;
}

export function httpBanner({ url, version, token, tokenIsOurs }: BannerOptions): string {
  const shown = tokenIsOurs ? token : "$MCP_TOKEN";
  return [
    "",
    `jupyter-mcp ${version} listens on ${url}`,
    ...(tokenIsOurs ? [`  token: ${token}`, "  (made for this run; set MCP_TOKEN to choose your own)"] : []),
    "",
    "Add it to Claude Code:",
    `  claude mcp add --transport http jupyter ${url} --header "Authorization: Bearer ${shown}"`,
    "",
  ].join("\n");
}
