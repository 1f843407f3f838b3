/**
 * What a Jupyter server says of itself: when it was started, and its extensions. Its metrics name those (Jupyter Server 2.16
 * and later) and can be read without leaving a warning in its log, unlike a request to an address that may not exist.
 */

import { AppError, type ErrorCode } from "../../base/errors.ts";
import { type JupyterHttp, StatusError } from "./http.ts";
import { z } from "zod";

/** `jupyter_server_extension_info{enabled="true",name="jupyterlab",version="4.6.6"} 1.0` */
const line = /^jupyter_server_extension_info\{(.*)\}/gm;
const label = /(\w+)="([^"]*)"/g;

const refusals: ReadonlySet<ErrorCode> = new Set(["forbidden", "auth_failed"]);

/** The names of the enabled extensions; undefined if the server does not tell. */
export async function enabledExtensions(
  http: JupyterHttp,
  signal?: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  try {
    const response = await http.open(["metrics"], { headers: { "Accept": "text/plain" }, signal });
    const names = namesIn(await response.text());
    return names.size === 0 ? undefined : names;
  } catch (error) {
    signal?.throwIfAborted();
    // A proxy may keep them to itself.
    const isRefused = error instanceof AppError && refusals.has(error.code);
    if (isRefused || error instanceof StatusError) return undefined;
    throw error;
  }
}

function namesIn(metrics: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, labels = ""] of metrics.matchAll(line)) {
    const { name, enabled } = Object.fromEntries(
      [...labels.matchAll(label)].map(([, key = "", value]) => [key, value]),
    );
    if (name !== undefined && enabled === "true") names.add(name);
  }
  return names;
}

const status = z.object({ started: z.string() });

/** When the server was started, in its own words. */
export async function serverStartTime(http: JupyterHttp, signal?: AbortSignal): Promise<string> {
  return (await http.json(status, ["api", "status"], { signal })).started;
}
