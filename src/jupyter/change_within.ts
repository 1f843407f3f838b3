import type { NotebookRoom } from "./rtc/notebook_room.ts";

/** Resolves when the document changes, or after a while. */
export async function changeWithin(
  room: Pick<NotebookRoom, "onChange">,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const change = Promise.withResolvers<void>();
  const off = room.onChange(() => change.resolve());
  const timer = setTimeout(change.resolve, milliseconds);
  signal?.addEventListener("abort", () => change.resolve(), { once: true });
  await change.promise;
  clearTimeout(timer);
  off();
  signal?.throwIfAborted();
}
