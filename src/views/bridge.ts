/**
 * Speaks with the host that shows a view, as MCP Apps (2026-01-26) has it: JSON-RPC over `postMessage`.
 *
 * 1. The view opens with `ui/initialize`; the host sends nothing before `ui/notifications/initialized`.
 * 2. Every request of the host is answered, unknown ones with an error.
 * 3. The sender of a message is not compared with `window.parent`: some hosts put a proxy there.
 */

import { tryParseJson } from "../base/json.ts";
import { type JsonObject, list, record, text } from "./json.ts";

/** What a tool answered: the object in its text block, or an error with its code. */
export type ToolAnswer<T = JsonObject> = { readonly kind: "data"; readonly data: T } | ToolFailure;

export interface ToolFailure {
  readonly kind: "error";
  readonly code: string;
  readonly message: string;
}

/** What the host tells the view. */
export interface HostEvents {
  /** What is known of the host, whenever it changes. */
  readonly onContext: (context: JsonObject) => void;
  readonly onResult: (answer: ToolAnswer) => void;
  readonly onCancelled: () => void;
  /** The view is about to be removed. */
  readonly onTeardown: () => void;
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class Bridge {
  readonly #events: HostEvents;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #context: JsonObject = {};
  /** What the host can do. */
  capabilities: JsonObject = {};

  constructor(events: HostEvents) {
    this.#events = events;
    addEventListener("message", ({ data }) => this.#receive(record(data)));
  }

  async connect(name: string): Promise<void> {
    const result = record(
      await this.request("ui/initialize", {
        appInfo: { name: `jupyter-mcp ${name}`, version: "1" },
        appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
        protocolVersion: "2026-01-26",
      }),
    );
    this.capabilities = record(result["hostCapabilities"]);
    this.#merge(record(result["hostContext"]));
    this.notify("ui/notifications/initialized", {});
  }

  request(method: string, params: JsonObject): Promise<unknown> {
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#pending.set(id, { resolve, reject });
    this.#post({ id, method, params });
    return promise;
  }

  notify(method: string, params: JsonObject): void {
    this.#post({ method, params });
  }

  /** Calls a tool of our server; never throws. */
  async callTool(name: string, args: JsonObject): Promise<ToolAnswer> {
    try {
      return answerOf(record(await this.request("tools/call", { name, arguments: args })));
    } catch (error) {
      return { kind: "error", code: "host", message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Reads through the server; an answer of another shape is an error. */
  async read<T>(query: JsonObject, isExpected: (data: unknown) => data is T): Promise<ToolAnswer<T>> {
    const answer = await this.callTool("view_read", query);
    if (answer.kind === "error") return answer;
    if (isExpected(answer.data)) return { kind: "data", data: answer.data };
    return { kind: "error", code: "unknown", message: "The tool answered with something else" };
  }

  #post(message: JsonObject): void {
    parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  }

  #receive(message: JsonObject): void {
    if (message["jsonrpc"] !== "2.0") return;
    const { id, method } = message;
    if (typeof method !== "string") return this.#settle(message);
    if (id === undefined) return this.#notified(method, record(message["params"]));
    if (method === "ui/resource-teardown") this.#events.onTeardown();
    const isKnown = method === "ui/resource-teardown" || method === "ping";
    this.#post({
      id,
      ...(isKnown ? { result: {} } : { error: { code: -32601, message: "Method not found" } }),
    });
  }

  #settle({ id, result, error }: JsonObject): void {
    if (typeof id !== "number") return;
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (error === undefined) pending?.resolve(result);
    else pending?.reject(new Error(text(record(error)["message"]) || "The host refused the request"));
  }

  #notified(method: string, params: JsonObject): void {
    if (method === "ui/notifications/host-context-changed") this.#merge(params);
    else if (method === "ui/notifications/tool-result") this.#events.onResult(answerOf(params));
    else if (method === "ui/notifications/tool-cancelled") this.#events.onCancelled();
  }

  #merge(change: JsonObject): void {
    this.#context = { ...this.#context, ...change };
    this.#events.onContext(this.#context);
  }
}

function answerOf(result: JsonObject): ToolAnswer {
  const block = list(result["content"]).map(record).find(({ type }) => type === "text");
  const data = record(tryParseJson(text(block?.["text"])));
  if (result["isError"] !== true && data["error"] === undefined) return { kind: "data", data };
  const message = text(data["message"]) || text(block?.["text"]) || "The tool failed";
  return { kind: "error", code: text(data["error"]) || "unknown", message };
}
