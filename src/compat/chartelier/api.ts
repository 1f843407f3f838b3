/**
 * Chartelier's API as its document describes it: one tool, which returns an image and `structuredContent.metadata`, and on
 * failure a placeholder image that says why.
 */

import { z } from "zod";
import { chartelierPatterns, chartSpec } from "../../base/chart_spec.ts";
import { AppError } from "../../base/errors.ts";
import {
  type CompatApi,
  CompatError,
  type CompatResult,
  type CompatTool,
  type Greeting,
} from "../../compat_api.ts";
import { chartLogFields, imageBudget, saysSomething } from "../../output/chart.ts";
import type { Charts } from "../../services.ts";

export const chartelierGreeting: Greeting = {
  name: "chartelier",
  version: "0.2.0",
  title: "Chartelier MCP Server",
  instructions:
    "Use `chartelier_visualize` to convert CSV/JSON + intent (ja/en) into a static chart. Required: data, query. " +
    "Defaults: format=png, dpi=300, size=1200x900. Timeout 60s. On failure, fallback to P13.",
  toolsOnly: true,
};

const tool: CompatTool = {
  name: "chartelier_visualize",
  description:
    "CSV/JSON + intent (ja/en) -> static chart (PNG/SVG). Uses 9 predefined patterns; fallback to P13 on failure.",
  inputSchema: {
    type: "object",
    required: ["data", "query"],
    properties: {
      data: { type: "string", description: "CSV or table-like JSON (UTF-8)" },
      query: { type: "string", maxLength: 1000 },
      options: {
        type: "object",
        properties: {
          format: { enum: ["png", "svg"], default: "png" },
          dpi: { type: "integer", minimum: 72, maximum: 300, default: 300 },
          width: { type: "integer", minimum: 600, maximum: 2000, default: 1200 },
          height: { type: "integer", minimum: 400, maximum: 2000, default: 900 },
          locale: { enum: ["ja", "en"] },
        },
      },
    },
  },
  outputSchema: {
    type: "object",
    properties: {
      metadata: {
        type: "object",
        properties: {
          pattern_id: { type: "string", enum: [...chartelierPatterns] },
          template_id: { type: "string" },
          mapping: { type: "object", additionalProperties: true },
          auxiliary: { type: "array", items: { type: "string" } },
          operations_applied: { type: "array", items: { type: "string" } },
          decisions: { type: "object", additionalProperties: true },
          warnings: { type: "array", items: { type: "string" } },
          stats: { type: "object", additionalProperties: true },
          versions: { type: "object", additionalProperties: true },
          fallback_applied: { type: "boolean" },
        },
        required: ["pattern_id", "template_id"],
      },
    },
    required: ["metadata"],
  },
};

const size = (least: number, usual: number) => z.int().min(least).max(2000).default(usual);

/**
 * The arguments of the document. Its schema allows additional ones: those of our own tool work here too, and any others
 * are ignored.
 */
const visualizeInput = z.object({
  data: z.string(),
  query: z.string().max(1000).refine(saysSomething, "must not be blank"),
  options: z.object({
    format: z.enum(["png", "svg"]).default("png"),
    dpi: z.int().min(72).max(300).default(300),
    width: size(600, 1200),
    height: size(400, 900),
    locale: z.enum(["ja", "en"]).optional(),
    ...chartSpec.shape,
    pattern: z.enum(chartelierPatterns).optional(),
  }).prefault({}),
});

export interface ChartelierOptions {
  readonly charts: { readonly forClient: (client: string) => Charts };
  readonly maxResultBytes: number;
}

export function chartelierApi(options: ChartelierOptions): CompatApi {
  return {
    tools: [tool],
    prompts: [],
    resources: [],
    templates: [],
    async call(name, args, { clientId, signal }) {
      if (name !== tool.name) throw new CompatError(`Tool ${name} not found`);
      const parsed = visualizeInput.safeParse(args ?? {});
      if (!parsed.success) throw new CompatError(`Invalid params: ${problems(parsed.error)}`);
      const charts = options.charts.forClient(clientId);
      return await visualize(parsed.data, { ...options, charts, signal });
    },
    prompt: () => Promise.reject(new CompatError("There are no prompts")),
    read: () => Promise.reject(new CompatError("There are no resources")),
    route: () => Promise.resolve(undefined),
    onChange: () => undefined,
    close: () => Promise.resolve(),
  };
}

/** Which argument is wrong and why, without its value. */
function problems({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
}

async function visualize(
  { data, query, options }: z.output<typeof visualizeInput>,
  { charts, maxResultBytes, signal }: {
    readonly charts: Charts;
    readonly maxResultBytes: number;
    readonly signal: AbortSignal;
  },
): Promise<CompatResult> {
  // Structured content and escaping take their share.
  const maxBytes = imageBudget("png", maxResultBytes);
  try {
    const { format, dpi, width, height, locale, ...spec } = options;
    const page = { format, dpi, width, height, locale, maxBytes };
    const chart = await charts.drawChart({ data, query, spec, chartelierOnly: true, ...page }, signal);
    return result(chart.bytes, { mimeType: chart.mimeType, metadata: chart.metadata, isError: false });
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    return await placeholder(error, { charts, width: options.width, height: options.height });
  }
}

async function placeholder(
  error: AppError,
  { charts, width, height }: { readonly charts: Charts; readonly width: number; readonly height: number },
): Promise<CompatResult> {
  const { bytes } = await charts.drawPlaceholder({ text: error.message.slice(0, 300), width, height });
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
): CompatResult {
  return {
    content: [{ type: "image", data: bytes.toBase64(), mimeType }],
    structuredContent: { metadata },
    isError,
    record: chartLogFields(metadata),
  };
}
