/** Items and states as Markdown files and back, in the layout of Shirokuma 0.8. */

import { summaryOf } from "../states.ts";
import { type Document, readDocument, writeDocument } from "./front_matter.ts";
import { itemBody, stateBody } from "./shirokuma_body.ts";
import { LooseValues } from "./loose_values.ts";
import { type ItemRecord, shirokumaUid, type StateRecord } from "./record.ts";
import { sourceId } from "./source_id.ts";

const closedWords = /^(done|closed|resolved|finished|cancell?ed|archived)$/i;

/** @param mark What tells later whether somebody edited the file (`mark.ts`). */
export function itemText(item: ItemRecord, mark: string): string {
  const optional = <T>(key: string, value: T | null, isEmpty = value === null || value === "") =>
    isEmpty ? {} : { [key]: value };
  return writeDocument({
    id: item.id,
    type: item.type,
    title: item.title,
    status: item.status,
    priority: item.priority,
    ...optional("description", item.description),
    ...optional("category", item.category),
    ...optional("version", item.version),
    ...optional("startDate", date(item.startDate)),
    ...optional("endDate", date(item.endDate)),
    ...optional("tags", item.tags, item.tags.length === 0),
    ...optional("related", item.related, item.related.length === 0),
    ...optional("related_uids", item.relatedUids, item.related.length === 0),
    ...optional("related_notebooks", item.notebooks, item.notebooks.length === 0),
    created: date(item.createdAt),
    updated: date(item.updatedAt),
    uid: item.uid,
    exported: mark,
  }, item.content);
}

/** The name of the item in a file that we wrote; undefined for a file of anybody else. */
export function ownUid(text: string): string | undefined {
  const uid = readDocument(text)?.fields["uid"];
  return typeof uid === "string" ? uid : undefined;
}

/** Whether a file holds a state that we wrote, as far as that matters: it says whom it names. */
export function isOwnState(text: string): boolean {
  const fields = readDocument(text)?.fields;
  return fields?.["type"] === "system_state" && fields["related_uids"] !== undefined;
}

/** The mark in a file; undefined in one that has none. */
export function markIn(text: string): string | undefined {
  const mark = readDocument(text)?.fields["exported"];
  return mark === undefined ? undefined : String(mark);
}

/** The item in a file; undefined where it holds none. What had to be changed is told to `loose`. */
export function readItem(text: string, loose: LooseValues = new LooseValues()): ItemRecord | undefined {
  const document = readDocument(text);
  const id = idIn(document?.fields["id"]);
  if (document === undefined || id === undefined || document.fields["type"] === undefined) return undefined;
  const { fields } = document;
  loose.tell(document.faults);
  const createdAt = loose.requiredTime("created", fields["created"] ?? fields["createdAt"]);
  return {
    id: sourceId(id),
    uid: loose.optional("uid", fields["uid"]) ?? shirokumaUid(id, createdAt),
    type: loose.type(fields["type"]),
    title: loose.title(fields["title"]),
    ...itemBody(document, loose),
    status: loose.status(fields["status"], closedWords.test(String(fields["status"]))),
    priority: loose.priority(fields["priority"]),
    category: loose.optional("category", fields["category"]),
    startDate: loose.time("startDate", fields["startDate"]),
    endDate: loose.time("endDate", fields["endDate"]),
    version: loose.optional("version", fields["version"]),
    tags: loose.tags(fields["tags"]),
    related: loose.ids(fields["related"]),
    relatedUids: uidsIn(fields),
    notebooks: loose.notebooks(fields["related_notebooks"]),
    createdAt,
    updatedAt: loose.time("updated", fields["updated"] ?? fields["updatedAt"]) ?? createdAt,
  };
}

/** An id; one that is larger than numbers can be is a text, whose digits tell it from others. */
function idIn(value: unknown): number | string | undefined {
  return typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value)) ? value : undefined;
}

/** Only a help to tell items apart, so what is wrong in it is passed over. */
function uidsIn(fields: Document["fields"]): Record<string, string> {
  const given = fields["related_uids"];
  const entries = typeof given === "object" && given !== null ? Object.entries(given) : [];
  return Object.fromEntries(
    entries.flatMap(([id, uid]): [string, string][] =>
      typeof uid === "string" && /^-?\d+$/.test(id) ? [[id, uid]] : []
    ),
  );
}

/** The name of an item's file: safe on every system, at most 100 characters and 200 bytes of title. */
export function itemFileName(
  { id, title, suffix }: Pick<ItemRecord, "id" | "title"> & { readonly suffix?: string },
): string {
  const safe = title
    // deno-lint-ignore no-control-regex
    .replaceAll(/[<>:"/\\|?*\u0000-\u001f\u007f\s]+/g, "_").replaceAll(/_+/g, "_");
  let name = "";
  for (const character of [...safe].slice(0, 100)) {
    if (new TextEncoder().encode(name + character).length > 200) break;
    name += character;
  }
  const whole = name.replaceAll(/^[._\s]+|[._\s]+$/g, "") || "untitled";
  return `${id}-${whole}${suffix === undefined ? "" : `_${suffix}`}.md`;
}

export function stateText(
  state: StateRecord,
  { id, active }: { readonly id: number; readonly active: boolean },
) {
  return writeDocument({
    id,
    type: "system_state",
    // Shirokuma takes no state without it.
    version: "0.8.0",
    ...(state.tags.length === 0 ? {} : { tags: state.tags }),
    ...(state.related.length === 0 ? {} : { relatedItems: state.related, related_uids: state.relatedUids }),
    metrics: state.metrics,
    ...(Object.keys(state.metadata).length === 0 ? {} : { metadata: state.metadata }),
    isActive: active,
    summary: state.summary,
    created: date(state.createdAt),
    updated: date(state.createdAt),
  }, state.content);
}

export function readState(text: string, loose: LooseValues = new LooseValues()): StateRecord | undefined {
  const document = readDocument(text);
  if (document === undefined) return undefined;
  const { fields } = document;
  loose.tell(document.faults);
  const createdAt = stateTime(fields, loose);
  if (createdAt === null) return undefined;
  const { summary, content } = stateBody(document);
  const kept = loose.text("content", content);
  const context = fields["context"] === undefined ? {} : { context: fields["context"] };
  return {
    content: kept,
    summary: loose.optional("summary", fields["summary"]) ?? loose.optional("summary", summary) ??
      summaryOf(kept),
    metrics: loose.object("metrics", fields["metrics"]),
    metadata: { ...context, ...loose.object("metadata", fields["metadata"]) },
    tags: loose.tags(fields["tags"]),
    related: loose.ids(fields["relatedItems"] ?? fields["related"]),
    relatedUids: uidsIn(fields),
    createdAt,
  };
}

/** Shirokuma writes over the active state; the others were last touched when they stopped being it. */
function stateTime(fields: Document["fields"], loose: LooseValues): number | null {
  const created = loose.time("created", fields["created"] ?? fields["createdAt"]);
  if (created === null || fields["isActive"] === false) return created;
  return loose.time("updated", fields["updated"] ?? fields["updatedAt"]) ?? created;
}

function date(time: number | null): Date | null {
  return time === null ? null : new Date(time);
}
