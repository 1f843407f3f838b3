/** Items and states as Markdown files and back, in the layout of Shirokuma 0.8. */

import { createHash } from "node:crypto";
import { summaryOf } from "../states.ts";
import { type Document, readDocument, writeDocument } from "./front_matter.ts";
import { LenientValues } from "./lenient_values.ts";
import { type Incoming, type ItemRecord, sourceId, type StateRecord } from "./record.ts";

type Fields = Document["fields"];

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

export function stateText(
  state: StateRecord,
  { id, active }: { readonly id: number; readonly active: boolean },
): string {
  return writeDocument({
    id,
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

/** The same for two files that say the same of an item, apart from its id, which may be another one here. */
export function digestOf(item: ItemRecord): string {
  const { id: _id, relatedUids: _uids, tags, related, notebooks, ...rest } = item;
  const sets = [tags, related, notebooks].map((list) => list.map(String).toSorted());
  return hashOf(JSON.stringify([Object.entries(rest).toSorted(), ...sets]));
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

type Read<T> = Pick<Incoming<T>, "record" | "notes" | "isOurs" | "exported">;

/** The item in a file; undefined if it holds none. */
export function readItemFile(text: string): Read<ItemRecord> | undefined {
  const document = readDocument(text);
  if (document?.fields["type"] === undefined) return undefined;
  const { fields, faults } = document;
  const values = new LenientValues(faults);
  const record = itemRecord({ ...fields, ...bodyOf(document) }, values);
  if (record === undefined) return undefined;
  const exported = fields["exported"] === undefined ? undefined : String(fields["exported"]);
  return { record, notes: values.notes, isOurs: typeof fields["uid"] === "string", exported };
}

/** The item that fields by these names tell of; undefined without an id. `values` collects what had to be changed. */
export function itemRecord(fields: Fields, values: LenientValues): ItemRecord | undefined {
  const { id } = fields;
  if (typeof id !== "number" && !(typeof id === "string" && /^-?\d+$/.test(id))) return undefined;
  const createdAt = values.requiredTime("created", fields["created"] ?? fields["createdAt"]);
  return {
    id: typeof id === "number" ? id : sourceId(id),
    // An item of Shirokuma has only its number; with the time of its making that tells it from all others.
    uid: values.optional("uid", fields["uid"]) ?? `shirokuma-${id}-${createdAt}`,
    type: values.type(fields["type"]),
    title: values.title(fields["title"]),
    description: values.text("description", fields["description"]),
    content: values.text("content", fields["content"]),
    status: values.status(fields["status"], fields["is_closable"]),
    priority: values.priority(fields["priority"]),
    category: values.optional("category", fields["category"]),
    startDate: values.time("startDate", fields["startDate"]),
    endDate: values.time("endDate", fields["endDate"]),
    version: values.optional("version", fields["version"]),
    tags: values.tags(fields["tags"]),
    related: values.ids(fields["related"]),
    relatedUids: uidsIn(fields),
    notebooks: values.notebooks(fields["related_notebooks"]),
    createdAt,
    updatedAt: values.time("updated", fields["updated"] ?? fields["updatedAt"]) ?? createdAt,
  };
}

/** The state in a file; undefined if it holds none. */
export function readStateFile(text: string): Read<StateRecord> | undefined {
  const document = readDocument(text);
  if (document === undefined) return undefined;
  const { fields, faults } = document;
  const values = new LenientValues(faults);
  const record = stateRecord({ ...fields, ...stateBody(document) }, values);
  // As far as that matters: a state that we wrote says whom it names.
  const isOurs = fields["type"] === "system_state" && fields["related_uids"] !== undefined;
  return record === undefined ? undefined : { record, notes: values.notes, isOurs };
}

/** The state that fields by these names tell of; undefined without a time. */
export function stateRecord(fields: Fields, values: LenientValues): StateRecord | undefined {
  const createdAt = stateTime(fields, values);
  if (createdAt === null) return undefined;
  const content = values.text("content", fields["content"]);
  const context = fields["context"] ?? undefined;
  return {
    content,
    summary: values.optional("summary", fields["summary"]) ?? summaryOf(content),
    metrics: values.object("metrics", fields["metrics"]),
    metadata: {
      ...(context === undefined ? {} : { context }),
      ...values.object("metadata", fields["metadata"]),
    },
    tags: values.tags(fields["tags"]),
    related: values.ids(fields["relatedItems"] ?? fields["related"]),
    relatedUids: uidsIn(fields),
    createdAt,
  };
}

/** Shirokuma writes over the active state; the others were last touched when they stopped being it. */
function stateTime(fields: Fields, values: LenientValues): number | null {
  const created = values.time("created", fields["created"] ?? fields["createdAt"]);
  if (created === null || fields["isActive"] === false) return created;
  return values.time("updated", fields["updated"] ?? fields["updatedAt"]) ?? created;
}

/** Only helps to tell items apart, so what is wrong in it is ignored. */
function uidsIn(fields: Fields): Record<string, string> {
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

const footer = /\n---\n\*Exported from SHIROKUMA Knowledge Base( - System State)?\*\s*$/;

/** Our own files have the description among the fields, and nothing but the content behind them. */
function bodyOf(document: Document): { readonly description?: unknown; readonly content: string } {
  const { fields, body } = document;
  const foreign = fields["uid"] === undefined ? foreignBody(document) : undefined;
  if (foreign === undefined) return { content: body };
  return { ...foreign, description: fields["description"] || foreign.description };
}

function foreignBody({ fields, body }: Document) {
  const lines = body.replaceAll("\r\n", "\n");
  const text = lines.replace(footer, "\n");
  const heading = `# ${String(fields["title"] ?? "")}\n`;
  const titled = text.startsWith(heading) ? text.slice(heading.length) : undefined;
  // Only some versions write the footer; without it, the title tells that the headings are Shirokuma's.
  if (text !== lines) return sections(titled ?? text, fields);
  if (titled === undefined) return undefined;
  return /^\n*## (Description|Content)\n/.test(titled) ? sections(titled, fields) : summarised(titled);
}

/** The first form: a section for each text, what an AI added behind them. */
function sections(body: string, fields: Fields) {
  const text = `\n${withoutTail(body, fields)}`;
  const [, before = "", content = ""] = /^([\s\S]*?)\n## Content\n\n?([\s\S]*)$/.exec(text) ?? ["", text, ""];
  const described = /\n## Description\n\n?([\s\S]*)$/.exec(before)?.[1] ?? "";
  return { description: described.trim(), content: content.trim() };
}

const concepts = /\n## Concepts\n\n?(?:- [^\n]* \(confidence: [\d.]+\)\n*)+$/;
const keywords = /\n## Keywords \(Detailed\)\n\n?(?:- [^\n]* \(weight: [\d.]+\)\n*)+$/;
const aiFields = ["aiSummary", "keywords", "concepts", "embedding", "searchIndex"];

/**
 * Cuts off what an AI added, from the end: a person may use the same headings, but not with such lists under them.
 * A summary is free text, so the last one counts, and only in an item that an AI has worked on.
 */
function withoutTail(body: string, fields: Fields): string {
  const text = body.replace(concepts, "\n").replace(keywords, "\n");
  const isEnriched = text !== body || aiFields.some((field) => Object.hasOwn(fields, field));
  const summary = isEnriched ? text.lastIndexOf("\n## AI Summary\n") : -1;
  return summary === -1 ? text : text.slice(0, summary + 1);
}

/** A later form: description, a paragraph of an AI, then the content. */
function summarised(body: string) {
  const parts = /^([\s\S]*?)(?:^|\n)## AI Summary\n+[^\n]+(?:\n(?!\n)[^\n]+)*([\s\S]*)$/.exec(body);
  if (parts === null) return undefined;
  return { description: (parts[1] ?? "").trim(), content: (parts[2] ?? "").trim() };
}

function stateBody({ fields, body }: Document): { readonly summary?: string; readonly content: string } {
  const lines = body.replaceAll("\r\n", "\n");
  const text = lines.replace(footer, "");
  // A state of ours has its summary among the fields; one of Shirokuma's has a version, a footer, or both.
  const isForeign = fields["summary"] === undefined && (fields["version"] !== undefined || text !== lines);
  if (!isForeign) return { content: body };
  const numbered = text.replace(/^# System State #\d+\n+/, "");
  const parts = /^# System State\n+(?:## Summary\n+([\s\S]*?)\n+)?## Content\n\n?([\s\S]*)$/.exec(numbered);
  if (parts === null) return { content: numbered === lines ? body : numbered };
  return { summary: (parts[1] ?? "").trim(), content: (parts[2] ?? "").trim() };
}
