/** Chartelier's answers: an image and `structuredContent.metadata`; on failure a placeholder that says why. */

import { z } from "zod";
import { asKinds, auxiliaryKinds, patternIds } from "../../base/chart_terms.ts";
import { AppError } from "../../base/errors.ts";
import type { LogFields } from "../../base/log.ts";
import { chartLogFields, pictureBudget, saysSomething } from "../../output/chart.ts";
import type { Charts } from "../../tool.ts";

const size = (least: number, usual: number) => z.int().min(least).max(2000).default(usual);

/**
 * The arguments as the document has them. Its listed schema leaves room for more: the wishes that our own tool takes
 * work here too, and all others are passed over, as a schema that forbids none says.
 */
export const visualizeInput = z.object({
  data: z.string(),
  query: z.string().max(1000).refine(saysSomething, "must not be blank"),
  options: z.object({
    format: z.enum(["png", "svg"]).default("png"),
    dpi: z.int().min(72).max(300).default(300),
    width: size(600, 1200),
    height: size(400, 900),
    locale: z.enum(["ja", "en"]).optional(),
    pattern: z.enum(patternIds).optional(),
    x: z.string().optional(),
    y: z.string().optional(),
    color: z.string().optional(),
    facet: z.string().optional(),
    auxiliary: z.preprocess(asKinds, z.array(z.enum(auxiliaryKinds)).max(6)).optional(),
    title: z.string().max(200).optional(),
  }).prefault({}),
});

export interface VisualizeResult {
  readonly content: readonly { readonly type: "image"; readonly data: string; readonly mimeType: string }[];
  readonly structuredContent: { readonly metadata: Readonly<Record<string, unknown>> };
  readonly isError: boolean;
  /** The fields that the document wants in the log, and no others. */
  readonly record: LogFields;
}

export interface VisualizeOptions {
  readonly charts: Charts;
  readonly maxResultBytes: number;
  readonly signal: AbortSignal;
}

export async function visualize(
  { data, query, options }: z.output<typeof visualizeInput>,
  { charts, maxResultBytes, signal }: VisualizeOptions,
): Promise<VisualizeResult> {
  // Structured content and the escape of the text take their share.
  const maxBytes = pictureBudget("png", maxResultBytes);
  try {
    const chart = await charts.drawChart({ data, query, ...options, maxBytes }, signal);
    return result(chart.bytes, { mimeType: chart.mimeType, metadata: chart.metadata, isError: false });
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    return await placeholder(error, { charts, width: options.width, height: options.height });
  }
}

async function placeholder(
  error: AppError,
  { charts, width, height }: { readonly charts: Charts; readonly width: number; readonly height: number },
): Promise<VisualizeResult> {
  const { bytes } = await charts.drawNotice({ text: error.message.slice(0, 300), width, height });
  const warnings = [error.message, ...(error.hint === undefined ? [] : [error.hint])];
  const metadata = { pattern_id: "P13", template_id: "facet_histogram", warnings, fallback_applied: true };
  return result(bytes, { mimeType: "image/png", metadata, isError: true });
}

function result(
  bytes: Uint8Array,
  { mimeType, metadata, isError }: {
    readonly mimeType: string;
    readonly metadata: Readonly<Record<string, unknown>>;
    readonly isError: boolean;
  },
): VisualizeResult {
  return {
    content: [{ type: "image", data: bytes.toBase64(), mimeType }],
    structuredContent: { metadata },
    isError,
    record: chartLogFields(metadata),
  };
}
