/** What the renderer processes draw, scale or parse for the server, as functions with checked results. */

import { z } from "zod";
import { AppError } from "../base/errors.ts";
import type { DrawFigureRequest, DrawnChart, EncodedImage, TableFile } from "../base/protocol.ts";
import type { ByteSource } from "../files/byte_source.ts";
import type { FoundLayout, HeadOptions, TableHead } from "../files/table_head.ts";
import type { ChartCall, FitRequest } from "../services.ts";
import { RendererPool, type RendererPoolOptions, type RenderJob } from "./renderer_pool.ts";

const encodedImage = z.object({
  bytes: z.instanceof(Uint8Array),
  mimeType: z.string(),
  width: z.number(),
  height: z.number(),
  note: z.string().exactOptional(),
});

const chart = encodedImage.extend({ summary: z.string(), metadata: z.record(z.string(), z.unknown()) });

const tableResult = z.object({
  table: z.object({
    format: z.string(),
    columns: z.array(z.object({ name: z.string(), dtype: z.string() })),
    width: z.number().exactOptional(),
    head: z.array(z.array(z.unknown())),
    rows: z.number().nullable(),
    isRowsExact: z.boolean(),
    facts: z.record(z.string(), z.unknown()).exactOptional(),
    notes: z.array(z.string()).exactOptional(),
  }),
});

const layoutResult = z.object({
  layout: z.object({
    encoding: z.string(),
    delimiter: z.string(),
    skipped: z.number().exactOptional(),
    decimal: z.literal(",").exactOptional(),
  }),
  misread: z.string().exactOptional(),
  note: z.string().exactOptional(),
  rows: z.number(),
});

export class RendererClient {
  readonly #pool: RendererPool;
  readonly #client: string;

  constructor(pool: RendererPoolOptions | RendererPool, client = "") {
    this.#pool = pool instanceof RendererPool ? pool : new RendererPool(pool);
    this.#client = client;
  }

  /** The same processes, used for one MCP client: clients are served alternately. */
  forClient(client: string): RendererClient {
    return new RendererClient(this.#pool, client);
  }

  /** Scales or draws an image within the bounds; throws when it cannot be read or takes too long. */
  fitImage(given: FitRequest, signal?: AbortSignal): Promise<EncodedImage> {
    return this.#do({ ...given, kind: "fit_image" }, { result: encodedImage, signal, ...imageJob });
  }

  /** A small grey version of an image, one byte per pixel; throws when it cannot be read or takes too long. */
  fingerprint(bytes: Uint8Array, signal?: AbortSignal): Promise<EncodedImage> {
    return this.#do({ kind: "fingerprint", bytes }, { result: encodedImage, signal, ...imageJob });
  }

  /** Draws a chart; throws what the caller can mend as it is, and when it takes too long. */
  drawChart({ file, ...rest }: ChartCall, signal?: AbortSignal): Promise<DrawnChart> {
    const from = file === undefined ? {} : { file: described(file) };
    const read = file?.read.bind(file);
    return this.#do({ kind: "draw_chart", chart: rest, ...from }, {
      result: chart,
      signal,
      read,
      ...chartJob,
    });
  }

  /** Reads the first rows of a table in a file; throws what is wrong with it, and when it takes too long. */
  async readTable(file: ByteSource, options: HeadOptions, signal?: AbortSignal): Promise<TableHead> {
    const { rows, sheet, encoding } = options;
    const request = { kind: "read_table", file: described(file), rows, sheet, encoding } as const;
    return (await this.#do(request, { result: tableResult, signal, ...tableJob(file) })).table;
  }

  /** Finds out how a delimited text is laid out. */
  csvLayout(file: ByteSource, encoding?: string, signal?: AbortSignal): Promise<FoundLayout> {
    const request = { kind: "csv_layout", file: described(file), encoding } as const;
    return this.#do(request, { result: layoutResult, signal, ...tableJob(file) });
  }

  /** Draws a figure of a kernel; throws when that cannot be done or takes too long. */
  drawFigure(
    figure: Pick<DrawFigureRequest, "form" | "json" | "maxEdge">,
    signal?: AbortSignal,
  ): Promise<EncodedImage> {
    return this.#do({ ...figure, kind: "draw_figure" }, {
      ...imageJob,
      result: encodedImage,
      signal,
      limitMs: 20_000,
    });
  }

  /** Draws an image that holds a sentence. */
  drawPlaceholder(placeholder: { text: string; width: number; height: number }): Promise<EncodedImage> {
    const options = { result: encodedImage, signal: undefined, ...imageJob };
    return this.#do({ ...placeholder, kind: "draw_placeholder" }, options);
  }

  /** Ends the renderer processes. A later request starts one again. */
  close(): void {
    this.#pool.close();
  }

  #do<Result>(
    request: RenderJob<Result>["request"],
    job: Omit<RenderJob<Result>, "request" | "client">,
  ): Promise<Result> {
    return this.#pool.do({ ...job, request, client: this.#client });
  }
}

function described({ path, size }: ByteSource): TableFile {
  return { path, size };
}

/** How long a job may take, and the error if it fails. */
const imageJob = {
  limitMs: 10_000,
  failed: (why: string, cause?: unknown) =>
    new AppError("unsupported", `Cannot draw image: ${why}`, {
      hint: 'Draw it simpler or smaller, or read the original with get_image_resource as "base64"',
      cause,
    }),
};

const chartJob = {
  limitMs: 60_000,
  failed: (why: string, cause?: unknown) =>
    new AppError("too_large", `Cannot draw chart: ${why}`, {
      hint: "Send fewer rows, or aggregate them first",
      cause,
    }),
};

function tableJob(file: ByteSource) {
  return {
    // Includes the time in which Jupyter serves the file.
    limitMs: 60_000,
    read: file.read.bind(file),
    failed: (why: string, cause?: unknown) =>
      new AppError("too_large", `Cannot preview "${file.path}": ${why}`, {
        hint: "Read it in a kernel: give session_id, or use execute_code",
        cause,
      }),
  };
}
