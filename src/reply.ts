/** What a tool returns. `mcp/` turns it into an MCP result. */

import type { LogFields } from "./base/log.ts";

export interface ReplyImage {
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

/** An image with its size in pixels. */
export interface ShownImage extends ReplyImage {
  readonly width: number;
  readonly height: number;
}

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  readonly description: string;
  /** Bytes, before base64. */
  readonly size?: number;
}

export interface ResourceContent {
  readonly uri: string;
  readonly mimeType: string;
  readonly body: { readonly kind: "text"; readonly text: string } | {
    readonly kind: "bytes";
    readonly bytes: Uint8Array;
  };
  /** What MCP Apps say about a view. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A file in a reply: its content, or a link if that would be too large. */
export type ReplyFile =
  | { readonly kind: "embedded"; readonly content: ResourceContent }
  | { readonly kind: "link"; readonly link: ListedResource };

/** What a tool returns: one JSON object, followed by images and files. */
export interface Reply {
  readonly data: Readonly<Record<string, unknown>>;
  readonly images?: readonly ReplyImage[];
  readonly files?: readonly ReplyFile[];
  /** Whether images and files come first and the object after them. */
  readonly textLast?: boolean;
  /** Whether its texts are of no use in part: over the limit of a result they are refused, and not cut before. */
  readonly isUncut?: boolean;
  /** Fields for the log: counts and names of our own, nothing that was sent. */
  readonly record?: LogFields;
}
