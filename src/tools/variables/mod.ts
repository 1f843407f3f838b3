/** What a kernel holds, and tables in files. */

import type { Toolset } from "../../tool.ts";
import { dataPreview } from "./data_preview.ts";

export const variables: Toolset = {
  name: "variables",
  description: "Tables in files",
  tools: [dataPreview],
};
