/** Files on the Jupyter server. */

import type { Toolset } from "../../tool.ts";
import { fileGet } from "./file_get.ts";
import { fileList } from "./file_list.ts";
import { fileRead } from "./file_read.ts";
import { fileWrite } from "./file_write.ts";

export const files: Toolset = {
  name: "files",
  description: "Files on the Jupyter server",
  tools: [fileList, fileRead, fileGet, fileWrite],
};
