import { changeWithin } from "./change_within.ts";
import { isCellNotFound } from "../nbformat/find_cells.ts";
import type { Edit } from "../nbformat/notebook.ts";
import type { NotebookRoom } from "../rtc/notebook_room.ts";

/** Milliseconds in which the second half of a move has come. */
const moveTime = 500;

/**
 * Resolves when an edit finds its cells; throws what it throws where they stay away. Whoever moves a cell of a shared
 * document takes it away, and puts it in with the next change: between the two it is nowhere.
 */
export async function untilCellsExist(
  room: Pick<NotebookRoom, "read" | "onChange">,
  edit: Edit,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + moveTime;
  for (;;) {
    try {
      return void edit(room.read());
    } catch (error) {
      if (!isCellNotFound(error) || performance.now() >= deadline) throw error;
    }
    await changeWithin(room, deadline - performance.now(), signal);
  }
}
