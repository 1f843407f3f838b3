/** Sessions and the kernels behind them. */

import type { Toolset } from "../../tool.ts";
import { kernelInterrupt } from "./kernel_interrupt.ts";
import { kernelList } from "./kernel_list.ts";
import { kernelRestart } from "./kernel_restart.ts";
import { sessionConnect } from "./session_connect.ts";
import { sessionCreate } from "./session_create.ts";
import { sessionDelete } from "./session_delete.ts";
import { sessionList } from "./session_list.ts";

export const sessions: Toolset = {
  name: "sessions",
  description: "Sessions and kernels",
  tools: [
    sessionCreate,
    sessionList,
    sessionConnect,
    sessionDelete,
    kernelList,
    kernelInterrupt,
    kernelRestart,
  ],
};
