/** Reads a table through the server: its outline, pages and profiles. */

import type {
  ColumnProfile,
  TableOutline,
  TablePage,
  TableQuery,
  ViewColumn,
} from "../../base/view_messages.ts";
import type { Bridge, ToolAnswer } from "../bridge.ts";
import { type JsonObject, list, number, numbers, record, text } from "../json.ts";

export type Answer<T> = T | Extract<ToolAnswer, { kind: "error" }>;

export async function readPage(
  bridge: Bridge,
  handle: string,
  query: TableQuery,
): Promise<Answer<{ readonly kind: "page"; readonly page: TablePage }>> {
  const answer = await bridge.callTool("view_read", { handle, ...query });
  if (answer.kind === "error") return answer;
  const { data } = answer;
  const outline = data["outline"] === undefined ? undefined : outlineOf(record(data["outline"]));
  const page = {
    matching: number(data["matching"]) ?? 0,
    offset: number(data["offset"]) ?? 0,
    rows: list(data["rows"]).map(list),
    is_shortened: data["is_shortened"] === true,
    ...(outline === undefined ? {} : { outline }),
  };
  return { kind: "page", page };
}

/** Profiles by the place of their column; none if they cannot be read, since the table is complete without them. */
export async function readProfiles(
  bridge: Bridge,
  handle: string,
  places: readonly number[],
): Promise<ReadonlyMap<number, ColumnProfile>> {
  const answer = await bridge.callTool("view_read", { handle, places, profile: true });
  const found = answer.kind === "error" ? [] : list(answer.data["profiles"]).map(record).map(profileOf);
  return new Map(found.map((profile) => [profile.place, profile]));
}

function outlineOf(data: JsonObject): TableOutline {
  return {
    type: text(data["type"]),
    rows: number(data["rows"]) ?? 0,
    width: number(data["width"]) ?? 0,
    columns: list(data["columns"]).map(record).map(columnOf),
    is_first: data["is_first"] === true,
  };
}

function columnOf(data: JsonObject): ViewColumn {
  const { kind } = data;
  return {
    name: text(data["name"]),
    dtype: text(data["dtype"]),
    kind: kind === "number" || kind === "time" || kind === "bool" ? kind : "text",
  };
}

function profileOf(data: JsonObject): ColumnProfile {
  return {
    place: number(data["place"]) ?? -1,
    nulls: number(data["nulls"]),
    nulls_exact: data["nulls_exact"] === true,
    sampled: data["sampled"] === true,
    low: data["low"],
    high: data["high"],
    histogram: numbers(data["histogram"]),
    distinct: number(data["distinct"]),
    top: list(data["top"]).map(list).map(([value, count]) => [text(value), number(count) ?? 0]),
  };
}
