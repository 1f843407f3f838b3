/**
 * The fields of a record of another program, or edited by a person, made to fit: an import does not fail over what can
 * be repaired. What is changed or left out is noted.
 */

import { isRecord, tryParseJson } from "../../base/json.ts";
import { parseMoment } from "../dates.ts";
import { checkNotebook, longestTag } from "../item.ts";

export class LenientFields {
  /** What was changed, one phrase each. */
  readonly notes: string[] = [];
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(fields: Readonly<Record<string, unknown>>) {
    this.#fields = fields;
  }

  /** What the first of these fields that has a value has. */
  value(...names: readonly string[]): unknown {
    const values = names.map((name) => this.#fields[name]);
    return values.find((value) => value !== undefined && value !== null && value !== "");
  }

  text(field: string): string {
    const value = this.value(field) ?? "";
    if (typeof value === "object") return this.#left(field, value, "is not a text") ?? "";
    const text = String(value);
    // SQLite's texts end at a NUL.
    const kept = text.replaceAll("\0", "").toWellFormed();
    if (kept !== text) this.notes.push(`${field} lost NUL or half of a surrogate pair`);
    return kept;
  }

  optional(field: string): string | null {
    const text = this.text(field);
    return text.trim() === "" ? null : text;
  }

  /** A word that must follow a rule: `find` gives the one that is meant. */
  word<T extends string>(field: string, find: (given: string) => T | undefined, fallback: T): T {
    const given = this.text(field);
    const kept = find(given) ?? fallback;
    const isSame = given === "" || given.toLowerCase() === kept.toLowerCase();
    if (!isSame) this.notes.push(`${field} ${shown(given)} became ${shown(kept)}`);
    return kept;
  }

  missing<T>(field: string, instead: T): T {
    this.notes.push(`${field} is missing`);
    return instead;
  }

  /** Milliseconds; other programs write these or a date. */
  time(...names: readonly [string, ...string[]]): number | null {
    const value = this.value(...names);
    if (value === undefined) return null;
    const time = typeof value === "number" ? Math.trunc(value) : parseMoment(String(value)) ?? NaN;
    if (!Number.isNaN(new Date(time).getTime())) return time;
    return this.#left(names[0], value, "is not a date") ?? null;
  }

  tags(): string[] {
    return this.#list("tags", (given) => {
      const characters = [...given.replaceAll("\0", "").toWellFormed().trim()];
      if (characters.length > longestTag) {
        this.notes.push(`tag ${shown(given)} has ${characters.length} characters: cut to ${longestTag}`);
      }
      return characters.slice(0, longestTag).join("").trimEnd() || undefined;
    });
  }

  ids(...names: readonly [string, ...string[]]): number[] {
    const idOf = (given: string) =>
      /^\d+$/.test(given) && Number.isSafeInteger(Number(given)) ? Number(given) : undefined;
    return this.#list(names[0], idOf, this.value(...names));
  }

  notebooks(): string[] {
    return this.#list("related_notebooks", (path) => {
      try {
        return checkNotebook(path);
      } catch {
        return undefined;
      }
    });
  }

  /** An object, or the JSON of one. */
  object(field: string): Record<string, unknown> {
    const value = this.value(field);
    const object = typeof value === "string" ? tryParseJson(value) : value;
    if (isRecord(object)) return { ...object };
    if (value !== undefined) this.#left(field, value, "is not an object");
    return {};
  }

  /** The uids of related items by their ids. They only help to tell items apart: what is wrong in them is ignored. */
  uids(): Record<string, string> {
    const entries = Object.entries(Object(this.value("related_uids")));
    return Object.fromEntries(
      entries.flatMap(([id, uid]) => typeof uid === "string" && /^\d+$/.test(id) ? [[id, uid]] : []),
    );
  }

  /** Each once. A list may be the JSON of one, or a single value. */
  #list<T>(field: string, read: (given: string) => T | undefined, value = this.value(field)): T[] {
    const isJson = typeof value === "string" && value.startsWith("[");
    const list = isJson ? tryParseJson(value) ?? value : value ?? [];
    const kept = [list].flat().flatMap((given: unknown) => {
      const found = typeof given === "object" ? undefined : read(String(given));
      if (found === undefined) this.#left(field, given, "cannot be used");
      return found === undefined ? [] : [found];
    });
    return [...new Set(kept)];
  }

  #left(field: string, value: unknown, state: string): undefined {
    this.notes.push(`${field} ${shown(value)} ${state}: left out`);
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
