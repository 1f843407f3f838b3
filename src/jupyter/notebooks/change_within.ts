import type { NotebookRoom } from "../rtc/notebook_room.ts";
import { untilAborted } from "../../base/async.ts";

/** Resolves when the document changes, or after a while. */
export async function changeWithin(
  room: Pick<NotebookRoom, "onChange">,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  const change = Promise.withResolvers<void>();
  const off = room.onChange(() => change.resolve());
  const timer = setTimeout(change.resolve, milliseconds);
  try {
    await untilAborted(change.promise, signal);
  } finally {
    clearTimeout(timer);
    off();
  }
}
