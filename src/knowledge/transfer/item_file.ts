/** Items and states as Markdown files and back, in the layout of Shirokuma 0.8. */

import { summaryOf } from "../states.ts";
import { type Document, readDocument, writeDocument } from "./front_matter.ts";
import { LenientValues } from "./lenient_values.ts";
import { type ItemRecord, shirokumaUid, sourceId, type StateRecord } from "./record.ts";

const closedWords = /^(done|closed|resolved|finished|cancell?ed|archived)$/i;

/** @param digest Shows later whether the file was edited. */
export function itemText(item: ItemRecord, digest: string): string {
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
    exported: digest,
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

/** The digest that our export wrote into a file. */
export function digestIn(text: string): string | undefined {
  const digest = readDocument(text)?.fields["exported"];
  return digest === undefined ? undefined : String(digest);
}

/** The item in a file; undefined if it holds none. `values` collects what had to be changed. */
export function readItem(text: string, values: LenientValues = new LenientValues()): ItemRecord | undefined {
  const document = readDocument(text);
  const id = idIn(document?.fields["id"]);
  if (document === undefined || id === undefined || document.fields["type"] === undefined) return undefined;
  const { fields } = document;
  values.report(document.faults);
  const createdAt = values.requiredTime("created", fields["created"] ?? fields["createdAt"]);
  return {
    id: sourceId(id),
    uid: values.optional("uid", fields["uid"]) ?? shirokumaUid(id, createdAt),
    type: values.type(fields["type"]),
    title: values.title(fields["title"]),
    ...itemBody(document, values),
    status: values.status(fields["status"], closedWords.test(String(fields["status"]))),
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

/** An id; one that is larger than numbers can be is a text, so that no digit is lost. */
function idIn(value: unknown): number | string | undefined {
  return typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value)) ? value : undefined;
}

/** Only helps to tell items apart, so what is wrong in it is ignored. */
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

export function readState(
  text: string,
  values: LenientValues = new LenientValues(),
): StateRecord | undefined {
  const document = readDocument(text);
  if (document === undefined) return undefined;
  const { fields } = document;
  values.report(document.faults);
  const createdAt = stateTime(fields, values);
  if (createdAt === null) return undefined;
  const { summary, content } = stateBody(document);
  const kept = values.text("content", content);
  const context = fields["context"] === undefined ? {} : { context: fields["context"] };
  return {
    content: kept,
    summary: values.optional("summary", fields["summary"]) ?? values.optional("summary", summary) ??
      summaryOf(kept),
    metrics: values.object("metrics", fields["metrics"]),
    metadata: { ...context, ...values.object("metadata", fields["metadata"]) },
    tags: values.tags(fields["tags"]),
    related: values.ids(fields["relatedItems"] ?? fields["related"]),
    relatedUids: uidsIn(fields),
    createdAt,
  };
}

/** Shirokuma writes over the active state; the others were last touched when they stopped being it. */
function stateTime(fields: Document["fields"], values: LenientValues): number | null {
  const created = values.time("created", fields["created"] ?? fields["createdAt"]);
  if (created === null || fields["isActive"] === false) return created;
  return values.time("updated", fields["updated"] ?? fields["updatedAt"]) ?? created;
}

function date(time: number | null): Date | null {
  return time === null ? null : new Date(time);
}

const itemFooter = /\n---\n\*Exported from SHIROKUMA Knowledge Base\*\s*$/;
const stateFooter = /\n---\n\*Exported from SHIROKUMA Knowledge Base - System State\*\s*$/;

export interface ItemBody {
  readonly description: string;
  readonly content: string;
}

export function itemBody(document: Document, values: LenientValues): ItemBody {
  const { fields, body } = document;
  const described = values.text("description", fields["description"]);
  const { description, content } = (fields["uid"] === undefined ? foreignBody(document) : undefined) ??
    { description: "", content: body };
  return {
    description: described === "" ? values.text("description", description) : described,
    content: values.text("content", content),
  };
}

function foreignBody({ fields, body }: Document): ItemBody | undefined {
  const lines = body.replaceAll("\r\n", "\n");
  const text = lines.replace(itemFooter, "\n");
  const heading = `# ${String(fields["title"] ?? "")}\n`;
  const titled = text.startsWith(heading) ? text.slice(heading.length) : undefined;
  // Only some versions write the footer; without it, the title tells that the headings are Shirokuma's.
  if (text !== lines) return sections(titled ?? text, fields);
  if (titled === undefined) return undefined;
  return /^\n*## (Description|Content)\n/.test(titled) ? sections(titled, fields) : summarised(titled);
}

/** The first form: a section for each text, what an AI added behind them. */
function sections(body: string, fields: Document["fields"]): ItemBody {
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
function withoutTail(body: string, fields: Document["fields"]): string {
  const text = body.replace(concepts, "\n").replace(keywords, "\n");
  const isEnriched = text !== body || aiFields.some((field) => Object.hasOwn(fields, field));
  const summary = isEnriched ? text.lastIndexOf("\n## AI Summary\n") : -1;
  return summary === -1 ? text : text.slice(0, summary + 1);
}

/** A later form: description, a paragraph of an AI, then the content. */
function summarised(body: string): ItemBody | undefined {
  const parts = /^([\s\S]*?)(?:^|\n)## AI Summary\n+[^\n]+(?:\n(?!\n)[^\n]+)*([\s\S]*)$/.exec(body);
  if (parts === null) return undefined;
  return { description: (parts[1] ?? "").trim(), content: (parts[2] ?? "").trim() };
}

export function stateBody(
  { fields, body }: Document,
): { readonly summary: string; readonly content: string } {
  const lines = body.replaceAll("\r\n", "\n");
  const text = lines.replace(stateFooter, "");
  // A state of ours has its summary among the fields; one of Shirokuma's has a version, a footer, or both.
  const isForeign = fields["summary"] === undefined && (fields["version"] !== undefined || text !== lines);
  if (!isForeign) return { summary: "", content: body };
  const numbered = text.replace(/^# System State #\d+\n+/, "");
  const parts = /^# System State\n+(?:## Summary\n+([\s\S]*?)\n+)?## Content\n\n?([\s\S]*)$/.exec(numbered);
  if (parts === null) return { summary: "", content: numbered === lines ? body : numbered };
  return { summary: (parts[1] ?? "").trim(), content: (parts[2] ?? "").trim() };
}
