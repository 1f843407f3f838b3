/** Review: what was changed in notebooks, and the way back. */

import type { Toolset } from "../../tool.ts";
import { notebookChanges } from "./notebook_changes.ts";
import { notebookDiff } from "./notebook_diff.ts";
import { notebookExport } from "./notebook_export.ts";
import { notebookUndo } from "./notebook_undo.ts";
import { notebookVerify } from "./notebook_verify.ts";

export const review: Toolset = {
  name: "review",
  description: "Changes of notebooks, undo, verification, comparison and export",
  tools: [notebookChanges, notebookUndo, notebookVerify, notebookDiff, notebookExport],
};
