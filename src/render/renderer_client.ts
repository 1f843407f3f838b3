/** What the server has drawn or scaled by the renderer, which draws in processes of its own. */

import { z } from "zod";
import { AppError } from "../errors.ts";
import type { ChartRequest, DrawFigureRequest, DrawnChart, Picture } from "../rooms.ts";
import type { FitRequest } from "../tool.ts";
import { RendererPool, type RendererPoolOptions, type RenderJob } from "./renderer_pool.ts";

const pictureLimitMs = 10_000;
const chartLimitMs = 60_000;

const picture = z.object({
  bytes: z.instanceof(Uint8Array),
  mimeType: z.string(),
  width: z.number(),
  height: z.number(),
  note: z.string().exactOptional(),
});

const chart = picture.extend({ summary: z.string(), metadata: z.record(z.string(), z.unknown()) });

export class RendererClient {
  readonly #pool: RendererPool;

  constructor(options: RendererPoolOptions) {
    this.#pool = new RendererPool(options);
  }

  /** Scales or draws a picture within the bounds; throws when it cannot be read or takes too long. */
  async fitImage(given: FitRequest, signal?: AbortSignal): Promise<Picture> {
    return await this.#picture({ ...given, kind: "fit_image" }, { limitMs: pictureLimitMs, signal });
  }

  /** Draws a chart; throws what the caller can mend as it is, and when it takes too long. */
  async drawChart(request: ChartRequest, signal?: AbortSignal): Promise<DrawnChart> {
    return await this.#pool.do({
      request: { kind: "draw_chart", chart: request },
      result: chart,
      limitMs: chartLimitMs,
      failed: chartFailed,
      signal,
    });
  }

  /** Draws a figure of a kernel; throws when that cannot be done or takes too long. */
  async drawFigure(
    figure: Pick<DrawFigureRequest, "form" | "json" | "maxEdge">,
    signal?: AbortSignal,
  ): Promise<Picture> {
    return await this.#picture({ ...figure, kind: "draw_figure" }, { limitMs: chartLimitMs, signal });
  }

  /** Draws a picture that holds a sentence. */
  async drawNotice(notice: { text: string; width: number; height: number }): Promise<Picture> {
    return await this.#picture({ ...notice, kind: "draw_notice" }, {
      limitMs: pictureLimitMs,
      signal: undefined,
    });
  }

  /** Ends what draws. A later request starts it again. */
  close(): void {
    this.#pool.close();
  }

  #picture(
    request: RenderJob<Picture>["request"],
    options: Pick<RenderJob<Picture>, "limitMs" | "signal">,
  ): Promise<Picture> {
    return this.#pool.do({ ...options, request, result: picture, failed: pictureFailed });
  }
}

function pictureFailed(why: string, cause?: unknown): AppError {
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
