/**
 * Charts as tools take and give them: the table from exactly one source (the call, a kernel, or a file of the Jupyter server), and the
 * reply with an image, a summary and metadata. The log gets sizes and the pattern, nothing of the data.
 */

import { z } from "zod";
import { AppError } from "../base/errors.ts";
import type { LogFields } from "../base/log.ts";
import type { ChartOptions, ChartTable, DrawnChart, TablePart } from "../base/protocol.ts";
import { notebookRefusal } from "../files/table_head.ts";
import { RemoteFile } from "../jupyter/files/remote_file.ts";
import { pathOfFile } from "../jupyter/rest/file_path.ts";
import type { Reply } from "../reply.ts";
import type { Services } from "../services.ts";
import { pathIn } from "../jupyter/inspect/inspection.ts";
import { type TableRows, tableRows } from "../jupyter/inspect/variables.ts";
import { tableJson } from "../base/json.ts";

export interface ChartSource {
  readonly data?: string | undefined;
  readonly session_id?: string | undefined;
  readonly variable_name?: string | undefined;
  readonly path?: string | undefined;
}

/** A table that is here, or the file that it is in. */
type ChartData =
  & Pick<ChartOptions, "source">
  & (ChartTable & { readonly file?: undefined } | { readonly file: RemoteFile });

/** Maximum of what is taken from a kernel's table, which may have any size. */
const mostRows = 50_000;
const mostBytes = 24_000_000;

export function chartData(source: ChartSource, services: Services, signal: AbortSignal): Promise<ChartData> {
  const { data, session_id, variable_name, path } = source;
  const given = [data, variable_name, path].filter((one) => one !== undefined).length;
  if (given !== 1) throw notOne(given);
  if (session_id !== undefined && variable_name === undefined) throw notOfSession();
  if (data !== undefined) return Promise.resolve({ data });
  if (path !== undefined) return fromFile(path, services, signal);
  if (session_id !== undefined && variable_name !== undefined) {
    return fromKernel({ session_id, variable_name }, services, signal);
  }
  throw new AppError("invalid_argument", `Cannot draw variable "${variable_name}": session_id is missing`, {
    hint: "Name the session that has the variable; session_list shows them",
  });
}

function notOne(given: number): AppError {
  const state = given === 0 ? "there is none" : `there are ${given}`;
  return new AppError("invalid_argument", `Cannot draw a chart without exactly one source: ${state}`, {
    hint: 'Give one of "data", "path", or "session_id" with "variable_name"',
  });
}

function notOfSession(): AppError {
  const message = "Cannot take session_id beside data or path: it belongs to variable_name";
  return new AppError("invalid_argument", message, {
    hint: "Leave session_id out, or name a variable instead",
  });
}

async function fromKernel(
  { session_id, variable_name }: { readonly session_id: string; readonly variable_name: string },
  { sessions }: Services,
  signal: AbortSignal,
): Promise<ChartData> {
  const { kernel } = await sessions.kernelOf(session_id, { signal });
  const table = await tableRows(kernel, pathIn(kernel, variable_name), {
    maxRows: mostRows,
    maxBytes: mostBytes,
    signal,
  });
  return { data: tableJson(table.columns, table.rows), part: partOf(table), source: variable_name };
}

function partOf(
  { taken, rows_total: total }: Pick<TableRows, "taken" | "rows_total">,
): TablePart | undefined {
  if (taken === "all") return undefined;
  return taken === "sample" && total !== null ? { taken, total } : { taken: "first", total };
}

async function fromFile(path: string, { http }: Services, signal: AbortSignal): Promise<ChartData> {
  const file = await RemoteFile.open(http, pathOfFile(path), { budget: 128_000_000, signal });
  if (/\.ipynb$/i.test(file.path)) throw notebookRefusal(file.path);
  return { file, source: file.path };
}

/** Clients reject replies of a megabyte; this leaves space for the text. */
const mostEncodedBytes = 900_000;
const textBytes = 20_000;

/** Maximum size of an image, so that the encoded reply stays within its limit. */
export function imageBudget(format: "png" | "svg", maxResultBytes: number): number {
  const encoded = Math.max(5_000, Math.min(mostEncodedBytes, maxResultBytes - textBytes));
  return Math.floor(encoded * (format === "png" ? 0.745 : 0.9));
}

export function chartReply({ bytes, mimeType, summary, metadata }: DrawnChart): Reply {
  const data = { summary, metadata };
  const record = chartLogFields(metadata);
  const answer = { data, record, textLast: true };
  if (mimeType !== "image/svg+xml") return { ...answer, images: [{ data: bytes.toBase64(), mimeType }] };
  const uri = "chart:///chart.svg";
  const text = new TextDecoder().decode(bytes);
  const content = { uri, mimeType, body: { kind: "text", text } } as const;
  return { ...answer, files: [{ kind: "embedded", content }] };
}

const recordSchema = z.object({
  pattern_id: z.string().optional(),
  template_id: z.string().optional(),
  fallback_applied: z.boolean().optional(),
  stats: z.object({ rows: z.number(), cols: z.number() }).partial().default({}),
});

export function chartLogFields(metadata: Readonly<Record<string, unknown>>): LogFields {
  const { stats, ...fields } = recordSchema.parse(metadata);
  return { ...stats, ...fields };
}

/** Whether a query says what chart is meant. */
export function saysSomething(query: string): boolean {
  return query.trim() !== "";
}
