/** What a Jupyter server reports about itself: its start time and its extensions. */

import { AppError } from "../../base/errors.ts";
import { extensionsIn } from "../../base/net/server_extensions.ts";
import type { JupyterHttp } from "./http.ts";
import { z } from "zod";

/** The names of the enabled extensions; undefined if the server does not report them. */
export async function enabledExtensions(
  http: JupyterHttp,
  signal?: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  try {
    return extensionsIn(await http.text(["metrics"], { headers: { "Accept": "text/plain" }, signal }));
  } catch (error) {
    signal?.throwIfAborted();
    // A proxy may withhold the metrics, drop the connection, or serve more of them than we read.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

const status = z.object({ started: z.string() });

/** When the server was started, as it reports it. */
export async function serverStartTime(http: JupyterHttp, signal?: AbortSignal): Promise<string> {
  return (await http.json(status, ["api", "status"], { signal })).started;
}
