/** Output that a kernel has dropped, because it came faster than Jupyter took it. */

import type { Execution } from "./execution.ts";
import type { Received } from "./messages.ts";

const droppedNote =
  "The kernel dropped part of the output, which came faster than Jupyter took it; show less at once, or write it to a file";

/** Part of the output before this message, which has not been taken yet, will not come. */
export function noteDropped(
  execution: Pick<Execution, "messageId" | "outputs" | "missOutput"> | undefined,
  { parent }: Pick<Received, "parent">,
): void {
  const isConcerned = execution !== undefined && execution.messageId === parent.msg_id;
  // Where Jupyter's rate limiter has spoken, it was the one.
  if (isConcerned && !execution.outputs.limitedByServer) execution.missOutput(droppedNote);
}
