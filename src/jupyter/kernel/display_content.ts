/** What a message displays, also where it was too large to be kept whole. */

import type { MimeBundle } from "../nbformat/outputs.ts";
import { truncationMarker } from "./cut_content.ts";
import { contents, type Received } from "./messages.ts";

export interface DisplayContent {
  readonly data: MimeBundle;
  readonly metadata: MimeBundle;
  readonly displayId: string | undefined;
  readonly executionCount: number | null;
  /** Bytes that were not kept. */
  readonly missing: number;
}

export function displayContent(message: Received): DisplayContent {
  const { data, metadata, transient, execution_count } = contents.display.parse(
    (message.exactContent ?? message.content)(),
  );
  const shared = {
    metadata,
    displayId: transient?.display_id ?? undefined,
    executionCount: execution_count ?? null,
  };
  const { contentBytes } = message;
  if (contentBytes?.gap === undefined) return { data, ...shared, missing: 0 };
  const texts = beginnings(data);
  const kept = Object.values(texts).reduce((sum, text) => sum + text.length, 0);
  return { data: texts, ...shared, missing: contentBytes.bytes.length + contentBytes.gap.length - kept };
}

/** The texts among the data: the beginning of a text can be read, that of a picture cannot. The last one is cut. */
function beginnings(data: MimeBundle): Record<string, string> {
  const texts = Object.entries(data).flatMap(([type, value]) =>
    type.startsWith("text/") && typeof value === "string" ? [[type, value] as const] : []
  );
  const [last] = Object.keys(data).slice(-1);
  return Object.fromEntries(
    texts.map(([type, text]) => [type, type === last ? text + truncationMarker : text]),
  );
}
