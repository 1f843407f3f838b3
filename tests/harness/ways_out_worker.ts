/** A worker that tries every way out when it is told what is outside, as a message or as a frame. */

import { decodeFrame, encodeFrame } from "../../src/base/frames.ts";
import { outsideSchema, tryWaysOut } from "./ways_out.ts";

self.onmessage = async ({ data }: MessageEvent<unknown>) => {
  if (!(data instanceof Uint8Array)) return self.postMessage(await tryWaysOut(outsideSchema.parse(data)));
  const tried = await tryWaysOut(outsideSchema.parse(decodeFrame(data)));
  self.postMessage(encodeFrame({ where: "worker", tried }));
};

self.postMessage("loaded");
