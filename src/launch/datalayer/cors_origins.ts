/** Reads the origins of `JUPYTER_MCP_CORS_ORIGINS`; pure, throws {@linkcode UsageError}. */

import { UsageError } from "../../base/options.ts";

/** Such as `https://app.example.com:8443` and `vscode-webview://1x2y`. */
const form = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@*,]+$/;

/** The origins, each as browsers write it. */
export function corsOrigins(text: string): readonly string[] {
  return text.split(",").map((origin) => origin.trim()).filter((origin) => origin !== "").map(
    asBrowsersWriteIt,
  );
}

function asBrowsersWriteIt(given: string): string {
  const origin = given.toLowerCase().replace(/\/$/, "");
  if (given.includes("*")) {
    throw new UsageError(
      `Cannot use JUPYTER_MCP_CORS_ORIGINS "${given}": any page could call then; name each origin, such as ` +
        "https://app.example.com",
    );
  }
  if (!form.test(origin) || !URL.canParse(origin)) {
    throw new UsageError(
      `Cannot use JUPYTER_MCP_CORS_ORIGINS "${given}": expected origins such as https://app.example.com`,
    );
  }
  // Only the port that a scheme has anyway is left out; of schemes of programs URL knows no origin.
  const parsed = new URL(origin);
  return parsed.origin === "null" ? origin : parsed.origin;
}
