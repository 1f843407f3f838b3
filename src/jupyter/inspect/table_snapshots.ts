/**
 * Snapshots of tables for a person who pages through them. They stay in the kernel, beside the person's own names: the
 * last few, until the kernel ends. Sorting and filtering are done there, so that only the rows on the screen leave it.
 */

import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import type { TableQuery } from "../../base/view_messages.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { inspect, InspectionRefused } from "./inspection.ts";
import { inspectPath } from "./refusal.ts";
import type { VariablePath } from "./variable_path.ts";

/** Milliseconds after which the kernel counts as busy. */
const limit = 40_000;

const outlineSchema = z.object({
  type: z.string(),
  rows: z.number(),
  width: z.number(),
  columns: z.array(
    z.object({ name: z.string(), dtype: z.string(), kind: z.enum(["number", "time", "bool", "text"]) }),
  ),
  is_first: z.boolean(),
});

interface OpenOptions {
  /** Names the snapshot from now on. */
  readonly handle: string;
  /** Rows of a lazy table to compute; undefined if it must not be computed. */
  readonly lazyRows?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Takes a snapshot of a table. */
export function openTable(
  kernel: Kernel,
  path: VariablePath,
  { handle, lazyRows, signal }: OpenOptions,
): Promise<z.infer<typeof outlineSchema>> {
  const args = { handle, lazy_rows: lazyRows ?? null };
  return inspectPath(kernel, { name: "openTable", path, args, schema: outlineSchema, limit, signal });
}

const pageSchema = z.object({
  matching: z.number(),
  offset: z.number(),
  rows: z.array(z.array(z.unknown())),
  is_shortened: z.boolean().optional(),
  outline: outlineSchema.optional(),
});

const profilesSchema = z.object({
  profiles: z.array(z.object({
    place: z.number(),
    nulls: z.number().optional(),
    nulls_exact: z.boolean().optional(),
    sampled: z.boolean().optional(),
    low: z.unknown().optional(),
    high: z.unknown().optional(),
    histogram: z.array(z.number()).optional(),
    distinct: z.number().optional(),
    top: z.array(z.tuple([z.string(), z.number()])).optional(),
  })),
});

export interface SnapshotOptions {
  readonly handle: string;
  readonly maxChars: number;
  readonly signal?: AbortSignal | undefined;
}

/** A page of a snapshot, as it is sorted and filtered. */
export function snapshotPage(kernel: Kernel, query: TableQuery, options: SnapshotOptions) {
  return readSnapshot(kernel, { ...query, profile: false }, { ...options, schema: pageSchema });
}

/** How the values of some columns of a snapshot are distributed. */
export function snapshotProfiles(kernel: Kernel, places: readonly number[], options: SnapshotOptions) {
  const nothing = { offset: 0, limit: 0, sort: null, condition: null, outline: false, exact: false };
  return readSnapshot(kernel, { ...nothing, places, profile: true }, { ...options, schema: profilesSchema });
}

interface ReadOptions<T> extends SnapshotOptions {
  readonly schema: z.ZodType<T>;
}

async function readSnapshot<T>(
  kernel: Kernel,
  query: TableQuery & { readonly profile: boolean },
  { handle, maxChars, schema, signal }: ReadOptions<T>,
): Promise<T> {
  const args = { ...query, handle, max_chars: maxChars };
  try {
    return await inspect(kernel, "tablePage", { args, schema, limit, signal });
  } catch (error) {
    if (!(error instanceof InspectionRefused)) throw error;
    if (error.kind === "no_snapshot") throw goneError();
    const why = error.kind === "slow" ? "it took too long" : "the table's library refused it";
    throw new AppError("unsupported", `Cannot show this part of the table: ${why}`, {
      hint: "Sort by another column, or filter differently",
    });
  }
}

/** The error for a snapshot that the kernel no longer has. */
export function goneError(): AppError {
  return new AppError("variable_not_found", "Cannot show the table: the kernel no longer has its snapshot", {
    hint: "The kernel was restarted, or other tables were shown since: call show_table again",
  });
}
