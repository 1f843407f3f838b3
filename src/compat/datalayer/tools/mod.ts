/** Every tool of the Datalayer API, in the order of its listing. */

import type { DatalayerTool } from "../define_tool.ts";
import { clearCellOutput } from "./clear_cell_output.ts";
import { connectToJupyter } from "./connect_to_jupyter.ts";
import { deleteCell } from "./delete_cell.ts";
import { editCellSource } from "./edit_cell_source.ts";
import { executeCell } from "./execute_cell.ts";
import { executeCode } from "./execute_code.ts";
import { insertCell } from "./insert_cell.ts";
import { insertExecuteCodeCell } from "./insert_execute_code_cell.ts";
import { launchSandbox } from "./launch_sandbox.ts";
import { listFiles } from "./list_files.ts";
import { listKernels } from "./list_kernels.ts";
import { listNotebooks } from "./list_notebooks.ts";
import { listSandboxes } from "./list_sandboxes.ts";
import { moveCell } from "./move_cell.ts";
import { overwriteCellSource } from "./overwrite_cell_source.ts";
import { readCell } from "./read_cell.ts";
import { readNotebook } from "./read_notebook.ts";
import { restartNotebook } from "./restart_notebook.ts";
import { terminateSandbox } from "./terminate_sandbox.ts";
import { unuseNotebook } from "./unuse_notebook.ts";
import { useNotebook } from "./use_notebook.ts";
import { useSandbox } from "./use_sandbox.ts";

const core = [
  clearCellOutput,
  connectToJupyter,
  deleteCell,
  editCellSource,
  executeCell,
  executeCode,
  insertCell,
  insertExecuteCodeCell,
  listFiles,
  listKernels,
  listNotebooks,
  moveCell,
  overwriteCellSource,
  readCell,
  readNotebook,
  restartNotebook,
  unuseNotebook,
  useNotebook,
];

const sandboxes = [launchSandbox, listSandboxes, terminateSandbox, useSandbox];

export interface Offer {
  readonly withSandboxes: boolean;
  /** Whether another Jupyter can be connected to. */
  readonly withConnect: boolean;
}

/** The tools to offer, by name. */
export function offeredTools({ withSandboxes, withConnect }: Offer): readonly DatalayerTool[] {
  return [...core, ...(withSandboxes ? sandboxes : [])]
    .filter((tool) => withConnect || tool !== connectToJupyter)
    .toSorted((a, b) => a.info.name < b.info.name ? -1 : 1);
}
