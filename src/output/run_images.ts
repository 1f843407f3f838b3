/**
 * The images of runs: stores them, and draws the figures that come without one, each once.
 *
 * 1. An output that is presented again keeps the URI of the first time. Only the URI is remembered here, so that an image
 *    that the store dropped is really gone.
 * 2. A reply waits for the first few figures, as long as its images may take; the others are left for the next one.
 *    What cannot be drawn is reported with the reason, once for each output.
 */

import { AppError } from "../base/errors.ts";
import type { ImageStore, StoredImage } from "../base/image_store.ts";
import type { Output } from "../jupyter/nbformat/outputs.ts";
import { type DrawnPicture, type DrawOptions, drawPicture } from "./figure_images.ts";
import { pickPicture } from "./mime_bundles.ts";
import { displayed, figureUri, type PresentedRun } from "./presented_run.ts";

/** What became of an output's image or figure. */
type Kept =
  | { readonly kind: "stored"; readonly uri: string; readonly isFigure: boolean }
  | { readonly kind: "refused" | "undrawn"; readonly note: string; readonly isFigure: boolean };

export interface CollectedImages {
  /** Those that the store still has, in the order of the run. */
  readonly images: readonly StoredImage[];
  /** Those to show: all, or the next figures if an earlier reply had no space for them. */
  readonly news: readonly StoredImage[];
  /** How many the store has dropped since. */
  readonly gone: number;
  /** Why others are not there. */
  readonly notes: readonly string[];
  /** Why figures were not drawn, whose digests are in the text. */
  readonly undrawn: readonly string[];
  /** How many figures are left for another reply. */
  readonly left: number;
  /** Whether an earlier reply has shown the figures before. */
  readonly isNext: boolean;
}

/** Figures of one reply; more images than that are not shown in one anyway. */
const mostFigures = 10;

export class RunImages {
  readonly #store: ImageStore;
  readonly #kept = new WeakMap<Output, Kept>();

  constructor(store: ImageStore) {
    this.#store = store;
  }

  /** Stores what is new in a run and returns all of its images; figures are left if there is no renderer. */
  async collect(run: PresentedRun, options: DrawOptions = {}): Promise<CollectedImages> {
    const all: Kept[] = [];
    const drawn: Kept[] = [];
    let left = 0;
    for (const output of displayed(run.outputs)) {
      const kept = this.#kept.get(output);
      if (kept !== undefined) {
        all.push(kept);
        continue;
      }
      const number = run.executionCount ?? all.length + 1;
      const picture = pickPicture(output.data, { code: run.code, number });
      if (picture === null) continue;
      const isFigure = picture.kind === "figure";
      const isTooMany = isFigure && (drawn.length === mostFigures || left > 0);
      const image = isTooMany ? { kind: "late" } as const : await drawPicture(picture, options);
      if (image.kind === "late") left++;
      else {
        const figure = isFigure
          ? { uri: figureUri(run, output), description: picture.description }
          : undefined;
        const now = this.#keep(output, { image, figure, sessionId: run.sessionId });
        all.push(now);
        if (isFigure) drawn.push(now);
      }
    }
    const isNext = drawn.length > 0 && all.some((one) => one.isFigure && !drawn.includes(one));
    const stored = all.filter((one) => one.kind === "stored");
    const images = stored.flatMap(({ uri }) => this.#store.find(uri) ?? []);
    const next = new Set(drawn.map((one) => one.kind === "stored" ? one.uri : ""));
    return {
      images,
      news: isNext ? images.filter(({ uri }) => next.has(uri)) : images,
      gone: stored.length - images.length,
      notes: all.flatMap((one) => one.kind === "refused" ? [one.note] : []),
      undrawn: all.flatMap((one) => one.kind === "undrawn" ? [one.note] : []),
      left,
      isNext,
    };
  }

  /** The URI of an output's image, if it has one that was collected. */
  uri(output: Output): string | null {
    const kept = this.#kept.get(output);
    return kept?.kind === "stored" ? kept.uri : null;
  }

  #keep(output: Output, picture: DrawnOutput): Kept {
    // Another reply may have drawn it at the same time.
    const kept = this.#kept.get(output) ?? this.#stored(picture);
    this.#kept.set(output, kept);
    return kept;
  }

  #stored({ image: drawn, figure, sessionId }: DrawnOutput): Kept {
    const isFigure = figure !== undefined;
    switch (drawn.kind) {
      case "broken":
        return { kind: "refused", note: drawn.note, isFigure };
      case "undrawn": {
        const note = `The figure of "${figure?.description}" is not drawn: ${drawn.why}. ` +
          `Its digest is in the text, its JSON at ${figure?.uri}`;
        return { kind: "undrawn", note, isFigure };
      }
      case "image": {
        const { image } = drawn;
        try {
          const uri = this.#store.add(sessionId, isFigure ? { ...image, figureUri: figure.uri } : image).uri;
          return { kind: "stored", uri, isFigure };
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          return { kind: "refused", note: `${image.description}: ${error.message}`, isFigure };
        }
      }
    }
  }
}

interface DrawnOutput {
  readonly image: DrawnPicture;
  /** If it was drawn from a figure. */
  readonly figure: { readonly uri: string; readonly description: string } | undefined;
  readonly sessionId: string;
}
