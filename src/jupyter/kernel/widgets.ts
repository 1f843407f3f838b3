/**
 * The widgets of a kernel, to be saved with the notebooks that show them. We have seen the messages of those created since
 * we connected; for others, such as those of a person's earlier code, the kernel is asked.
 *
 * Bounded: a model that grows too large, or the least recently updated one if there are too many, is forgotten as a whole,
 * and later messages for it are ignored: half a model is never kept.
 */

import { untilAborted } from "../../base/async.ts";
import { BoundedMap } from "../../base/bounded_map.ts";
import {
  closureOf,
  referencesBy,
  type WidgetModel,
  type WidgetSource,
  type WidgetState,
} from "../nbformat/widget_state.ts";
import type { KernelConnection } from "./connection.ts";
import { contents, type Received, requestReply, type WidgetData } from "./messages.ts";

/** Milliseconds for the kernel to send all states; one that runs code answers only after that. */
const stateLimit = 10_000;
/** Maximum number of models to ask for; more could not be kept. */
const maxRequested = 1_000;

type WidgetConnection = Pick<KernelConnection, "request" | "reply" | "forget">;

export class Widgets {
  readonly #connection: () => WidgetConnection;
  readonly #patience: number;
  readonly models = new WidgetModels();
  #seenRevision = 0;

  constructor(connection: () => WidgetConnection, limit = stateLimit) {
    this.#connection = connection;
    this.#patience = limit;
  }

  take(message: Received): void {
    this.models.take(message);
  }

  clear(): void {
    this.models.clear();
  }

  /** Whether something has changed since the previous call. */
  takeChanged(): boolean {
    const hasChanged = this.models.revision !== this.#seenRevision;
    this.#seenRevision = this.models.revision;
    return hasChanged;
  }

  /**
   * Loads models and everything they refer to, as far as the kernel answers in time; returns those that are missing.
   * Never rejects.
   */
  async load(ids: readonly string[]): Promise<readonly string[]> {
    const missing = () => [...closureOf(ids, referencesBy((id) => this.models.stateOf(id))).missing];
    if (missing().length === 0) return [];
    try {
      await this.#askFor(missing, AbortSignal.timeout(this.#patience));
      // What is missing now was closed on purpose.
      return [];
    } catch {
      // Their views are in the notebook all the same, with their fallback text.
      return missing();
    }
  }

  async #askFor(missing: () => readonly string[], signal: AbortSignal): Promise<void> {
    const content = { target_name: widgetTarget };
    const request = { channel: "shell", type: "comm_info_request", content } as const;
    const { reply } = await requestReply(this.#connection(), request, { signal });
    // A closed one does not answer, and the kernel would write an error to its stderr.
    const open = new Set(Object.keys(contents.comm_info_reply.parse(reply.content()).comms));
    for (let asked = 0; asked < maxRequested;) {
      const some = missing().filter((id) => open.delete(id)).slice(0, maxRequested);
      if (some.length === 0) return;
      asked += some.length;
      await Promise.all(some.map((id) => this.#requestState(id, signal)));
    }
  }

  /** Resolves when the kernel has sent the state, which is taken like any message about a widget. */
  async #requestState(id: string, signal: AbortSignal): Promise<void> {
    const connection = this.#connection();
    const { promise, resolve } = Promise.withResolvers<void>();
    const content = { comm_id: id, data: { method: "request_state" } };
    const request = connection.request({ channel: "shell", type: "comm_msg", content }, (message) => {
      if (message.header.msg_type !== "status") return;
      if (contents.status.parse(message.content()).execution_state === "idle") resolve();
    });
    await untilAborted(promise, signal).finally(() => connection.forget(request));
  }
}

type Path = WidgetData["buffer_paths"][number];

/** What a model has under one name: JSON and binary buffers. */
interface Field {
  readonly value?: unknown;
  readonly buffers: readonly { readonly path: Path; readonly bytes: Uint8Array }[];
  readonly size: number;
}

interface Model {
  readonly fields: ReadonlyMap<string, Field>;
  readonly size: number;
}

interface WidgetLimits {
  /** Bytes of one model. */
  readonly model: number;
  /** Bytes of all models. */
  readonly all: number;
}

const defaultLimits: WidgetLimits = { model: 5_000_000, all: 10_000_000 };
/** Bytes that a field costs besides its value. */
const fieldCost = 100;
/** The target name of the comms of widgets. */
const widgetTarget = "jupyter.widget";
/** A state without these is partial. */
const requiredFields = ["_model_name", "_model_module"];

export class WidgetModels implements WidgetSource {
  readonly #limits: WidgetLimits;
  #models: BoundedMap<Model>;
  #revision = 0;

  constructor(limits: WidgetLimits = defaultLimits) {
    this.#limits = limits;
    this.#models = this.#empty();
  }

  /** Increases with every change. */
  get revision(): number {
    return this.#revision;
  }

  /** Takes a comm message; those that are not about widgets are ignored. */
  take(message: Received): void {
    const large = this.#idOfLarge(message);
    if (large !== undefined) return this.#forget(large);
    const type = message.header.msg_type;
    const content = contents.comm.safeParse((message.exactContent ?? message.content)());
    if (!content.success) return;
    const { comm_id, target_name, data } = content.data;
    if (type === "comm_close") return this.#forget(comm_id);
    if (data === null || (type === "comm_open" && target_name !== widgetTarget)) return;
    const old = type === "comm_open" ? undefined : this.#models.get(comm_id);
    const isWhole = requiredFields.every((name) => name in data.state);
    if (old === undefined && !isWhole) return;
    this.#set(comm_id, { old, data, buffers: message.buffers?.() ?? [] });
  }

  ids(): Iterable<string> {
    return this.#models.keys();
  }

  stateOf(id: string): WidgetState | undefined {
    const model = this.#models.get(id);
    return model && Object.fromEntries(
      [...model.fields].flatMap(([name, field]) => "value" in field ? [[name, field.value]] : []),
    );
  }

  modelOf(id: string): WidgetModel | undefined {
    const state = this.stateOf(id);
    if (state === undefined) return undefined;
    const buffers = [...this.#models.get(id)?.fields.values() ?? []].flatMap((field) => field.buffers);
    return {
      model_name: state["_model_name"],
      model_module: state["_model_module"],
      model_module_version: state["_model_module_version"],
      state,
      ...(buffers.length === 0 ? {} : { buffers: buffers.map(saved) }),
    };
  }

  clear(): void {
    this.#models = this.#empty();
  }

  #empty(): BoundedMap<Model> {
    return new BoundedMap({ most: this.#limits.all, weight: ({ size }) => size });
  }

  #forget(id: string): void {
    this.#models.delete(id);
    this.#revision++;
  }

  #set(id: string, { old, data, buffers }: Update): void {
    const fields = new Map([...old?.fields ?? [], ...newFields(data, buffers)]);
    const size = [...fields.values()].reduce((sum, field) => sum + field.size, 0);
    const isWhole = data.buffer_paths.length === buffers.length;
    if (size > this.#limits.model || !isWhole) return this.#forget(id);
    this.#models.set(id, { fields, size });
    this.#revision++;
  }

  /** The model of a message that is too large to be kept, or was shortened on arrival. */
  #idOfLarge({ contentBytes }: Received): string | undefined {
    if (contentBytes === undefined) return undefined;
    const { bytes, gap } = contentBytes;
    if (gap === undefined && bytes.length <= this.#limits.model) return undefined;
    // The id is at one of the ends, next to the data.
    const ends = [bytes.subarray(-500), bytes.subarray(0, 500)].map((end) => new TextDecoder().decode(end));
    return ends.map((end) => /"comm_id"\s*:\s*"([^"]+)"/.exec(end)?.[1]).find((id) => id !== undefined) ?? "";
  }
}

interface Update {
  readonly old: Model | undefined;
  readonly data: WidgetData;
  readonly buffers: readonly Uint8Array[];
}

/** The fields that a message sets; one without a JSON value has buffers only. */
function newFields(
  { state, buffer_paths }: WidgetData,
  buffers: readonly Uint8Array[],
): readonly (readonly [string, Field])[] {
  const names = new Set([...Object.keys(state), ...buffer_paths.map(([name]) => String(name))]);
  return [...names].map((name) => {
    const own = buffer_paths.flatMap((path, index) => {
      const bytes = buffers[index];
      // A copy, so that the rest of the frame is not kept in memory.
      return String(path[0]) === name && bytes !== undefined ? [{ path, bytes: bytes.slice() }] : [];
    });
    const value = name in state ? { value: state[name] } : {};
    const size = own.reduce((sum, { bytes }) => sum + bytes.length, fieldCost + jsonLength(state[name]));
    return [name, { ...value, buffers: own, size }] as const;
  });
}

function jsonLength(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

function saved({ path, bytes }: Field["buffers"][number]) {
  return { path, encoding: "base64", data: bytes.toBase64() } as const;
}
