import { z } from "zod";
import { shownSize } from "../../output/images.ts";
import { defineTool } from "../../tool.ts";

export const getImageResource = defineTool({
  name: "get_image_resource",
  title: "Get an image",
  description: "Shows an image of a run again, larger, or one that was left out, by its resource_uri.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    resource_uri: z.string().min(1).describe("From `images` of a run"),
    as: z.enum(["image", "base64"]).default("image")
      .describe('"base64": the original bytes as text (long)'),
    max_edge: z.number().int().min(64).max(8_000).optional()
      .describe("Pixels; default: a megapixel in all"),
  }),
  async run({ resource_uri, as, max_edge }, { services: { images, presenter }, signal }) {
    const image = images.get(resource_uri);
    const { mimeType, width, height, bytes } = image;
    if (as === "base64") {
      return { data: { mime_type: mimeType, data: bytes.toBase64(), width, height }, isUncut: true };
    }
    const shown = await presenter.image(image, { signal, maxEdge: max_edge });
    return {
      data: { mime_type: mimeType, width, height, bytes: bytes.length, ...shownSize(image, shown) },
      images: [{ data: shown.data, mimeType: shown.mimeType }],
    };
  },
});
