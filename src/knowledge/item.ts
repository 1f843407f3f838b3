/** What an item of the knowledge base is, as tools take it and return it, and the rules for its fields. */

import { z } from "zod";
import { AppError } from "../base/errors.ts";
import { parseMoment } from "./dates.ts";
import { invalid, quoted } from "./errors.ts";
import { checkTogether } from "./limits.ts";

/** The most urgent first. */
export const priorities = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "MINIMAL"] as const;

export type Priority = typeof priorities[number];

/** Higher is more urgent. */
export function rankOf(priority: Priority): number {
  return priorities.length - 1 - priorities.indexOf(priority);
}

/** A column with a rank. */
export const priorityRank = z.number().transform((rank) => priorities.toReversed()[rank] ?? "MEDIUM");

export function findPriority(name: string): Priority | undefined {
  return priorities.find((priority) => priority === name.trim().toUpperCase());
}

/** One of twelve; any may follow any other. */
interface Status {
  readonly name: string;
  /** Whether an item of this status is finished. */
  readonly closed: boolean;
}

const names = ["Open", "Specification", "Waiting", "Ready", "In Progress", "Review", "Testing", "Pending"];
const closedNames = ["Completed", "Closed", "Canceled", "Rejected"];

export const statuses: readonly Status[] = [...names, ...closedNames].map((name) => ({
  name,
  closed: closedNames.includes(name),
}));

/** The status of this name, in any spelling: `in_progress` is `In Progress`. */
export function findStatus(name: string): Status | undefined {
  return statuses.find((status) => status.name === name) ??
    statuses.find((status) => simple(status.name) === simple(name));
}

export const statusList: string = statuses.map(({ name }) => name).join(", ");

function simple(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase().replaceAll(/[\s_-]+/g, " ");
}

/** What an item holds, apart from its links. */
export interface StoredItem {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly content: string;
  readonly status: string;
  readonly priority: Priority;
  readonly category: string | null;
  readonly startDate: number | null;
  readonly endDate: number | null;
  readonly version: string | null;
}

/** What a caller says of an item. On update, what is absent stays; an empty text clears an optional field. */
export type ItemFields =
  & { readonly [Field in Exclude<keyof StoredItem, "priority">]?: string | undefined }
  & {
    readonly priority?: Priority | undefined;
    readonly related?: readonly number[] | undefined;
    readonly tags?: readonly string[] | undefined;
    readonly related_notebooks?: readonly string[] | undefined;
  };

export type NewItem = ItemFields & Pick<StoredItem, "type" | "title">;

/** What an item has unless its caller says otherwise. */
export const emptyItem: StoredItem = {
  type: "",
  title: "",
  description: "",
  content: "",
  status: "Open",
  priority: "MEDIUM",
  category: null,
  startDate: null,
  endDate: null,
  version: null,
};

/** Each list replaces the whole; `undefined` for what was not given. */
export interface Links {
  readonly tags?: readonly string[] | undefined;
  readonly related?: readonly number[] | undefined;
  readonly notebooks?: readonly string[] | undefined;
}

const longestType = 50;
export const longestTitle = 200;
const longestLabel = 200;
export const longestTag = 100;

/** The item with the given fields, which are checked. */
export function withFields(before: StoredItem, fields: ItemFields): StoredItem {
  const { type, title, status, category, startDate, endDate, version } = fields;
  const after: StoredItem = {
    type: type === undefined ? before.type : checkType(type),
    title: title === undefined ? before.title : checkTitle(title),
    description: fields.description ?? before.description,
    content: fields.content ?? before.content,
    status: status === undefined ? before.status : checkStatus(status),
    priority: fields.priority ?? before.priority,
    category: category === undefined ? before.category : label("category", category),
    startDate: startDate === undefined ? before.startDate : moment("startDate", startDate),
    endDate: endDate === undefined ? before.endDate : moment("endDate", endDate),
    version: version === undefined ? before.version : label("version", version),
  };
  if (after.startDate === null || after.endDate === null || after.startDate <= after.endDate) return after;
  const [field, state] = endDate === undefined
    ? ["startDate", "after endDate"]
    : ["endDate", "before startDate"];
  throw invalid(field, `Cannot use this ${field}: it is ${state}`);
}

export function checkLinks({ tags, related, related_notebooks: notebooks }: ItemFields): Links {
  checkTogether("tags", tags);
  checkTogether("related_notebooks", notebooks);
  return {
    tags: tags === undefined ? undefined : checkTags(tags),
    related: related === undefined ? undefined : [...new Set(related)],
    notebooks: notebooks === undefined ? undefined : [...new Set(notebooks.map(checkNotebook))],
  };
}

/** The tags without blanks around them, each once. */
export function checkTags(tags: readonly string[]): string[] {
  const names = tags.map((tag) => tag.trim());
  const bad = names.find((name) => name === "" || [...name].length > longestTag);
  if (bad === undefined) return [...new Set(names)];
  throw invalid("tags", `Cannot use tag ${quoted(bad)}: a tag has 1 to ${longestTag} characters`);
}

/** A type is also the name of a folder in an export. */
function checkType(type: string): string {
  if (/^[a-z0-9_]+$/.test(type) && type.length <= longestType) return type;
  const allowed = allowedType(type);
  throw invalid(
    "type",
    `Cannot use type ${quoted(type)}: a type is 1 to ${longestType} of a-z, 0-9 and _`,
    allowed === undefined ? undefined : `"${allowed}" would do`,
  );
}

/** The type that is most like a text; undefined if no letter or digit would be left. */
export function allowedType(text: string): string | undefined {
  const type = text.normalize("NFKC").toLowerCase().replaceAll(/[^a-z0-9_]+/g, "_").slice(0, longestType);
  return /[a-z0-9]/.test(type) ? type : undefined;
}

function checkTitle(title: string): string {
  const length = [...title].length;
  if (title.trim() !== "" && length <= longestTitle) return title;
  const state = title.trim() === "" ? "it is empty" : `it has ${length} characters`;
  throw invalid("title", `Cannot use title ${quoted(title)}: ${state}, 1 to ${longestTitle} are allowed`);
}

export function checkStatus(name: string, field = "status"): string {
  const status = findStatus(name);
  if (status !== undefined) return status.name;
  throw invalid(field, `Cannot use status ${quoted(name)}: there are only ${statusList}`);
}

/** A short text; an empty one clears the field. */
function label(field: string, text: string): string | null {
  if (text.trim() === "") return null;
  if ([...text].length <= longestLabel) return text;
  throw invalid(field, `Cannot use ${field} ${quoted(text)}: it is longer than ${longestLabel} characters`);
}

function moment(field: string, text: string): number | null {
  if (text.trim() === "") return null;
  const time = parseMoment(text);
  if (time !== undefined) return time;
  const state = "it is not a date-time such as 2026-01-31T09:00:00Z or 2026-01-31";
  // No rule can be applied to it, so it has the number of an argument of the wrong shape.
  throw new AppError("invalid_argument", `Cannot use ${field} ${quoted(text)}: ${state}`, {
    details: { field },
  });
}

const longestPath = 1_000;

/** The same path whatever slashes and dots it is written with. */
export function plainPath(path: string): string {
  return path.trim().split("/").filter((part) => part !== "" && part !== ".").join("/");
}

export function checkNotebook(path: string): string {
  const plain = plainPath(path);
  const { length } = [...path];
  const wrong = length > longestPath
    ? `it has ${length} characters, ${longestPath} are allowed`
    : /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(path)
    ? "it is an address; give the path below the Jupyter root"
    // deno-lint-ignore no-control-regex
    : plain === "" || plain.split("/").includes("..") || /[\u0000-\u001f\\]/.test(path)
    ? "it is relative to the Jupyter root, / separated, without .."
    : undefined;
  if (wrong !== undefined) {
    throw invalid("related_notebooks", `Cannot use notebook path ${quoted(path)}: ${wrong}`);
  }
  return /\.ipynb$/i.test(plain) ? plain : `${plain}.ipynb`;
}
