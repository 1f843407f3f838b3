/** A drawn chart as the answer of a tool: the picture, and a text for those who cannot see it. */

import type { DrawnChart } from "../base/protocol.ts";
import type { Reply } from "../tool.ts";
import { chartRecord } from "./chart_record.ts";

/** Clients refuse answers of a megabyte; this leaves room for the text. */
const mostEncodedBytes = 900_000;
const textBytes = 20_000;

/** Most bytes of a picture, so that the answer keeps within its limit once it is encoded. */
export function pictureBudget(format: "png" | "svg", maxResultBytes: number): number {
  const encoded = Math.max(5_000, Math.min(mostEncodedBytes, maxResultBytes - textBytes));
  return Math.floor(encoded * (format === "png" ? 0.745 : 0.9));
}

export function chartReply({ bytes, mimeType, summary, metadata }: DrawnChart): Reply {
  const data = { summary, metadata };
  const record = chartRecord(metadata);
  const answer = { data, record, textLast: true };
  if (mimeType !== "image/svg+xml") return { ...answer, images: [{ data: bytes.toBase64(), mimeType }] };
  const uri = "chart:///chart.svg";
  const text = new TextDecoder().decode(bytes);
  const content = { uri, mimeType, body: { kind: "text", text } } as const;
  return { ...answer, files: [{ kind: "embedded", content }] };
}
