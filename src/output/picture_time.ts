/**
 * The time that the pictures of one answer may take together: an answer must not come minutes after the run that it
 * tells of because its figures are slow.
 *
 * 1. Once the time is up nothing is begun, and what is being drawn is killed.
 * 2. What had most of the time for itself is too slow; anything else may be drawn for another answer.
 */

import { AppError } from "../base/errors.ts";
import type { DrawFigureRequest, Picture } from "../base/protocol.ts";
import type { AnswerPictures, FitRequest } from "../tool.ts";

export interface PictureTimeOptions {
  readonly limitMs?: number;
  readonly now?: () => number;
  readonly timeout?: (ms: number) => AbortSignal;
}

const usualLimitMs = 10_000;

/** That a picture is not drawn because the time was up. */
export class OutOfTime extends AppError {
  /** Whether another answer would not have the time either. */
  readonly isTooSlow: boolean;

  constructor({ tookMs, limitMs }: { readonly tookMs: number; readonly limitMs: number }) {
    const isTooSlow = tookMs > limitMs / 2;
    const state = isTooSlow
      ? `it took over ${Math.floor(tookMs / 1000)} s`
      : `the pictures of the answer took over ${limitMs / 1000} s together`;
    super("unsupported", `Cannot draw picture: ${state}`, {
      hint: 'Draw it simpler or smaller, or read the original with get_image_resource as "base64"',
    });
    this.isTooSlow = isTooSlow;
  }
}

export class PictureTime implements AnswerPictures {
  readonly #renderer: AnswerPictures;
  readonly #limitMs: number;
  readonly #now: () => number;
  readonly #timeout: (ms: number) => AbortSignal;
  /** Runs from the first picture. */
  #deadline: AbortSignal | undefined;

  constructor(renderer: AnswerPictures, options: PictureTimeOptions = {}) {
    this.#renderer = renderer;
    this.#limitMs = options.limitMs ?? usualLimitMs;
    this.#now = options.now ?? (() => performance.now());
    this.#timeout = options.timeout ?? ((ms) => AbortSignal.timeout(ms));
  }

  fitImage(given: FitRequest, signal?: AbortSignal): Promise<Picture> {
    return this.#within(signal, (ended) => this.#renderer.fitImage(given, ended));
  }

  drawFigure(
    figure: Pick<DrawFigureRequest, "form" | "json" | "maxEdge">,
    signal?: AbortSignal,
  ): Promise<Picture> {
    return this.#within(signal, (ended) => this.#renderer.drawFigure(figure, ended));
  }

  async #within(
    signal: AbortSignal | undefined,
    draw: (ended: AbortSignal) => Promise<Picture>,
  ): Promise<Picture> {
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
