/** Items and states as Markdown files and back, in the layout of Shirokuma 0.8. */

import { summaryOf } from "../states.ts";
import { type Document, readDocument, writeDocument } from "./front_matter.ts";
import {
  looseIds,
  looseList,
  looseObject,
  looseOptional,
  loosePriority,
  looseStatus,
  looseTags,
  looseText,
  looseTime,
  looseTitle,
  looseType,
} from "./loose_values.ts";
import { type ItemRecord, shirokumaUid, type StateRecord } from "./record.ts";

const closedWords = /^(done|closed|resolved|finished|cancell?ed|archived)$/i;
const exportedFooter = /\n---\n\*Exported from SHIROKUMA Knowledge Base\*\s*$/;

export function itemText(item: ItemRecord): string {
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
    ...optional("startDate", iso(item.startDate)),
    ...optional("endDate", iso(item.endDate)),
    ...optional("tags", item.tags, item.tags.length === 0),
    ...optional("related", item.related, item.related.length === 0),
    ...optional("related_notebooks", item.notebooks, item.notebooks.length === 0),
    created: iso(item.createdAt),
    updated: iso(item.updatedAt),
    uid: item.uid,
  }, item.content);
}

/** The item in a file; undefined where it holds none. */
export function readItem(text: string): ItemRecord | undefined {
  const document = readDocument(text);
  const id = document?.fields["id"];
  if (document === undefined || typeof id !== "number" || document.fields["type"] === undefined) {
    return undefined;
  }
  const { fields } = document;
  const createdAt = looseTime(fields["created"] ?? fields["createdAt"]) ?? 0;
  return {
    id,
    uid: looseOptional(fields["uid"]) ?? shirokumaUid(id, createdAt),
    type: looseType(fields["type"]),
    title: looseTitle(fields["title"]),
    ...bodyOf(document),
    status: looseStatus(fields["status"], closedWords.test(looseText(fields["status"]))),
    priority: loosePriority(fields["priority"]),
    category: looseOptional(fields["category"]),
    startDate: looseTime(fields["startDate"]),
    endDate: looseTime(fields["endDate"]),
    version: looseOptional(fields["version"]),
    tags: looseTags(fields["tags"]),
    related: looseIds(fields["related"]),
    notebooks: looseList(fields["related_notebooks"]).map(looseText).filter((path) => path !== ""),
    createdAt,
    updatedAt: looseTime(fields["updated"] ?? fields["updatedAt"]) ?? createdAt,
  };
}

/** The first files of 0.8 have the description and what an AI made of the item in their body. */
function bodyOf({ fields, body }: Document): { description: string; content: string } {
  const description = looseText(fields["description"]);
  if (!exportedFooter.test(body)) return { description, content: body };
  const text = body.replace(exportedFooter, "\n").replace(
    /\n## (AI Summary|Keywords \(Detailed\)|Concepts)\n[\s\S]*$/,
    "\n",
  );
  const [, before = "", content = ""] = /^([\s\S]*?)\n## Content\n\n?([\s\S]*)$/.exec(text) ?? ["", text, ""];
  const described = /\n## Description\n\n?([\s\S]*)$/.exec(before)?.[1] ?? "";
  return { description: description === "" ? described.trim() : description, content: content.trim() };
}

/** The name of an item's file: safe on every system, at most 100 characters and 200 bytes of title. */
export function itemFileName({ id, title }: Pick<ItemRecord, "id" | "title">): string {
  const safe = title
    // deno-lint-ignore no-control-regex
    .replaceAll(/[<>:"/\\|?*\u0000-\u001f\u007f\s]+/g, "_").replaceAll(/_+/g, "_");
  let name = "";
  for (const character of [...safe].slice(0, 100)) {
    if (new TextEncoder().encode(name + character).length > 200) break;
    name += character;
  }
  return `${id}-${name.replaceAll(/^[._\s]+|[._\s]+$/g, "") || "untitled"}.md`;
}

export function stateText(
  state: StateRecord,
  { id, active }: { readonly id: number; readonly active: boolean },
) {
  return writeDocument({
    id,
    type: "system_state",
    ...(state.tags.length === 0 ? {} : { tags: state.tags }),
    ...(state.related.length === 0 ? {} : { relatedItems: state.related }),
    metrics: state.metrics,
    ...(Object.keys(state.metadata).length === 0 ? {} : { metadata: state.metadata }),
    isActive: active,
    summary: state.summary,
    created: iso(state.createdAt),
    updated: iso(state.createdAt),
  }, state.content);
}

export function readState(text: string): StateRecord | undefined {
  const document = readDocument(text);
  if (document === undefined) return undefined;
  const { fields, body } = document;
  const createdAt = looseTime(fields["created"] ?? fields["createdAt"]);
  if (createdAt === null) return undefined;
  const context = fields["context"] === undefined ? {} : { context: fields["context"] };
  return {
    content: body,
    summary: looseOptional(fields["summary"]) ?? summaryOf(body),
    metrics: looseObject(fields["metrics"]),
    metadata: { ...context, ...looseObject(fields["metadata"]) },
    tags: looseTags(fields["tags"]),
    related: looseIds(fields["relatedItems"] ?? fields["related"]),
    createdAt,
  };
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
