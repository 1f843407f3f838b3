/** Every toolset there is, in the order clients see them. */

import type { Toolset } from "../tool.ts";
import { charts } from "./charts/mod.ts";
import { execution } from "./execution/mod.ts";
import { files } from "./files/mod.ts";
import { images } from "./images/mod.ts";
import { knowledge } from "./knowledge/mod.ts";
import { notebooks } from "./notebooks/mod.ts";
import { review } from "./review/mod.ts";
import { sessions } from "./sessions/mod.ts";
import { variables } from "./variables/mod.ts";
import { views } from "./views/mod.ts";

export const toolsets: readonly Toolset[] = [
  sessions,
  execution,
  notebooks,
  variables,
  files,
  review,
  images,
  charts,
  views,
  knowledge,
];
