/** Reads a table through the server, which has checked what a kernel sent: its outline, pages and profiles. */

import type { ColumnProfile, TablePage, TableQuery } from "../../base/view_messages.ts";
import type { Bridge, ToolAnswer } from "../bridge.ts";
import { record } from "../json.ts";

export function readPage(bridge: Bridge, handle: string, query: TableQuery): Promise<ToolAnswer<TablePage>> {
  return bridge.read({ handle, ...query }, isPage);
}

/** None if they cannot be read: the table is complete without them. */
export async function readProfiles(
  bridge: Bridge,
  handle: string,
  places: readonly number[],
): Promise<readonly ColumnProfile[]> {
  const answer = await bridge.read({ handle, places, profile: true }, hasProfiles);
  return answer.kind === "error" ? [] : answer.data.profiles;
}

function isPage(data: unknown): data is TablePage {
  return Array.isArray(record(data)["rows"]);
}

function hasProfiles(data: unknown): data is { readonly profiles: readonly ColumnProfile[] } {
  return Array.isArray(record(data)["profiles"]);
}
