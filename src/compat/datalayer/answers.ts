/** Results on the wire: content blocks, the same as data, and cache metadata. */

import type { CompatBlock, CompatResult } from "../../compat_api.ts";
import { canonicalJson, indentedJson } from "./python_text.ts";
import { sha256 } from "../../base/text.ts";

/** One output: text or an image. */
export type OutputBlock = string | Extract<CompatBlock, { type: "image" }>;

/** The shape of a tool's result as data. */
export type Shape = "text" | "table" | "outputs" | "data";

export type Data = Readonly<Record<string, unknown>>;

export interface Outcome {
  readonly value: string | readonly OutputBlock[] | Data | readonly Data[];
  /** The cell that was acted on, or the cells. */
  readonly cellId?: string | undefined;
  readonly cellIds?: readonly string[] | undefined;
}

export interface AnswerOptions {
  /** Such as `cell.read`. */
  readonly kind: string;
  readonly shape: Shape;
  /** Milliseconds for which a client may cache the result. */
  readonly ttlMs?: number | undefined;
  /** Whether the result carries a version. */
  readonly etag?: boolean | undefined;
}

/** Metadata keys of the cells that a result is about. */
export const cellIdKey = "io.jupyter-mcp/cell_id";
export const cellIdsKey = "io.jupyter-mcp/cell_ids";

export async function answer(outcome: Outcome, options: AnswerOptions): Promise<CompatResult> {
  const structuredContent = { kind: options.kind, ...await shaped(outcome.value, options.shape) };
  const meta = {
    ...(outcome.cellId ? { [cellIdKey]: outcome.cellId } : {}),
    ...(outcome.cellIds && outcome.cellIds.length > 0 ? { [cellIdsKey]: outcome.cellIds } : {}),
    ...(options.ttlMs === undefined ? {} : {
      "io.modelcontextprotocol/cache": {
        ttlMs: options.ttlMs,
        cacheScope: "private",
        ...(options.etag ? { etag: await etagOf(structuredContent) } : {}),
      },
    }),
  };
  return {
    content: blocksOf(outcome.value),
    isError: false,
    structuredContent,
    ...(Object.keys(meta).length === 0 ? {} : { meta }),
  };
}

export function failure(text: string): CompatResult {
  return { content: [{ type: "text", text }], isError: true };
}

function blocksOf(value: Outcome["value"]): CompatBlock[] {
  if (isList(value)) return value.flatMap((one) => isImage(one) ? [one] : [asText(one)]);
  return [asText(value)];
}

function asText(value: unknown): CompatBlock {
  return { type: "text", text: typeof value === "string" ? value : indentedJson(value) };
}

async function shaped(value: Outcome["value"], shape: Shape): Promise<Data> {
  if (shape === "outputs") return await outputsShape(isList(value) ? value : [value]);
  if (typeof value !== "string") return isList(value) ? { result: value } : { ...value };
  return shape === "table" ? tableShape(value) : { result: value };
}

async function outputsShape(blocks: readonly unknown[]): Promise<Data> {
  const outputs = await Promise.all(blocks.map(withoutImageData));
  const images = blocks.filter(isImage).length;
  return { result: outputs, outputs, count: outputs.length, images };
}

/** The bytes are sent once, in the content; the digest identifies the image. */
async function withoutImageData(block: unknown): Promise<unknown> {
  if (!isImage(block)) return block;
  const digest = (await sha256(block.data)).slice(0, 16);
  const { type, mimeType } = block;
  return { type, data: `[omitted: see image content block; sha256:${digest}]`, mimeType };
}

/** A table that is the whole text is also returned as rows keyed by its header. */
function tableShape(text: string): Data {
  const [header = "", ...rest] = text.split("\n").filter((line) => line.trim() !== "");
  if (rest.length === 0 || !header.includes("\t")) return { result: text };
  const columns = header.split("\t").map((column) => column.trim());
  const items = rest.filter((line) => line.includes("\t")).map((line) => {
    const cells = line.split("\t").map((cell) => cell.trim());
    return Object.fromEntries(
      columns.slice(0, cells.length).map((column, place) => [column, cells[place] ?? ""]),
    );
  });
  return { result: text, columns, items, count: items.length };
}

async function etagOf(structured: Data): Promise<string> {
  return `W/"${(await sha256(canonicalJson(structured))).slice(0, 32)}"`;
}

function isList(value: Outcome["value"]): value is readonly OutputBlock[] | readonly Data[] {
  return Array.isArray(value);
}

function isImage(block: unknown): block is Extract<CompatBlock, { type: "image" }> {
  return typeof block === "object" && block !== null && Reflect.get(block, "type") === "image";
}
