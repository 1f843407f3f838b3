/** Running code, and runs that continue in the background. */

import type { Toolset } from "../../tool.ts";
import { executeCode } from "./execute_code.ts";
import { executionGet } from "./execution_get.ts";
import { executionList } from "./execution_list.ts";

export const execution: Toolset = {
  name: "execution",
  description: "Running code",
  tools: [executeCode, executionGet, executionList],
};
