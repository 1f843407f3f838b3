/** The current state, a text that says where the work stands, and those before it. */

import { z } from "zod";
import type { Statements } from "./database.ts";
import { checkTogether } from "./limits.ts";
import { requireItems } from "./relations.ts";
import { type StateMetrics, stateMetrics } from "./stats.ts";
import { checkTags, tagId } from "./tags.ts";

export interface NewState {
  readonly content: string;
  readonly related?: readonly number[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export interface State {
  readonly id: number;
  readonly content: string;
  readonly summary: string;
  /** The ids that it named when it was written. */
  readonly related: readonly number[];
  /** Those of them whose items have been deleted since; left out if there are none. */
  readonly deleted?: readonly number[];
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Figures of the base when this state was written. */
  readonly metrics: Readonly<Record<string, unknown>>;
  readonly updatedAt: string;
}

/** A state with its time, for writing it. */
export interface StoredState extends NewState {
  readonly createdAt: number;
  readonly summary: string;
  readonly metrics: Readonly<Record<string, unknown>>;
}

// As it is: a record of zod would lose what is called "__proto__", which other programs may have written.
const object = z.custom<Readonly<Record<string, unknown>>>((value) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
);
const json = z.string().transform((text): unknown => JSON.parse(text)).pipe(object);
const stateRow = z.object({
  id: z.number(),
  content: z.string(),
  summary: z.string(),
  metrics: json,
  metadata: json,
  created_at: z.number(),
});
const latestRow = z.object({ latest: z.number().nullable(), states: z.number() });
const namedRow = z.object({ id: z.number(), present: z.number().nullable() });
const nameRow = z.object({ name: z.string() });

/** Writes a new current state; the others stay as they are. */
export function updateState(statements: Statements, state: NewState, now: number): State {
  checkTogether("metadata", state.metadata);
  checkTogether("tags", state.tags);
  requireItems(statements, state.related ?? [], { action: "update the current state", field: "related" });
  const { latest } = history(statements);
  // The clock may have been set back; the newest state is the current one all the same.
  const createdAt = latest === null ? now : Math.max(now, latest + 1);
  const metrics: StateMetrics = stateMetrics(statements, createdAt);
  const summary = summaryOf(state.content);
  const id = insertState(statements, { ...state, createdAt, summary, metrics: { ...metrics } });
  const [written] = readStates(statements, "WHERE id = ?", id);
  if (written === undefined) throw new Error("the new state vanished inside a transaction");
  return written;
}

/** Newest first. */
export function recentStates(
  statements: Statements,
  count: number,
): { readonly states: readonly State[]; readonly total: number } {
  return {
    states: readStates(statements, "ORDER BY created_at DESC, id DESC LIMIT ?", count),
    total: history(statements).states,
  };
}

/** All states, oldest first. */
export function allStates(statements: Statements): State[] {
  return readStates(statements, "ORDER BY created_at, id LIMIT ?", -1);
}

export function insertState(statements: Statements, state: StoredState): number {
  const { id } = statements.run(
    "INSERT INTO system_states (content, summary, metrics, metadata, created_at) VALUES (?, ?, ?, ?, ?)",
    state.content,
    state.summary,
    JSON.stringify(state.metrics),
    JSON.stringify(state.metadata ?? {}),
    state.createdAt,
  );
  for (const item of new Set(state.related)) {
    statements.run("INSERT INTO state_items (state_id, item_id) VALUES (?, ?)", id, item);
  }
  for (const tag of checkTags(state.tags ?? [])) {
    statements.run("INSERT INTO state_tags (state_id, tag_id) VALUES (?, ?)", id, tagId(statements, tag));
  }
  return id;
}

/** The first three lines, 200 characters at most. */
export function summaryOf(content: string): string {
  const lines = content.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  return [...lines.slice(0, 3).join(" ")].slice(0, 200).join("");
}

function history(statements: Statements): z.output<typeof latestRow> {
  const sql = "SELECT max(created_at) AS latest, count(*) AS states FROM system_states";
  return statements.row(latestRow, sql) ?? { latest: null, states: 0 };
}

function readStates(statements: Statements, rest: string, value: number): State[] {
  return statements.rows(stateRow, `SELECT * FROM system_states ${rest}`, value).map((row) => {
    const named = statements.rows(namedRow, namedItems, row.id);
    const deleted = named.filter(({ present }) => present === null).map(({ id }) => id);
    return {
      id: row.id,
      content: row.content,
      summary: row.summary,
      related: named.map(({ id }) => id),
      ...(deleted.length === 0 ? {} : { deleted }),
      tags: statements.rows(
        nameRow,
        "SELECT name FROM state_tags JOIN tags ON id = tag_id WHERE state_id = ? ORDER BY name",
        row.id,
      ).map(({ name }) => name),
      metadata: row.metadata,
      metrics: row.metrics,
      updatedAt: new Date(row.created_at).toISOString(),
    };
  });
}

const namedItems =
  "SELECT item_id AS id, i.id AS present FROM state_items LEFT JOIN items i ON i.id = item_id " +
  "WHERE state_id = ? ORDER BY 1";
