/** Charts of a table and a sentence. */

import type { Toolset } from "../../tool.ts";
import { chartelierVisualize } from "./chartelier_visualize.ts";

export const charts: Toolset = {
  name: "charts",
  description: "Charts of a table and a sentence",
  tools: [chartelierVisualize],
};
