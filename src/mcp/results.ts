/** Replies and errors in the form of MCP tool results. */

import { Buffer } from "node:buffer";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { AppError, type ErrorNumbers } from "../base/errors.ts";
import { describeErrorOrigin, type Logger } from "../base/log.ts";
import type { Reply, ReplyFile, ResourceContent } from "../reply.ts";
import { jsonBytes } from "../base/text.ts";

interface ResultOptions {
  readonly maxBytes: number;
  /** Give the data also as structured content, for tools with an output schema. */
  readonly structured?: boolean;
}

/** One JSON text block, then images, then files; with `textLast` the text comes after them. */
export function replyResult(reply: Reply, { maxBytes, structured = false }: ResultOptions): CallToolResult {
  const text = JSON.stringify(reply.data);
  const images = reply.images ?? [];
  const files = (reply.files ?? []).map(fileBlock);
  const rest = images.reduce((sum, image) => sum + image.data.length, 0) +
    (files.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(files))) +
    (structured ? Buffer.byteLength(text) : 0);
  // Structured content is complete in itself: if both do not fit, the text only refers to it.
  const first = structured && rest + jsonBytes(text) > maxBytes ? onlyStructured : text;
  const size = rest + jsonBytes(first);
  if (size > maxBytes) {
    throw new AppError("too_large", `Cannot answer: the result has ${size} bytes, the limit is ${maxBytes}`, {
      hint: "Ask for less at a time, or start jupyter-mcp with a larger --max-result-bytes",
    });
  }
  const textBlock = { type: "text" as const, text: first };
  const otherBlocks = [
    ...images.map(({ data, mimeType }) => ({ type: "image" as const, data, mimeType })),
    ...files,
  ];
  return {
    content: reply.textLast === true ? [...otherBlocks, textBlock] : [textBlock, ...otherBlocks],
    ...(structured ? { structuredContent: { ...reply.data } } : {}),
  };
}

const onlyStructured = JSON.stringify({
  note: "The result is too long to repeat here: see structuredContent",
});

function fileBlock(file: ReplyFile) {
  return file.kind === "embedded"
    ? { type: "resource" as const, resource: resourceContents(file.content) }
    : { type: "resource_link" as const, ...file.link };
}

/** Messages may quote arguments of any length. */
const maxMessageLength = 2_000;

interface ErrorOptions {
  readonly numbers?: ErrorNumbers | undefined;
  /** Limits the text. */
  readonly bounded?: (body: Reply["data"]) => Reply["data"];
}

export function errorResult(
  error: AppError,
  { numbers, bounded = (body) => body }: ErrorOptions = {},
): CallToolResult {
  const { code, hint, details } = error;
  const message = error.message.length <= maxMessageLength
    ? error.message
    : `${error.message.slice(0, maxMessageLength)}…`;
  // JSON leaves out what is undefined.
  const body = { error: code, code: numbers?.[code], message, hint, ...details };
  return { content: [{ type: "text", text: JSON.stringify(bounded(body)) }], isError: true };
}

/** Logs where in the code a bug occurred, and hides its message from the client. */
export function internalError(
  error: unknown,
  { log, requestId }: { readonly log: Logger; readonly requestId?: string },
): AppError {
  const name = error instanceof Error ? error.name : typeof error;
  log.error(`internal error: ${describeErrorOrigin(error)}`);
  return new AppError("internal", `jupyter-mcp failed (${name}): this is a bug`, {
    hint: "See the log on stderr, and report it to the project",
    ...(requestId === undefined ? {} : { details: { request_id: requestId } }),
  });
}

/** A resource's content in the form of MCP: text as text, bytes as base64. */
export function resourceContents({ uri, mimeType, body, meta }: ResourceContent) {
  const about = { uri, mimeType, ...(meta === undefined ? {} : { _meta: { ...meta } }) };
  return body.kind === "text" ? { ...about, text: body.text } : { ...about, blob: body.bytes.toBase64() };
}
