/** What a tool answered, in the form that tests read. */

import assert from "node:assert/strict";
import type { CallToolResult, ContentBlock, ImageContent } from "@modelcontextprotocol/client";

export interface ToolResult {
  readonly isError: boolean;
  /** The first text block. */
  readonly text: string;
  /** The first text block as a JSON object; empty where it is not one. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly images: readonly ImageContent[];
  readonly content: readonly ContentBlock[];
  readonly raw: CallToolResult;
  /** The value at a path such as `images.0.resource_uri` or `cells.length` of {@linkcode json}; `undefined` if there is none. */
  at(path: string): unknown;
  /** The same where it must be a string; fails the test otherwise. */
  string(path: string): string;
  /** The same where it must be a list; items that are not objects are empty. */
  list(path: string): readonly Readonly<Record<string, unknown>>[];
}

export function toToolResult(raw: CallToolResult): ToolResult {
  const text = raw.content.find((block) => block.type === "text")?.text ?? "";
  const json = parseObject(text);
  const at = (path: string) => path.split(".").reduce(member, json);
  return {
    isError: raw.isError === true,
    text,
    json,
    images: raw.content.filter((block) => block.type === "image"),
    content: raw.content,
    raw,
    at,
    string: (path) => {
      const value = at(path);
      assert.ok(typeof value === "string", `the answer has no text at "${path}": ${text.slice(0, 500)}`);
      return value;
    },
    list: (path) => {
      const value = at(path);
      assert.ok(Array.isArray(value), `the answer has no list at "${path}": ${text.slice(0, 500)}`);
      return value.map((item: unknown) => isRecord(item) ? item : {});
    },
  };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function member(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return key === "length" ? value.length : value.at(Number(key));
  return isRecord(value) ? value[key] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
