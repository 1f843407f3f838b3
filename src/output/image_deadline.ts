/**
 * The time that the images of one reply may take together, so that slow figures do not delay it by minutes.
 *
 * 1. When the time is up nothing is started, and what is being drawn is killed.
 * 2. What used most of the time by itself is too slow; anything else may be drawn for another reply.
 */

import { AppError } from "../base/errors.ts";
import type { DrawFigureRequest, EncodedImage } from "../base/protocol.ts";
import type { FitRequest, ImageRenderer } from "../services.ts";

export interface ImageDeadlineOptions {
  readonly limitMs?: number;
  readonly now?: () => number;
  readonly timeout?: (ms: number) => AbortSignal;
}

const usualLimitMs = 10_000;

/** Thrown for an image that is not drawn because the time is up. */
export class OutOfTime extends AppError {
  /** Whether another reply would not have the time either. */
  readonly isTooSlow: boolean;

  constructor({ tookMs, limitMs }: { readonly tookMs: number; readonly limitMs: number }) {
    const isTooSlow = tookMs > limitMs / 2;
    const state = isTooSlow
      ? `it took over ${Math.floor(tookMs / 1000)} s`
      : `the images of the reply took over ${limitMs / 1000} s together`;
    super("unsupported", `Cannot draw image: ${state}`, {
      hint: 'Draw it simpler or smaller, or read the original with get_image_resource as "base64"',
    });
    this.isTooSlow = isTooSlow;
  }
}

export class ImageDeadline implements ImageRenderer {
  readonly #renderer: ImageRenderer;
  readonly #limitMs: number;
  readonly #now: () => number;
  readonly #timeout: (ms: number) => AbortSignal;
  /** Runs from the first image. */
  #deadline: AbortSignal | undefined;

  constructor(renderer: ImageRenderer, options: ImageDeadlineOptions = {}) {
    this.#renderer = renderer;
    this.#limitMs = options.limitMs ?? usualLimitMs;
    this.#now = options.now ?? (() => performance.now());
    this.#timeout = options.timeout ?? ((ms) => AbortSignal.timeout(ms));
  }

  fitImage(given: FitRequest, signal?: AbortSignal): Promise<EncodedImage> {
    return this.#within(signal, (ended) => this.#renderer.fitImage(given, ended));
  }

  drawFigure(
    figure: Pick<DrawFigureRequest, "form" | "json" | "maxEdge">,
    signal?: AbortSignal,
  ): Promise<EncodedImage> {
    return this.#within(signal, (ended) => this.#renderer.drawFigure(figure, ended));
  }

  async #within(
    signal: AbortSignal | undefined,
    draw: (ended: AbortSignal) => Promise<EncodedImage>,
  ): Promise<EncodedImage> {
    const deadline = this.#deadline ??= this.#timeout(this.#limitMs);
    const began = this.#now();
    try {
      return await draw(signal === undefined ? deadline : AbortSignal.any([deadline, signal]));
    } catch (error) {
      if (!deadline.aborted || signal?.aborted || error instanceof AppError) throw error;
      throw new OutOfTime({ tookMs: this.#now() - began, limitMs: this.#limitMs });
    }
  }
}
