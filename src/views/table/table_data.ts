/** Reads a table through the server, which has checked what a kernel sent: its outline, pages and profiles. */

import type { ColumnProfile, TablePage, TableQuery } from "../../base/view_messages.ts";
import type { Bridge, ToolAnswer } from "../bridge.ts";
import { type JsonObject, list } from "../json.ts";

type Failure = Extract<ToolAnswer, { kind: "error" }>;

export async function readPage(
  bridge: Bridge,
  handle: string,
  query: TableQuery,
): Promise<Failure | { readonly kind: "page"; readonly page: TablePage }> {
  const answer = await bridge.callTool("view_read", { handle, ...query });
  if (answer.kind === "error") return answer;
  if (isPage(answer.data)) return { kind: "page", page: answer.data };
  return { kind: "error", code: "unknown", message: "The tool answered with something else" };
}

/** Profiles by the place of their column; none if they cannot be read, since the table is complete without them. */
export async function readProfiles(
  bridge: Bridge,
  handle: string,
  places: readonly number[],
): Promise<ReadonlyMap<number, ColumnProfile>> {
  const answer = await bridge.callTool("view_read", { handle, places, profile: true });
  const found = answer.kind === "error" ? [] : list(answer.data["profiles"]).filter(isProfile);
  return new Map(found.map((profile) => [profile.place, profile]));
}

function isPage(data: JsonObject): data is JsonObject & TablePage {
  return Array.isArray(data["rows"]);
}

function isProfile(data: unknown): data is ColumnProfile {
  return typeof data === "object" && data !== null && "place" in data;
}
