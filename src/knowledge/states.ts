/** The current state, a text that says where the work stands, and those before it. */

import { z } from "zod";
import { isRecord } from "../base/json.ts";
import { jsonColumn, type Statements, texts, uids } from "./database.ts";
import { checkTags } from "./item.ts";
import { checkTogether } from "./limits.ts";
import { requireItems } from "./relations.ts";
import { stateMetrics } from "./stats.ts";
import { tagId } from "./tags.ts";
import type { State } from "./tool_schemas.ts";

export interface NewState {
  readonly content: string;
  readonly related?: readonly number[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

// As it is: a record of zod would lose what is called "__proto__", which other programs may have written.
const object = z.custom<Record<string, unknown>>(isRecord);
const stateRow = z.object({
  id: z.number(),
  content: z.string(),
  summary: z.string(),
  metrics: jsonColumn(object),
  metadata: jsonColumn(object),
  createdAt: z.number(),
  relatedUids: jsonColumn(uids),
  tags: jsonColumn(texts),
}).transform((row) => ({ ...row, related: Object.keys(row.relatedUids).map(Number) }));

/** A whole state, its time in milliseconds. */
export type StateRow = z.output<typeof stateRow>;

const stateColumns = "id, content, summary, metrics, metadata, created_at AS createdAt, " +
  "(SELECT json_group_object(i.id, uid) FROM state_items JOIN items i ON i.id = item_id " +
  "WHERE state_id = s.id) AS relatedUids, " +
  "(SELECT json_group_array(name ORDER BY name) FROM state_tags JOIN tags t ON t.id = tag_id " +
  "WHERE state_id = s.id) AS tags";

/** Writes a new current state; the others stay as they are. */
export function updateState(db: Statements, state: NewState, now: number): State {
  checkTogether("metadata", state.metadata);
  checkTogether("tags", state.tags);
  requireItems(db, state.related ?? [], { action: "update the current state", field: "related" });
  // The clock may have been set back; the newest state is the current one all the same.
  const sql = "SELECT max(?, ifnull(max(created_at) + 1, 0)) FROM system_states";
  const createdAt = db.number(sql, now) ?? now;
  const metrics = stateMetrics(db, createdAt);
  insertState(db, { ...state, createdAt, summary: summaryOf(state.content), metrics });
  const [current] = recentStates(db, 1).states;
  if (current === undefined) throw new Error("SQLite kept no state");
  return current;
}

/** Newest first. */
export function recentStates(db: Statements, count: number) {
  return {
    states: readStates(db, "ORDER BY created_at DESC, id DESC LIMIT ?", count).map(shown),
    total: db.number("SELECT count(*) FROM system_states") ?? 0,
  };
}

/** All states, oldest first. */
export function allStates(db: Statements): StateRow[] {
  return readStates(db, "ORDER BY created_at, id LIMIT ?", -1);
}

/** @param state A new one with the rest that is kept with it. */
export function insertState(
  db: Statements,
  state: NewState & Pick<StateRow, "createdAt" | "summary" | "metrics">,
): void {
  const { id } = db.run(
    "INSERT INTO system_states (content, summary, metrics, metadata, created_at) VALUES (?, ?, ?, ?, ?)",
    state.content,
    state.summary,
    JSON.stringify(state.metrics),
    JSON.stringify(state.metadata ?? {}),
    state.createdAt,
  );
  db.run(
    "INSERT INTO state_items (state_id, item_id) SELECT DISTINCT ?, value FROM json_each(?)",
    id,
    JSON.stringify(state.related ?? []),
  );
  for (const tag of checkTags(state.tags ?? [])) {
    db.run("INSERT INTO state_tags (state_id, tag_id) VALUES (?, ?)", id, tagId(db, tag));
  }
}

/** The first three lines, 200 characters at most. */
export function summaryOf(content: string): string {
  const lines = content.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  return [...lines.slice(0, 3).join(" ")].slice(0, 200).join("");
}

function readStates(db: Statements, rest: string, value: number): StateRow[] {
  return db.rows(stateRow, `SELECT ${stateColumns} FROM system_states s ${rest}`, value);
}

function shown({ createdAt, relatedUids: _uids, ...state }: StateRow): State {
  return { ...state, updatedAt: new Date(createdAt).toISOString() };
}
