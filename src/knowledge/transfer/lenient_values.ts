/**
 * Values of other programs, made to fit: an import does not fail over what can be repaired. Changes that may alter the
 * meaning are reported.
 */

import { allowedType, checkNotebook, findPriority, findStatus, longestTag, longestTitle } from "../item.ts";
import type { Priority } from "../item.ts";
import { parseMoment } from "../dates.ts";
import { longestText } from "../limits.ts";
import { parseJson, type SourceId, sourceId } from "./record.ts";

const closedWords = /^(done|closed|resolved|finished|cancell?ed|archived)$/i;

export class LenientValues {
  /** What was changed, or is odd but was kept, one phrase each. */
  readonly notes: string[];

  /** @param faults What was wrong before the values were read. */
  constructor(faults: readonly string[] = []) {
    this.notes = [...faults];
  }

  text(field: string, value: unknown): string {
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    if (typeof value !== "string") {
      if (value !== undefined && value !== null) this.notes.push(`${field} is not a text: left out`);
      return "";
    }
    // SQLite's texts end at a NUL.
    const kept = value.replaceAll("\0", "").toWellFormed();
    if (kept !== value) this.notes.push(`${field} lost NUL or half of a surrogate pair`);
    const bytes = new TextEncoder().encode(kept).length;
    if (bytes > longestText) this.notes.push(`${field} has ${bytes} bytes, over ${longestText}: kept whole`);
    return kept;
  }

  optional(field: string, value: unknown): string | null {
    const text = this.text(field, value);
    return text.trim() === "" ? null : text;
  }

  type(value: unknown): string {
    const given = this.text("type", value);
    return this.#became("type", given, allowedType(given) ?? "item");
  }

  title(value: unknown): string {
    const title = this.text("title", value);
    const { length } = [...title];
    if (length > longestTitle) {
      this.notes.push(`title has ${length} characters, over ${longestTitle}: kept whole`);
    }
    return title.trim() === "" ? this.#became("title", title, "untitled") : title;
  }

  /**
   * Other programs let people invent statuses; those that end an item become Closed.
   *
   * @param closable 1 or 0 if the program says whether this one does.
   */
  status(value: unknown, closable: unknown): string {
    const given = this.text("status", value);
    const isClosed = closable === undefined ? closedWords.test(given) : closable === 1;
    const fallback = isClosed ? "Closed" : "Open";
    return findStatus(given)?.name ?? (given === "" ? fallback : this.#became("status", given, fallback));
  }

  priority(value: unknown): Priority {
    const given = this.text("priority", value);
    const found = findPriority(given);
    if (found === undefined && given !== "") this.#became("priority", given, "MEDIUM");
    return found ?? "MEDIUM";
  }

  /** Milliseconds, or a date as text. */
  time(field: string, value: unknown): number | null {
    if (value === undefined || value === null || value === "") return null;
    const time = typeof value === "number" ? Math.trunc(value) : parseMoment(String(value)) ?? NaN;
    if (!Number.isNaN(new Date(time).getTime())) return time;
    this.notes.push(`${field} ${shown(value)} is not a date: left out`);
    return null;
  }

  /** A time that there must be. */
  requiredTime(field: string, value: unknown): number {
    const time = this.time(field, value);
    if (time === null) this.notes.push(`${field} is missing: 1970-01-01`);
    return time ?? 0;
  }

  tags(value: unknown): string[] {
    const tags = this.#list("tags", value).map((tag) => this.#tag(this.text("tags", tag).trim()));
    const kept = tags.filter((tag) => tag !== "");
    if (kept.length < tags.length) this.notes.push("an empty tag was left out");
    return [...new Set(kept)];
  }

  #tag(given: string): string {
    const characters = [...given];
    if (characters.length <= longestTag) return given;
    // The beginnings that can be shown are the same.
    this.notes.push(`tag ${shown(given)} has ${characters.length} characters: cut to ${longestTag}`);
    return characters.slice(0, longestTag).join("").trimEnd();
  }

  ids(value: unknown): SourceId[] {
    return this.#list("related", value).flatMap((given) => {
      if (typeof given === "number" && Number.isSafeInteger(given)) return [given];
      if (typeof given === "string" && /^\s*-?\d+\s*$/.test(given)) return [sourceId(given)];
      this.notes.push(`related ${shown(given)} is not an id: left out`);
      return [];
    });
  }

  notebooks(value: unknown): string[] {
    const paths = this.#list("related_notebooks", value).flatMap((path) => {
      try {
        return [checkNotebook(this.text("related_notebooks", path))];
      } catch {
        this.notes.push(`related_notebooks ${shown(path)} is not a path below the Jupyter root: left out`);
        return [];
      }
    });
    return [...new Set(paths)];
  }

  /** An object, or the JSON of one. */
  object(field: string, value: unknown): Record<string, unknown> {
    const object = typeof value === "string" ? parseJson(value) : value;
    if (typeof object === "object" && object !== null && !Array.isArray(object)) return { ...object };
    if (!isNothing(value)) this.notes.push(`${field} ${shown(value)} is not an object: left out`);
    return {};
  }

  /** A list, the JSON of one, or what a person writes for one: a single value, or several between commas. */
  #list(field: string, value: unknown): readonly unknown[] {
    if (isNothing(value)) return [];
    const list = typeof value === "string" ? parseJson(value) ?? parts(value) : value;
    if (Array.isArray(list)) return list;
    if (["number", "boolean", "string"].includes(typeof list)) return [list];
    this.notes.push(`${field} ${shown(value)} is not a list: left out`);
    return [];
  }

  #became(field: string, given: string, kept: string): string {
    if (given !== kept) this.notes.push(`${field} ${shown(given)} became ${shown(kept)}`);
    return kept;
  }
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "" || value === "null";
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}

/** What stands between commas; nothing does behind the last. */
function parts(text: string): string[] {
  return text.split(",").filter((part) => part.trim() !== "");
}
