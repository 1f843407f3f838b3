/**
 * The messages between views and the tools behind them: JSON in text blocks. Field names are those on the wire.
 * The views run in the client's page; they import these types and nothing else of the server.
 */

import { z } from "zod";

/** The views, by the names of their pages. */
export const viewNames = ["table", "run", "figure"] as const;

export type ViewName = (typeof viewNames)[number];

export function isViewName(name: string): name is ViewName {
  return viewNames.some((one) => one === name);
}

/** The media type of a view's page (MCP Apps). */
export const viewMimeType = "text/html;profile=mcp-app";

/** How values of a column are ordered, filtered and drawn. */
export type ColumnKind = "number" | "time" | "bool" | "text";

export interface ViewColumn {
  readonly name: string;
  readonly dtype: string;
  readonly kind: ColumnKind;
}

const place = z.number().int().min(0);
/** Numbers, whole ones beyond 2^53 as their digits, which JSON would round. */
const exactNumber = z.union([z.number(), z.string().regex(/^-?\d+$/).max(40)]);
/** Numbers, or moments as ISO 8601 has them, without a zone. */
const bound = z.union([exactNumber, z.string().max(40)]).nullable();

/** Rows that have a text, number or date in any column, or those whose value in one column is equal or within limits. */
export const conditionSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("text"),
    text: z.string().min(1).max(1_000),
    /** The text as a number; null if it is not one. */
    number: exactNumber.nullable(),
    /** The first moment of the date or time that the text names, and the first one after it. */
    low: z.string().max(40).nullable(),
    high: z.string().max(40).nullable(),
  }),
  z.strictObject({ kind: z.literal("equal"), place, text: z.string().max(1_000), negate: z.boolean() }),
  z.strictObject({
    kind: z.literal("range"),
    place,
    low: bound,
    high: bound,
    low_open: z.boolean(),
    high_open: z.boolean(),
    negate: z.boolean(),
  }),
]);

export type Condition = z.infer<typeof conditionSchema>;

export const sortSchema = z.strictObject({ place, descending: z.boolean() });

/** Columns, by their place from 0. */
export const placesSchema = z.array(place).max(200);

export interface TableQuery {
  readonly offset: number;
  readonly limit: number;
  readonly places: readonly number[];
  readonly sort: z.infer<typeof sortSchema> | null;
  readonly condition: Condition | null;
  /** Whether the outline is wanted as well. */
  readonly outline: boolean;
  /** Whether values are wanted whole, for a copy: then a page may have fewer rows than asked for, but at least one. */
  readonly exact: boolean;
}

export interface TableOutline {
  /** Class of the table, such as DataFrame, or the format of a file. */
  readonly type: string;
  readonly rows: number;
  readonly width: number;
  /** At most 1,000. */
  readonly columns: readonly ViewColumn[];
  /** Whether these are only the first rows of a table. */
  readonly is_first: boolean;
}

export interface TablePage {
  /** Number of rows that meet the condition. */
  readonly matching: number;
  readonly offset: number;
  /** One list per row, in the order of the places that were asked for. */
  readonly rows: readonly (readonly unknown[])[];
  /** Whether values that were wanted whole are not. */
  readonly is_shortened?: boolean | undefined;
  readonly outline?: TableOutline | undefined;
}

/** What is known of a column; only its place if it could not be read. */
export interface ColumnProfile {
  readonly place: number;
  readonly nulls?: number | undefined;
  readonly nulls_exact?: boolean | undefined;
  /** Whether everything except exact nulls comes from a sample. */
  readonly sampled?: boolean | undefined;
  /** Ends of the histogram of numbers and times. */
  readonly low?: unknown;
  readonly high?: unknown;
  /** Number of values in each bin, or of the most frequent values. */
  readonly histogram?: readonly number[] | undefined;
  readonly distinct?: number | undefined;
  readonly top?: readonly (readonly [string, number])[] | undefined;
}

export interface RunBar {
  /** The text before it. */
  readonly name: string;
  readonly done: number;
  readonly total: number;
  /** Milliseconds that it still takes, as it says itself. */
  readonly rest?: number;
}

/** A run as it is at the moment. */
export interface RunState {
  readonly status: string;
  /** Whether the kernel has not begun it. */
  readonly is_queued: boolean;
  /** Whether it waits for an answer to `input()`. */
  readonly is_asking: boolean;
  readonly elapsed_ms: number;
  /** Identifies this state: pass it back to wait for the next one. */
  readonly cursor: string;
  /** Whether the person may stop it. */
  readonly can_stop: boolean;
  /** A progress bar that it shows. */
  readonly bar?: RunBar | undefined;
  /** The beginning of the code, in the first reply. */
  readonly code?: string | undefined;
  /** The last lines of its output, if they have changed. */
  readonly lines?: string | undefined;
  /** Why it ended, if not by itself. */
  readonly cause?: string | undefined;
  /** Handles of its images and figures, at its end. */
  readonly figures?: readonly string[] | undefined;
}

/** What a figure is: an image, or a specification in one of the languages that the view can draw. */
export type ShownForm = "image" | "plotly" | "vega" | "vega-lite";

/** A part of a figure. */
export interface FigureChunk {
  readonly form: ShownForm;
  /** `application/json` for a specification. */
  readonly mime_type: string;
  readonly title: string;
  /** Total bytes. */
  readonly size: number;
  readonly offset: number;
  /** Base64. */
  readonly data: string;
}
