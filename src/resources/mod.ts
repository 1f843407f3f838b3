/** All resources. */

import type { Resource } from "../resource.ts";
import { executions } from "./executions.ts";
import { figures } from "./figures.ts";
import { files } from "./files.ts";
import { images } from "./images.ts";
import { notebooks } from "./notebooks.ts";
import { views } from "./views.ts";

export const resources: readonly Resource[] = [images, executions, figures, notebooks, files, views];
