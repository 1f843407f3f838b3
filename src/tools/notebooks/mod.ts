/** Notebooks: read, edit and run their cells. */

import type { Toolset } from "../../tool.ts";
import { notebookAddCell } from "./notebook_add_cell.ts";
import { notebookClearOutputs } from "./notebook_clear_outputs.ts";
import { notebookCreate } from "./notebook_create.ts";
import { notebookDeleteCell } from "./notebook_delete_cell.ts";
import { notebookEditCell } from "./notebook_edit_cell.ts";
import { notebookExecuteCell } from "./notebook_execute_cell.ts";
import { notebookGet } from "./notebook_get.ts";
import { notebookList } from "./notebook_list.ts";
import { notebookMoveCell } from "./notebook_move_cell.ts";
import { notebookSearch } from "./notebook_search.ts";

export const notebooks: Toolset = {
  name: "notebooks",
  description: "Notebooks and their cells",
  tools: [
    notebookCreate,
    notebookList,
    notebookGet,
    notebookAddCell,
    notebookEditCell,
    notebookDeleteCell,
    notebookMoveCell,
    notebookExecuteCell,
    notebookClearOutputs,
    notebookSearch,
  ],
};
