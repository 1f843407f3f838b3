/** Values of other programs, made to fit: an import never fails over what can be mended. */

import { parseMoment } from "../dates.ts";
import { findPriority, type Priority } from "../priorities.ts";
import { findStatus } from "../statuses.ts";

const longestType = 50;

export function looseText(value: unknown): string {
  if (typeof value === "number") return String(value);
  // SQLite's texts end at a NUL.
  return typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : "";
}

export function looseOptional(value: unknown): string | null {
  const text = looseText(value);
  return text.trim() === "" ? null : text;
}

export function looseType(value: unknown): string {
  const type = looseText(value).normalize("NFKC").toLowerCase().replaceAll(/[^a-z0-9_]+/g, "_");
  return /[a-z0-9]/.test(type) ? type.slice(0, longestType) : "item";
}

export function looseTitle(value: unknown): string {
  const title = looseText(value);
  return title.trim() === "" ? "untitled" : title;
}

/** Other programs let people invent statuses; those that end an item become Closed. */
export function looseStatus(value: unknown, closed: boolean): string {
  return findStatus(looseText(value))?.name ?? (closed ? "Closed" : "Open");
}

export function loosePriority(value: unknown): Priority {
  return findPriority(looseText(value)) ?? "MEDIUM";
}

/** Milliseconds, or a date as text. */
export function looseTime(value: unknown): number | null {
  if (typeof value === "number" && Number.isFinite(value)) return Math.trunc(value);
  return typeof value === "string" ? parseMoment(value) ?? null : null;
}

/** A list, or the JSON of one. */
export function looseList(value: unknown): readonly unknown[] {
  const list = typeof value === "string" ? parsed(value) : value;
  return Array.isArray(list) ? list : [];
}

export function looseTags(value: unknown): string[] {
  const tags = looseList(value).map((tag) => [...looseText(tag).trim()].slice(0, 100).join(""));
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

export function looseIds(value: unknown): number[] {
  return looseList(value).flatMap((id) => typeof id === "number" && Number.isSafeInteger(id) ? [id] : []);
}

/** An object, or the JSON of one. */
export function looseObject(value: unknown): Record<string, unknown> {
  const object = typeof value === "string" ? parsed(value) : value;
  return typeof object === "object" && object !== null && !Array.isArray(object) ? { ...object } : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
