/** Every toolset there is, in the order clients see them. */

import type { Toolset } from "../tool.ts";
import { chartelierVisualize } from "./charts/chartelier_visualize.ts";
import { executeCode } from "./execution/execute_code.ts";
import { executionGet } from "./execution/execution_get.ts";
import { executionList } from "./execution/execution_list.ts";
import { fileGet } from "./files/file_get.ts";
import { fileList } from "./files/file_list.ts";
import { fileRead } from "./files/file_read.ts";
import { fileWrite } from "./files/file_write.ts";
import { getImageResource } from "./images/get_image_resource.ts";
import { addRelations } from "./knowledge/add_relations.ts";
import { createItem } from "./knowledge/create_item.ts";
import { deleteItem } from "./knowledge/delete_item.ts";
import { getCurrentState } from "./knowledge/get_current_state.ts";
import { getItem } from "./knowledge/get_item.ts";
import { getRelatedItems } from "./knowledge/get_related_items.ts";
import { getStats } from "./knowledge/get_stats.ts";
import { getTags } from "./knowledge/get_tags.ts";
import { getTypeStats } from "./knowledge/get_type_stats.ts";
import { listItems } from "./knowledge/list_items.ts";
import { removeRelations } from "./knowledge/remove_relations.ts";
import { searchItems } from "./knowledge/search_items.ts";
import { suggestTags } from "./knowledge/suggest_tags.ts";
import { updateCurrentState } from "./knowledge/update_current_state.ts";
import { updateItem } from "./knowledge/update_item.ts";
import { notebookAddCell } from "./notebooks/notebook_add_cell.ts";
import { notebookClearOutputs } from "./notebooks/notebook_clear_outputs.ts";
import { notebookCreate } from "./notebooks/notebook_create.ts";
import { notebookDeleteCell } from "./notebooks/notebook_delete_cell.ts";
import { notebookEditCell } from "./notebooks/notebook_edit_cell.ts";
import { notebookExecuteCell } from "./notebooks/notebook_execute_cell.ts";
import { notebookGet } from "./notebooks/notebook_get.ts";
import { notebookList } from "./notebooks/notebook_list.ts";
import { notebookMoveCell } from "./notebooks/notebook_move_cell.ts";
import { notebookSearch } from "./notebooks/notebook_search.ts";
import { notebookChanges } from "./review/notebook_changes.ts";
import { notebookDiff } from "./review/notebook_diff.ts";
import { notebookExport } from "./review/notebook_export.ts";
import { notebookUndo } from "./review/notebook_undo.ts";
import { notebookVerify } from "./review/notebook_verify.ts";
import { kernelInterrupt } from "./sessions/kernel_interrupt.ts";
import { kernelList } from "./sessions/kernel_list.ts";
import { kernelRestart } from "./sessions/kernel_restart.ts";
import { sessionConnect } from "./sessions/session_connect.ts";
import { sessionCreate } from "./sessions/session_create.ts";
import { sessionDelete } from "./sessions/session_delete.ts";
import { sessionList } from "./sessions/session_list.ts";
import { dataPreview } from "./variables/data_preview.ts";
import { getDataframeInfo } from "./variables/get_dataframe_info.ts";
import { getVariable } from "./variables/get_variable.ts";
import { getVariables } from "./variables/get_variables.ts";
import { showFigure } from "./views/show_figure.ts";
import { showTable } from "./views/show_table.ts";
import { viewRead } from "./views/view_read.ts";
import { viewStop } from "./views/view_stop.ts";
import { watchRun } from "./views/watch_run.ts";

export const toolsets: readonly Toolset[] = [
  {
    name: "sessions",
    description: "Sessions and kernels",
    tools: [
      sessionCreate,
      sessionList,
      sessionConnect,
      sessionDelete,
      kernelList,
      kernelInterrupt,
      kernelRestart,
    ],
  },
  {
    name: "execution",
    description: "Running code",
    tools: [executeCode, executionGet, executionList],
  },
  {
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
  },
  {
    name: "variables",
    description: "Variables, values and tables of a kernel, and tables in files",
    tools: [getVariables, getVariable, getDataframeInfo, dataPreview],
  },
  {
    name: "files",
    description: "Files on the Jupyter server",
    tools: [fileList, fileRead, fileGet, fileWrite],
  },
  {
    name: "review",
    description: "Changes of notebooks, undo, verification, comparison and export",
    tools: [notebookChanges, notebookUndo, notebookVerify, notebookDiff, notebookExport],
  },
  {
    name: "images",
    description: "Images that runs produced",
    tools: [getImageResource],
  },
  {
    name: "charts",
    description: "Charts of a table and a sentence",
    tools: [chartelierVisualize],
  },
  {
    name: "views",
    description: "Showing data to the person",
    tools: [showTable, showFigure, watchRun, viewRead, viewStop],
  },
  {
    name: "knowledge",
    description: "A knowledge base of your own",
    tools: [
      createItem,
      getItem,
      updateItem,
      deleteItem,
      searchItems,
      listItems,
      getRelatedItems,
      addRelations,
      removeRelations,
      getCurrentState,
      updateCurrentState,
      getStats,
      getTypeStats,
      getTags,
      suggestTags,
    ],
  },
];
