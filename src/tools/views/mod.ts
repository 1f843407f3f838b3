/** Tables, figures and runs shown to the person by clients that can show views (MCP Apps). */

import type { Toolset } from "../../tool.ts";
import { showFigure } from "./show_figure.ts";
import { showTable } from "./show_table.ts";
import { viewRead } from "./view_read.ts";
import { viewStop } from "./view_stop.ts";
import { watchRun } from "./watch_run.ts";

export const views: Toolset = {
  name: "views",
  description: "Showing data to the person",
  tools: [showTable, showFigure, watchRun, viewRead, viewStop],
};
