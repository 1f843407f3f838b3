/** Items and states as Markdown files and back, in the layout of Shirokuma 0.8. */

import { createHash } from "node:crypto";
import { allowedType, findPriority, findStatus } from "../item.ts";
import { type StateRow, summaryOf } from "../states.ts";
import { readDocument, type Unreadable, writeDocument } from "./front_matter.ts";
import { LenientFields } from "./lenient_fields.ts";
import type { ItemRecord, StateRecord } from "./record.ts";

export function itemText(item: ItemRecord): string {
  return writeDocument({
    id: item.id,
    type: item.type,
    title: item.title,
    status: item.status,
    priority: item.priority,
    description: filled(item.description),
    category: filled(item.category),
    version: filled(item.version),
    startDate: date(item.startDate),
    endDate: date(item.endDate),
    tags: filled(item.tags),
    related: filled(item.related),
    related_uids: item.related.length === 0 ? undefined : item.relatedUids,
    related_notebooks: filled(item.notebooks),
    created: date(item.createdAt),
    updated: date(item.updatedAt),
    uid: item.uid,
    exported: digestOf(item),
  }, item.content);
}

export function stateText(state: StateRow, { active }: { readonly active: boolean }): string {
  return writeDocument({
    id: state.id,
    type: "system_state",
    // Shirokuma takes no state without it.
    version: "0.8.0",
    tags: filled(state.tags),
    relatedItems: filled(state.related),
    related_uids: state.related.length === 0 ? undefined : state.relatedUids,
    metrics: state.metrics,
    metadata: Object.keys(state.metadata).length === 0 ? undefined : state.metadata,
    isActive: active,
    summary: state.summary,
    created: date(state.createdAt),
    updated: date(state.createdAt),
  }, state.content);
}

function filled<T extends string | readonly unknown[]>(value: T | null): T | undefined {
  return value === null || value.length === 0 ? undefined : value;
}

function date(time: number | null): Date | undefined {
  return time === null ? undefined : new Date(time);
}

/** The same for two files that say the same of an item, whenever they were written and whatever its id is there. */
export function digestOf(item: ItemRecord): string {
  const { id: _id, relatedUids: _uids, updatedAt: _time, tags, related, notebooks, ...rest } = item;
  const sets = [tags, related, notebooks].map((list) => list.map(String).toSorted());
  return hashOf(JSON.stringify([Object.entries(rest).toSorted(), ...sets]));
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

interface Read<T> {
  readonly record: T;
  readonly notes: readonly string[];
  /** The digest that our export wrote into the file. */
  readonly exported?: unknown;
}

/** The record in a file; undefined if the file is not meant to hold one. */
function readFile<T>(
  text: string,
  read: (fields: LenientFields) => T | undefined,
): Read<T> | Unreadable | undefined {
  const document = readDocument(text);
  if (document === undefined || "fault" in document) return document;
  const fields = new LenientFields({ ...document.fields, content: document.body });
  const record = read(fields);
  if (record === undefined) return { fault: "it lacks fields that every record has" };
  return { record, notes: fields.notes, exported: document.fields["exported"] };
}

export const readItemFile = (text: string) => readFile(text, itemRecord);
export const readStateFile = (text: string) => readFile(text, stateRecord);

/** The item that fields by these names tell of; undefined without an id or a type. */
export function itemRecord(fields: LenientFields): ItemRecord | undefined {
  const id = fields.value("id");
  if (fields.value("type") === undefined || id === undefined || Number.isNaN(Number(id))) return undefined;
  const createdAt = fields.time("created", "createdAt") ?? fields.missing("created", 0);
  // Shirokuma lets people invent statuses, and says which of them end an item.
  const usual = fields.value("is_closable") === 1 ? "Closed" : "Open";
  return {
    id: Number(id),
    // An item of Shirokuma has only its number; with the time of its making that tells it from all others.
    uid: fields.optional("uid") ?? `shirokuma-${id}-${createdAt}`,
    type: fields.word("type", allowedType, "item"),
    title: fields.optional("title") ?? fields.missing("title", "untitled"),
    description: fields.text("description"),
    content: fields.text("content"),
    status: fields.word("status", (name) => findStatus(name)?.name, usual),
    priority: fields.word("priority", findPriority, "MEDIUM"),
    category: fields.optional("category"),
    startDate: fields.time("startDate"),
    endDate: fields.time("endDate"),
    version: fields.optional("version"),
    tags: fields.tags(),
    related: fields.ids("related"),
    relatedUids: fields.uids(),
    notebooks: fields.notebooks(),
    createdAt,
    updatedAt: fields.time("updated", "updatedAt") ?? createdAt,
  };
}

/** The state that fields by these names tell of; undefined without a time. */
export function stateRecord(fields: LenientFields): StateRecord | undefined {
  const createdAt = fields.time("created", "createdAt");
  if (createdAt === null) return undefined;
  const content = fields.text("content");
  const context = fields.value("context");
  return {
    content,
    summary: fields.optional("summary") ?? summaryOf(content),
    metrics: fields.object("metrics"),
    metadata: { ...(context === undefined ? {} : { context }), ...fields.object("metadata") },
    tags: fields.tags(),
    related: fields.ids("relatedItems", "related"),
    relatedUids: fields.uids(),
    createdAt,
  };
}

/** The name of an item's file: safe on every system, at most 100 characters and 200 bytes of title. */
export function itemFileName({ id, title }: Pick<ItemRecord, "id" | "title">, suffix = ""): string {
  const safe = title
    // deno-lint-ignore no-control-regex
    .replaceAll(/[<>:"/\\|?*\u0000-\u001f\u007f\s]+/g, "_").replaceAll(/_+/g, "_");
  let name = "";
  for (const character of [...safe].slice(0, 100)) {
    if (new TextEncoder().encode(name + character).length > 200) break;
    name += character;
  }
  return `${id}-${name.replaceAll(/^[._\s]+|[._\s]+$/g, "") || "untitled"}${suffix}.md`;
}
