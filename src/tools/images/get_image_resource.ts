import { z } from "zod";
import { shownSize } from "../../output/images.ts";
import { defineTool } from "../../tool.ts";

export const getImageResource = defineTool({
  name: "get_image_resource",
  title: "Get an image",
  description:
    "Shows an image that execute_code produced, by the resource_uri of its `images` list: for images " +
    "left out of the result, or to see one again. SVG is drawn as PNG.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    resource_uri: z.string().min(1).describe("Such as jupyter://sessions/ID/images/output-001.png"),
    as: z.enum(["image", "base64"]).default("image")
      .describe('"image" to see it; "base64" for the original bytes as text (long)'),
  }),
  async run({ resource_uri, as }, { services: { images, presenter }, signal }) {
    const image = images.get(resource_uri);
    const { mimeType, width, height, bytes } = image;
    if (as === "base64") return { data: { mime_type: mimeType, data: bytes.toBase64(), width, height } };
    const shown = await presenter.image(image, { signal });
    return {
      data: { mime_type: mimeType, width, height, bytes: bytes.length, ...shownSize(image, shown) },
      images: [{ data: shown.data, mimeType: shown.mimeType }],
    };
  },
});
