/** Every tool of the Datalayer API. */

import type { DatalayerTool } from "../define_tool.ts";
import { cellTools } from "./cells.ts";
import { listFiles } from "./list_files.ts";
import { notebookTools } from "./notebooks.ts";
import { runTools } from "./runs.ts";
import { sandboxTools } from "./sandboxes.ts";
import { connectToJupyter, listKernels } from "./server.ts";

export interface Offer {
  readonly withSandboxes: boolean;
  /** Whether another Jupyter can be connected to. */
  readonly withConnect: boolean;
}

/** The tools to offer, by name. */
export function offeredTools({ withSandboxes, withConnect }: Offer): readonly DatalayerTool[] {
  return [
    ...cellTools,
    ...runTools,
    ...notebookTools,
    listFiles,
    listKernels,
    ...(withConnect ? [connectToJupyter] : []),
    ...(withSandboxes ? sandboxTools : []),
  ].toSorted((a, b) => a.info.name < b.info.name ? -1 : 1);
}
