/** Comparison and export of notebooks: needed rarely, so off by default. */

import type { Toolset } from "../../tool.ts";
import { notebookDiff } from "./notebook_diff.ts";
import { notebookExport } from "./notebook_export.ts";

export const exporting: Toolset = {
  name: "export",
  description: "Comparison and export of notebooks",
  tools: [notebookDiff, notebookExport],
};
