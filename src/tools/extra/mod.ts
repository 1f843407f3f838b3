/** Tools that are needed rarely, or that others cover; off by default, so that no one pays for them unasked. */

import type { Toolset } from "../../tool.ts";
import { fileGet } from "./file_get.ts";
import { fileWrite } from "./file_write.ts";
import { notebookClearOutputs } from "./notebook_clear_outputs.ts";
import { notebookMoveCell } from "./notebook_move_cell.ts";
import { notebookSearch } from "./notebook_search.ts";

export const extra: Toolset = {
  name: "extra",
  description: "Rarely needed tools of notebooks and files",
  tools: [notebookMoveCell, notebookClearOutputs, notebookSearch, fileGet, fileWrite],
};
