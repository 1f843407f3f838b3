/** A session that a test starts through our program, ended with the test. */

import assert from "node:assert/strict";
import type { CallOptions, Connection } from "./client.ts";
import { untilPrinted } from "./hand_over_cells.ts";
import type { ToolResult } from "./tool_result.ts";

export class TestSession implements AsyncDisposable {
  readonly id: string;
  readonly kernelId: string;
  /** What `session_create` answered. */
  readonly created: ToolResult;
  readonly #connection: Connection;
  /** Arguments of every run, unless it has its own. */
  readonly #usual: Record<string, unknown>;

  constructor(connection: Connection, created: ToolResult, usual: Record<string, unknown> = {}) {
    this.#connection = connection;
    this.#usual = usual;
    this.created = created;
    this.id = created.string("session_id");
    this.kernelId = created.string("kernel_id");
  }

  /** Runs code in it; `args` are further arguments of `execute_code`. */
  run(code: string, args: Record<string, unknown> = {}, options: CallOptions = {}): Promise<ToolResult> {
    const all = { session_id: this.id, code, ...this.#usual, ...args };
    return this.#connection.call("execute_code", all, options);
  }

  /** The execution_id of its last run, which a run that is over does not say. */
  async lastRun(): Promise<string> {
    const listed = await this.#connection.call("execution_list", { session_id: this.id, limit: 1 });
    return listed.string("executions.0.execution_id");
  }

  /** Starts code that is handed over, and gives its first answer as soon as this was printed. */
  async handOver(code: string, text: string, args: Record<string, unknown> = {}): Promise<ToolResult> {
    const begun = await this.run(code, { timeout: 0.2, on_timeout: "continue", ...args });
    assert.equal(begun.at("status"), "running", begun.text);
    await untilPrinted(this.#connection, begun.string("execution_id"), text);
    return begun;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { isError, json } = await this.#connection.call("session_delete", { session_id: this.id });
    assert.ok(!isError || json["error"] === "session_not_found", JSON.stringify(json));
  }
}

/** Starts a session with the given arguments of `session_create`. */
export async function openSession(
  connection: Connection,
  args: Record<string, unknown> = {},
): Promise<TestSession> {
  const created = await connection.call("session_create", args);
  assert.ok(!created.isError, created.text);
  return new TestSession(connection, created);
}
