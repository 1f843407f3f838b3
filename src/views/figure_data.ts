/** Reads a figure through the server, chunk by chunk. */

import type { ShownForm } from "../base/view_messages.ts";
import type { Bridge, ToolAnswer } from "./bridge.ts";
import { number, text } from "./json.ts";

export interface ReadFigure {
  readonly kind: "figure";
  readonly form: ShownForm;
  readonly mimeType: string;
  readonly title: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface ReadOptions {
  /** Whether the server shall draw the figure as an image. */
  readonly drawn: boolean;
}

const forms: readonly ShownForm[] = ["image", "plotly", "vega", "vega-lite"];

export async function readFigure(
  bridge: Bridge,
  handle: string,
  { drawn }: ReadOptions,
): Promise<ReadFigure | Extract<ToolAnswer, { kind: "error" }>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  for (;;) {
    const answer = await bridge.callTool("view_read", { handle, offset: received, drawn });
    if (answer.kind === "error") return answer;
    const { data } = answer;
    const part = bytesOf(text(data["data"]));
    parts.push(part);
    received += part.length;
    if (part.length > 0 && received < (number(data["size"]) ?? 0)) continue;
    const form = forms.find((one) => one === data["form"]) ?? "image";
    return {
      kind: "figure",
      form,
      mimeType: text(data["mime_type"]),
      title: text(data["title"]),
      bytes: new Uint8Array(await new Blob(parts).arrayBuffer()),
    };
  }
}

/** The address of an image: the only kind that every client lets a view load. */
export function dataUrl({ mimeType, bytes }: Pick<ReadFigure, "mimeType" | "bytes">): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += 8_192) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 8_192));
  }
  return `data:${mimeType};base64,${btoa(binary)}`;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
