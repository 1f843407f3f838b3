/**
 * The widgets of a kernel, as its messages tell of them, to be saved with the notebooks that show them.
 *
 * Bounded: a model that grows too large, or the one that was heard of longest ago where there are too many, is forgotten
 * whole, and what still comes for it is passed over: half a model is never kept.
 */

import { BoundedMap } from "../../base/bounded_map.ts";
import type { WidgetModel, WidgetSource, WidgetState } from "../nbformat/widget_state.ts";
import { contents, type Received, type WidgetData } from "./messages.ts";

type Path = WidgetData["buffer_paths"][number];

/** What a model has under one name: JSON, and what is none. */
interface Field {
  readonly value?: unknown;
  readonly buffers: readonly { readonly path: Path; readonly bytes: Uint8Array }[];
  readonly size: number;
}

interface Model {
  readonly fields: ReadonlyMap<string, Field>;
  readonly size: number;
}

export interface WidgetLimits {
  /** Bytes of one model. */
  readonly model: number;
  /** Bytes of all. */
  readonly all: number;
}

const usualLimits: WidgetLimits = { model: 5_000_000, all: 10_000_000 };
/** Bytes that a field costs beside its value. */
const fieldCost = 100;
/** What the comms of widgets are for, as a kernel is told. */
export const widgetTarget = "jupyter.widget";
/** Without these a state is only a part of one. */
const needed = ["_model_name", "_model_module"];

export class WidgetModels implements WidgetSource {
  readonly #limits: WidgetLimits;
  #models: BoundedMap<Model>;
  #revision = 0;

  constructor(limits: WidgetLimits = usualLimits) {
    this.#limits = limits;
    this.#models = this.#empty();
  }

  /** Differs where something has changed. */
  get revision(): number {
    return this.#revision;
  }

  /** Takes a message about a comm; those of others than widgets are passed over. */
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
    const isWhole = needed.every((name) => name in data.state);
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

  /** The model of a message that is too large to be kept, or was so already for the line. */
  #idOfLarge({ contentBytes }: Received): string | undefined {
    if (contentBytes === undefined) return undefined;
    const { bytes, gap } = contentBytes;
    if (gap === undefined && bytes.length <= this.#limits.model) return undefined;
    // Its name comes at one of the ends, beside the data.
    const ends = [bytes.subarray(-500), bytes.subarray(0, 500)].map((end) => new TextDecoder().decode(end));
    return ends.map((end) => /"comm_id"\s*:\s*"([^"]+)"/.exec(end)?.[1]).find((id) => id !== undefined) ?? "";
  }
}

interface Update {
  readonly old: Model | undefined;
  readonly data: WidgetData;
  readonly buffers: readonly Uint8Array[];
}

/** The fields that a message sets; one that is no JSON at all has buffers only. */
function newFields(
  { state, buffer_paths }: WidgetData,
  buffers: readonly Uint8Array[],
): readonly (readonly [string, Field])[] {
  const names = new Set([...Object.keys(state), ...buffer_paths.map(([name]) => String(name))]);
  return [...names].map((name) => {
    const own = buffer_paths.flatMap((path, index) => {
      const bytes = buffers[index];
      // A copy: the rest of the frame that it came in is not to be kept.
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
