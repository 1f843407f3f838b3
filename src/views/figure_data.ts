/** Reads a figure through the server, chunk by chunk. */

import type { FigureChunk, ShownForm } from "../base/view_messages.ts";
import type { Bridge, ToolAnswer } from "./bridge.ts";
import { record } from "./json.ts";

export interface ReadFigure {
  readonly form: ShownForm;
  readonly mimeType: string;
  readonly title: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface ReadOptions {
  /** Whether the server shall draw the figure as an image. */
  readonly drawn: boolean;
}

export async function readFigure(
  bridge: Bridge,
  handle: string,
  { drawn }: ReadOptions,
): Promise<ToolAnswer<ReadFigure>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let offset = 0;;) {
    const answer = await bridge.read({ handle, offset, drawn }, isChunk);
    if (answer.kind === "error") return answer;
    const { form, mime_type: mimeType, title, size, data } = answer.data;
    const part = bytesOf(data);
    parts.push(part);
    offset += part.length;
    if (part.length > 0 && offset < size) continue;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return { kind: "data", data: { form, mimeType, title, bytes } };
  }
}

function isChunk(data: unknown): data is FigureChunk {
  return typeof record(data)["data"] === "string";
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
