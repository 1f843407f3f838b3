/** Progress of a call, with that of the start of Jupyter before it where it must be started first. */

import type { JupyterHttp } from "../jupyter/rest/http.ts";
import type { Call } from "../tool.ts";

export interface ProgressWithStart {
  readonly progress: Call["progress"];
  /** The call is over. */
  readonly end: () => void;
}

/** MCP wants a number that only grows: what the tool reports is added to where the start has got to. */
export function withStart(
  report: Call["progress"],
  http: Pick<JupyterHttp, "onStarting">,
): ProgressWithStart {
  if (report === undefined) return { progress: undefined, end: http.onStarting(() => undefined) };
  let reached = 0;
  const end = http.onStarting(({ percent, message }) => {
    // Hundredths, which sums of binary fractions would not stay.
    reached = Math.round(Math.max(percent, reached + 0.01) * 100) / 100;
    report({ done: reached, total: Math.max(100, reached), message });
  });
  return {
    progress: ({ done, total, message }) =>
      report({ done: reached + done, message, ...(total === undefined ? {} : { total: reached + total }) }),
    end,
  };
}
