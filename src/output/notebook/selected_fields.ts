/** Where people are in a notebook, as a reply tells it. */

import { showSource } from "../../jupyter/nbformat/edit_cells.ts";
import type { Selection } from "../../jupyter/rtc/presence.ts";

/** Characters of a selected text: the cell has all of it. */
const longest = 500;

/** One person as an object, several as a list, nothing if nobody is known to be there. */
export function selectedFields(selections: readonly Selection[]) {
  const all = selections.map(({ who, cellId, text }) => ({
    who,
    cell_id: cellId,
    ...(text === "" ? {} : { text: showSource(text, longest) }),
  }));
  return all.length === 0 ? {} : { selected: all.length === 1 ? all[0] : all };
}
