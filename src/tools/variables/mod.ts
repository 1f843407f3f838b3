/** What a kernel holds, and tables in files. */

import type { Toolset } from "../../tool.ts";
import { dataPreview } from "./data_preview.ts";
import { getDataframeInfo } from "./get_dataframe_info.ts";
import { getVariable } from "./get_variable.ts";
import { getVariables } from "./get_variables.ts";

export const variables: Toolset = {
  name: "variables",
  description: "Variables, values and tables of a kernel, and tables in files",
  tools: [getVariables, getVariable, getDataframeInfo, dataPreview],
};
