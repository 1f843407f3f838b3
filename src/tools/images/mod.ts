/** Images that runs produced. */

import type { Toolset } from "../../tool.ts";
import { getImageResource } from "./get_image_resource.ts";

export const images: Toolset = {
  name: "images",
  description: "Images that runs produced",
  tools: [getImageResource],
};
