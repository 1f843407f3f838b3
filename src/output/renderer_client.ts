/** What the renderer processes draw, scale or parse for the server, as functions with checked results. */

import { z } from "zod";
import { AppError } from "../base/errors.ts";
import type { DrawFigureRequest, DrawnChart, EncodedImage, TableFile } from "../base/protocol.ts";
import type { ByteSource } from "../files/byte_source.ts";
import type { FoundLayout, HeadOptions, TableHead } from "../files/table_head.ts";
import type { ChartCall, FitRequest } from "../services.ts";
import { RendererPool, type RendererPoolOptions, type RenderJob } from "./renderer_pool.ts";

const imageLimitMs = 10_000;
const chartLimitMs = 60_000;
const figureLimitMs = 20_000;
/** Includes the time in which Jupyter serves the file. */
const tableLimitMs = 60_000;

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
  async fitImage(given: FitRequest, signal?: AbortSignal): Promise<EncodedImage> {
    return await this.#image({ ...given, kind: "fit_image" }, { limitMs: imageLimitMs, signal });
  }

  /** A small grey version of an image, one byte per pixel; throws when it cannot be read or takes too long. */
  async fingerprint(bytes: Uint8Array, signal?: AbortSignal): Promise<EncodedImage> {
    return await this.#image({ kind: "fingerprint", bytes }, { limitMs: imageLimitMs, signal });
  }

  /** Draws a chart; throws what the caller can mend as it is, and when it takes too long. */
  async drawChart(request: ChartCall, signal?: AbortSignal): Promise<DrawnChart> {
    const { file, ...rest } = request;
    return await this.#pool.do({
      request: { kind: "draw_chart", chart: rest, ...(file === undefined ? {} : { file: described(file) }) },
      result: chart,
      limitMs: chartLimitMs,
      client: this.#client,
      failed: chartFailed,
      signal,
      read: file?.read.bind(file),
    });
  }

  /** Reads the first rows of a table in a file; throws what is wrong with it, and when it takes too long. */
  async readTable(file: ByteSource, options: HeadOptions, signal?: AbortSignal): Promise<TableHead> {
    const { rows, sheet, encoding } = options;
    const { table } = await this.#pool.do({
      ...this.#tableJob(file, signal),
      request: { kind: "read_table", file: described(file), rows, sheet, encoding },
      result: tableResult,
    });
    return table;
  }

  /** Finds out how a delimited text is laid out. */
  async csvLayout(file: ByteSource, encoding?: string, signal?: AbortSignal): Promise<FoundLayout> {
    return await this.#pool.do({
      ...this.#tableJob(file, signal),
      request: { kind: "csv_layout", file: described(file), encoding },
      result: layoutResult,
    });
  }

  #tableJob(file: ByteSource, signal: AbortSignal | undefined) {
    const failed = (why: string, cause?: unknown) => tableFailed(file.path, why, cause);
    return { limitMs: tableLimitMs, client: this.#client, signal, read: file.read.bind(file), failed };
  }

  /** Draws a figure of a kernel; throws when that cannot be done or takes too long. */
  async drawFigure(
    figure: Pick<DrawFigureRequest, "form" | "json" | "maxEdge">,
    signal?: AbortSignal,
  ): Promise<EncodedImage> {
    return await this.#image({ ...figure, kind: "draw_figure" }, { limitMs: figureLimitMs, signal });
  }

  /** Draws an image that holds a sentence. */
  async drawNotice(notice: { text: string; width: number; height: number }): Promise<EncodedImage> {
    return await this.#image({ ...notice, kind: "draw_notice" }, {
      limitMs: imageLimitMs,
      signal: undefined,
    });
  }

  /** Ends the renderer processes. A later request starts one again. */
  close(): void {
    this.#pool.close();
  }

  #image(
    request: RenderJob<EncodedImage>["request"],
    options: Pick<RenderJob<EncodedImage>, "limitMs" | "signal">,
  ): Promise<EncodedImage> {
    return this.#pool.do({
      ...options,
      client: this.#client,
      request,
      result: encodedImage,
      failed: imageFailed,
    });
  }
}

function described({ path, size }: ByteSource): TableFile {
  return { path, size };
}

function tableFailed(path: string, why: string, cause?: unknown): AppError {
  return new AppError("too_large", `Cannot preview "${path}": ${why}`, {
    hint: "Read it in a kernel: give session_id, or use execute_code",
    cause,
  });
}

function imageFailed(why: string, cause?: unknown): AppError {
  return new AppError("unsupported", `Cannot draw picture: ${why}`, {
    hint: 'Draw it simpler or smaller, or read the original with get_image_resource as "base64"',
    cause,
  });
}

function chartFailed(why: string, cause?: unknown): AppError {
  return new AppError("too_large", `Cannot draw chart: ${why}`, {
    hint: "Send fewer rows, or aggregate them first",
    cause,
  });
}
