/**
 * A change of a notebook as the journal keeps it: as JSON, within bounds.
 *
 * Outputs and the state of widgets beyond the bound are kept by digest and size only: they can be listed, but not restored.
 */

import { z } from "zod";
import { deepEqual } from "../../base/deep_equal.ts";
import { isRecord } from "../../base/json.ts";
import { plural } from "../../base/text.ts";
import { knownCell } from "../nbformat/cell_ids.ts";
import { parseExact } from "../nbformat/exact_json.ts";
import {
  cellChange,
  type FieldChange,
  type OmittedOutputs,
  omittedOutputs,
  type RecordedChange,
} from "./cell_changes.ts";

const journalLine = z.object({
  /** Of the change: what one call does is one change, in one or more lines. */
  id: z.string(),
  /** Whether the change began in an earlier line. */
  more: z.literal(true).optional(),
  /** ISO time. */
  at: z.string(),
  tool: z.string(),
  changes: z.array(cellChange).readonly(),
  /** Ids of the changes that this one took back. */
  undoes: z.array(z.string()).readonly().optional(),
  /** Ids of cells whose runs have ended: what was recorded when they began no longer counts. */
  ended: z.array(z.string()).readonly().optional(),
  /** The process that runs cells for this change, and has not said yet that it is done. */
  runner: z.string().optional(),
  /** Whether its runs are over. */
  isOver: z.literal(true).optional(),
  /** Whether another process is about to continue them. */
  isHandedOver: z.literal(true).optional(),
  /** The cells afterwards, if the file stores no ids. */
  ids: z.array(knownCell).readonly().optional(),
});

/** A part of a change, as it is stored. */
export type JournalLine = z.infer<typeof journalLine>;

/** A change. */
export interface JournalEntry extends Pick<JournalLine, "id" | "at" | "tool" | "changes" | "undoes" | "ids"> {
  /** Whether its runs are still in progress, and may change the notebook further. */
  readonly isOpen?: boolean;
}

/** Bytes of outputs, or of the state of widgets, that are kept: of one cell, and of one change. */
const mostBytes = { once: 1_000_000, change: 3_000_000 };
/** Bytes above which new outputs are kept as a digest, which is enough to recognise them. */
const mostNewBytes = 200;

const encoder = new TextEncoder();

/** How much of the outputs of a change can still be kept. */
export interface OutputBudget {
  left: number;
}

export function outputBudget(): OutputBudget {
  return { left: mostBytes.change };
}

/** The changes with large outputs, and large states of widgets, replaced by their digests. */
export function boundOutputs(
  changes: readonly RecordedChange[],
  budget: OutputBudget = outputBudget(),
): readonly RecordedChange[] {
  const digestIfLarge = (outputs: unknown, most = Math.min(mostBytes.once, budget.left)) => {
    const bytes = encoder.encode(JSON.stringify(outputs ?? [])).length;
    if (bytes > most) return digestOf(outputs ?? []);
    budget.left -= bytes;
    return undefined;
  };
  const boundField = ({ before, after }: FieldChange): FieldChange => ({
    before: digestIfLarge(before) ?? before,
    after: digestIfLarge(after, mostNewBytes) ?? after,
  });
  return changes.map((change): RecordedChange => {
    switch (change.kind) {
      case "added":
      case "deleted": {
        const omitted = digestIfLarge(change.cell.outputs);
        return omitted === undefined ? change : { ...change, cell: { ...change.cell, outputs: [] }, omitted };
      }
      case "edited": {
        const { outputs } = change.fields;
        if (outputs === undefined) return change;
        return { ...change, fields: { ...change.fields, outputs: boundField(outputs) } };
      }
      case "metadata": {
        const { widgets } = change.fields;
        if (widgets === undefined) return change;
        return { ...change, fields: { ...change.fields, widgets: boundField(widgets) } };
      }
      case "moved":
        return change;
    }
  });
}

/** The cells whose old outputs these changes do not hold. */
export function cellsWithLostOutputs(changes: readonly RecordedChange[]): readonly string[] {
  const ids = changes.flatMap((change) => {
    if (change.kind === "deleted" && change.omitted !== undefined) return [change.cell.id ?? ""];
    return change.kind === "edited" && isOmitted(change.fields["outputs"]?.before) ? [change.id] : [];
  });
  return [...new Set(ids)];
}

/** Ids of cells that a note names. */
const mostNamed = 20;

export function nameCells(ids: readonly string[]): string {
  const more = ids.length - mostNamed;
  const named = ids.slice(0, mostNamed).join(", ");
  return `${plural(ids.length, "cell")} ${named}${more > 0 ? ` and ${more} more` : ""}`;
}

export function isOmitted(value: unknown): value is OmittedOutputs {
  return omittedOutputs.safeParse(value).success;
}

/** Whether outputs are those that were recorded, which may be by their digest only. */
export function areOutputs(present: unknown, recorded: unknown): boolean {
  if (!isOmitted(recorded)) return deepEqual(present, recorded);
  return digestOf(present ?? []).sha256 === recorded.sha256;
}

/** The digest does not depend on the order of keys, which a shared document does not keep. */
function digestOf(outputs: unknown): OmittedOutputs {
  const { createHash } = globalThis.process.getBuiltinModule("node:crypto");
  const sorted = JSON.stringify(
    outputs,
    (_, value: unknown) =>
      isRecord(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : 1))
        : value,
  );
  return { bytes: sorted.length, sha256: createHash("sha256").update(sorted).digest("hex") };
}

/** Size and digest of outputs, kept or not; undefined if there are none. */
export function outputsSummary(outputs: unknown): OmittedOutputs | undefined {
  const omitted = omittedOutputs.safeParse(outputs).data;
  if (omitted !== undefined) return omitted;
  return Array.isArray(outputs) && outputs.length > 0 ? digestOf(outputs) : undefined;
}

/** Undefined if a write was cut off in the middle of the line, or it is not one of ours. */
export function parseLine(line: string): JournalLine | undefined {
  try {
    const value = parseExact(line);
    return isRecord(value) ? journalLine.safeParse(value).data : undefined;
  } catch {
    return undefined;
  }
}
