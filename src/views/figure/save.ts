/** Hands a figure to the person as a file, through the host: a page in a sandbox cannot save one by itself. */

import type { Bridge } from "../bridge.ts";
import { dataUrl } from "../figure_data.ts";

/** Pixels of a saved image for each of the page. */
const sharpness = 2;

export function canSave(bridge: Bridge): boolean {
  return bridge.capabilities["downloadFile"] !== undefined;
}

/** Saves a picture; as PNG, an SVG is drawn first. */
export async function saveFile(
  bridge: Bridge,
  name: string,
  content: { readonly mimeType: string; readonly bytes: Uint8Array<ArrayBuffer> },
): Promise<void> {
  const [, blob = ""] = dataUrl(content).split(",");
  const resource = { uri: `file:///${name}`, mimeType: content.mimeType, blob };
  await bridge.request("ui/download-file", { contents: [{ type: "resource", resource }] });
}

/** Any picture as PNG. Images are read from data: URLs, which every policy allows. */
export async function asPng(
  source: string,
  size?: { readonly width: number; readonly height: number },
): Promise<{ readonly mimeType: string; readonly bytes: Uint8Array<ArrayBuffer> }> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = (size?.width ?? image.naturalWidth) * sharpness;
  canvas.height = (size?.height ?? image.naturalHeight) * sharpness;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this client cannot draw images");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("the image is too large to save");
  return { mimeType: "image/png", bytes: new Uint8Array(await blob.arrayBuffer()) };
}

export function svgFile(svg: string): { readonly mimeType: string; readonly bytes: Uint8Array<ArrayBuffer> } {
  return { mimeType: "image/svg+xml", bytes: new TextEncoder().encode(svg) };
}
