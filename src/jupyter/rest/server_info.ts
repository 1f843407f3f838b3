/** What a Jupyter server reports about itself: its start time and its extensions. */

import { AppError, type ErrorCode } from "../../base/errors.ts";
import { extensionsIn } from "../../base/net/server_extensions.ts";
import { type JupyterHttp, StatusError } from "./http.ts";
import { z } from "zod";

/** A proxy may withhold the metrics, or serve more of them than we read. */
const withheld: ReadonlySet<ErrorCode> = new Set(["forbidden", "auth_failed", "too_large"]);

/** The names of the enabled extensions; undefined if the server does not report them. */
export async function enabledExtensions(
  http: JupyterHttp,
  signal?: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  try {
    return extensionsIn(await http.text(["metrics"], { headers: { "Accept": "text/plain" }, signal }));
  } catch (error) {
    signal?.throwIfAborted();
    const isWithheld = error instanceof AppError && withheld.has(error.code);
    if (isWithheld || error instanceof StatusError) return undefined;
    throw error;
  }
}

const status = z.object({ started: z.string() });

/** When the server was started, as it reports it. */
export async function serverStartTime(http: JupyterHttp, signal?: AbortSignal): Promise<string> {
  return (await http.json(status, ["api", "status"], { signal })).started;
}
