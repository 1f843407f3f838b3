/** Files on the Jupyter server. */

import type { Toolset } from "../../tool.ts";
import { fileList } from "./file_list.ts";
import { fileRead } from "./file_read.ts";

export const files: Toolset = {
  name: "files",
  description: "Files on the Jupyter server",
  tools: [fileList, fileRead],
};
