/** The program with its knowledge base in a folder of its own, which is gone afterwards. No Jupyter is needed. */

import assert from "node:assert/strict";
import { connect, type StdioConnection } from "./client.ts";
import type { ProgramKind } from "./program.ts";
import type { ToolResult } from "./tool_result.ts";

export interface KnowledgeOptions {
  /** An existing folder, which then stays. */
  readonly folder?: string;
  readonly program?: ProgramKind;
  readonly args?: readonly string[];
}

export class KnowledgeProgram implements AsyncDisposable {
  readonly connection: StdioConnection;
  readonly folder: string;
  readonly #ownsFolder: boolean;

  constructor(connection: StdioConnection, folder: string, ownsFolder: boolean) {
    this.connection = connection;
    this.folder = folder;
    this.#ownsFolder = ownsFolder;
  }

  /** Calls a tool, which must succeed and keep to its output schema. */
  async ok(tool: string, args: Record<string, unknown> = {}): Promise<ToolResult> {
    const result = await this.connection.call(tool, args);
    assert.equal(result.isError, false, `${tool}: ${result.text}`);
    assert.deepEqual(result.raw.structuredContent, result.json);
    return result;
  }

  /** Calls a tool, which must fail; gives what it says. */
  async fails(tool: string, args: Record<string, unknown> = {}): Promise<Readonly<Record<string, unknown>>> {
    const result = await this.connection.call(tool, args);
    assert.equal(result.isError, true, `${tool}: ${result.text}`);
    assert.equal(typeof result.json["error"], "string");
    assert.equal(typeof result.json["message"], "string");
    assert.equal(typeof result.json["code"], "number");
    return result.json;
  }

  /** Creates an item; gives its id. */
  async create(title: string, fields: Record<string, unknown> = {}): Promise<number> {
    return Number((await this.ok("create_item", { type: "note", title, ...fields })).at("id"));
  }

  /** The ids that a search finds, best first. */
  async search(query: string, options: Record<string, unknown> = {}): Promise<number[]> {
    return idsIn(await this.ok("search_items", { query, ...options }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.connection[Symbol.asyncDispose]();
    if (this.#ownsFolder) await Deno.remove(this.folder, { recursive: true });
  }
}

export async function startKnowledge(options: KnowledgeOptions = {}): Promise<KnowledgeProgram> {
  const folder = options.folder ?? await Deno.makeTempDir({ prefix: "knowledge-" });
  const connection = await connect({
    ...(options.program === undefined ? {} : { program: options.program }),
    args: ["--toolsets", "knowledge", "--knowledge-dir", folder, ...(options.args ?? [])],
    jupyter: { url: "http://127.0.0.1:9/", token: "none" },
  });
  // The client checks answers by the output schemas it has seen.
  await connection.client.listTools();
  return new KnowledgeProgram(connection, folder, options.folder === undefined);
}

/** The ids of the items of an answer. */
export function idsIn(result: ToolResult): number[] {
  const items = result.json["items"];
  assert.ok(Array.isArray(items));
  return items.map((item: unknown) =>
    Number(typeof item === "object" && item !== null ? Reflect.get(item, "id") : NaN)
  );
}
