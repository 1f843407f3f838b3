/** The images that runs produced, whole and in their own format. */

import type { Resource } from "../resource.ts";

const pattern = /^jupyter:\/\/sessions\/[^/]+\/images\/[^/]+$/i;

export const images: Resource = {
  name: "images",
  title: "Images of runs",
  description: "An image that execute_code produced, whole and in its own format",
  template: "jupyter://sessions/{session_id}/images/{image_id}.{ext}",
  matches: (uri) => pattern.test(uri),
  list: ({ images }) =>
    images.list().toReversed().map((image) => ({
      uri: image.uri,
      name: image.description.split(":")[0] ?? image.imageId,
      mimeType: image.mimeType,
      description: image.description,
      size: image.bytes.length,
    })),
  read(uri, { images }) {
    const { mimeType, bytes } = images.get(uri);
    return Promise.resolve({ uri, mimeType, body: { kind: "bytes", bytes } });
  },
  complete(variable, value, { images }) {
    const all = images.list().map((image) => {
      if (variable === "session_id") return image.sessionId;
      return variable === "image_id" ? image.imageId : image.uri.split(".").at(-1) ?? "";
    });
    return [...new Set(all)].filter((one) => one.startsWith(value));
  },
};
