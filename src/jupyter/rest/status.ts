import { z } from "zod";
import type { JupyterHttp } from "./http.ts";

const status = z.object({ started: z.string() });

/** When the server was started, in its own words. */
export async function serverStartTime(http: JupyterHttp, signal?: AbortSignal): Promise<string> {
  return (await http.json(status, ["api", "status"], { signal })).started;
}
