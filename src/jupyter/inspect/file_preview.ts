/** The head of a table in a file, read in the kernel with its own libraries. */

import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import type { RemoteFile } from "../files/remote_file.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { inspect, InspectionRefused } from "./inspection.ts";

interface FilePreviewOptions {
  readonly rows: number;
  readonly sheet: string | number | undefined;
  /** The layout of delimited text; undefined for other files. */
  readonly csv:
    | { readonly encoding: string; readonly delimiter: string; readonly skipped?: number }
    | undefined;
  readonly signal?: AbortSignal;
}

const previewSchema = z.object({
  format: z.string(),
  columns: z.array(z.object({ name: z.string(), dtype: z.string() })),
  head: z.array(z.array(z.unknown())),
  rows: z.number().nullable(),
  rows_exact: z.boolean(),
  facts: z.record(z.string(), z.unknown()),
});

type KernelPreview =
  | { readonly kind: "read"; readonly table: z.infer<typeof previewSchema> }
  /** The kernel cannot read it, and why. */
  | { readonly kind: "not_read"; readonly reason: string };

/** Seconds that the kernel may take, and milliseconds until it counts as busy. */
const seconds = 15;
const limit = 25_000;

const refusalSchema = z.object({
  library: z.string().catch("a library"),
  sheets: z.array(z.string()).catch([]),
  type: z.string().catch("an exception"),
  format: z.string().catch("a table"),
});

export async function previewInKernel(
  kernel: Kernel,
  file: RemoteFile,
  options: FilePreviewOptions,
): Promise<KernelPreview> {
  const { language } = kernel.inspector.info;
  if (!/^i?python$/.test(language)) return notRead(`its language is ${language || "unknown"}, not Python`);
  const args = {
    path: file.path,
    size: file.size,
    modified: file.lastModified === null ? null : Date.parse(file.lastModified) / 1_000,
    rows: options.rows,
    sheet: options.sheet ?? null,
    csv: options.csv ?? null,
    seconds,
  };
  try {
    const table = await inspect(kernel, "filePreview", {
      args,
      schema: previewSchema,
      limit,
      isRisky: true,
      signal: options.signal,
    });
    return { kind: "read", table };
  } catch (error) {
    if (error instanceof InspectionRefused) return refused(error, file.path, options.sheet);
    // The file can be read without the kernel, whatever prevents that.
    if (error instanceof AppError && error.code.startsWith("kernel_")) return notRead(error.message);
    throw error;
  }
}

function refused({ kind, details }: InspectionRefused, path: string, sheet: unknown): KernelPreview {
  const { library, sheets, type, format } = refusalSchema.parse(details);
  switch (kind) {
    case "no_file":
      return notRead("the kernel does not have this file");
    case "no_library":
      return notRead(`it does not have ${library}`);
    case "no_reader":
      return notRead("files of this kind are read without it");
    case "too_large":
      return notRead("files of this size are read faster without it");
    case "slow":
      return notRead(`it took over ${seconds} s`);
    case "no_sheet":
      throw new AppError(
        "invalid_argument",
        `Cannot preview "${path}": it has no sheet ${JSON.stringify(sheet)}`,
        {
          hint: "Give a name of `available`, or a number from 0",
          details: { available: sheets },
        },
      );
    case "damaged":
      throw new AppError(
        "not_a_table",
        `Cannot preview "${path}" as ${format}: its content does not make sense`,
        {
          hint: "It is cut off or damaged: check how it was written",
        },
      );
    default:
      return notRead(`its library raised ${type}`);
  }
}

function notRead(reason: string): KernelPreview {
  return { kind: "not_read", reason };
}
