/**
 * The mark that an export leaves in an item's file. It stands for all that the file says: where it no longer fits the
 * rest, somebody has edited the file since, whatever its times are. Another spelling of the same YAML is no edit.
 */

import type { ItemRecord } from "./record.ts";
import { compareIds } from "./source_id.ts";

export function markOf(record: ItemRecord): Promise<string> {
  return digestOf(meaningOf(record));
}

/** 16 characters that are others for another text. */
export async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).slice(0, 8).toHex();
}

/** What a person can say of an item in its file; the same for two files that say the same. */
export function meaningOf({ related, ...record }: ItemRecord): string {
  return JSON.stringify([contentOf({ related, ...record }), related.toSorted(compareIds)]);
}

/** Without numbers and links, which change here without a change of the item. */
export function contentOf(
  { id: _id, related: _related, relatedUids: _uids, tags, notebooks, ...rest }: ItemRecord,
): string {
  const fields = Object.entries(rest).toSorted(([one], [other]) => one < other ? -1 : 1);
  return JSON.stringify([fields, tags.toSorted(), notebooks.toSorted()]);
}
