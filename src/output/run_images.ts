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
import type { Charts } from "../services.ts";
import { figureOf } from "./figure_digest.ts";
import { type FigureImage, figureImage } from "./figure_images.ts";
import { describeImage, hasImage, pickImage } from "./mime_bundles.ts";
import { OutOfTime } from "./image_deadline.ts";
import { figureUri, type RunView } from "./run_view.ts";

type Kept =
  | { readonly kind: "stored"; readonly uri: string }
  | { readonly kind: "refused"; readonly note: string }
  | { readonly kind: "undrawn"; readonly note: string };

export interface CollectedImages {
  /** Those that the store still has, in the order of the run. */
  readonly images: readonly StoredImage[];
  /** How many the store has dropped since. */
  readonly gone: number;
  /** Why others are not there. */
  readonly notes: readonly string[];
  /** Why figures were not drawn, whose digests are in the text. */
  readonly undrawn: readonly string[];
}

export class RunImages {
  readonly #store: ImageStore;
  readonly #figures: Pick<RunFigures, "of">;
  readonly #kept = new WeakMap<Output, Kept>();

  constructor(store: ImageStore, figures: Pick<RunFigures, "of">) {
    this.#store = store;
    this.#figures = figures;
  }

  /** Stores what is new in a run and returns all of its images. */
  collect(run: RunView): CollectedImages {
    const notes: string[] = [];
    const undrawn: string[] = [];
    const uris: string[] = [];
    for (const output of run.outputs) {
      const kept = this.#kept.get(output) ?? this.#keep(output, run, uris.length + 1);
      if (kept?.kind === "stored") uris.push(kept.uri);
      if (kept?.kind === "refused") notes.push(kept.note);
      if (kept?.kind === "undrawn") undrawn.push(kept.note);
    }
    const images = uris.flatMap((uri) => this.#store.find(uri) ?? []);
    return { images, gone: uris.length - images.length, notes, undrawn };
  }

  /** The URI of an output's image, if it has one that was collected. */
  uri(output: Output): string | null {
    const kept = this.#kept.get(output);
    return kept?.kind === "stored" ? kept.uri : null;
  }

  #keep(output: Output, run: RunView, place: number): Kept | null {
    if (output.output_type !== "display_data" && output.output_type !== "execute_result") return null;
    const picked = pickImage(output.data, { code: run.code, number: run.executionCount ?? place }) ??
      this.#figures.of(output);
    if (picked === undefined) return null;
    const kept: Kept = picked.kind === "image"
      ? this.#add(run.sessionId, picked.image)
      : picked.kind === "broken"
      ? { kind: "refused", note: picked.note }
      : { kind: "undrawn", note: picked.why };
    this.#kept.set(output, kept);
    return kept;
  }

  #add(sessionId: string, image: Parameters<ImageStore["add"]>[1]): Kept {
    try {
      return { kind: "stored", uri: this.#store.add(sessionId, image).uri };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { kind: "refused", note: `${image.description}: ${error.message}` };
    }
  }
}

/** Figures of one reply; more images than that are not shown in one anyway. */
const mostFigures = 10;

export interface DrawnFigures {
  /** The outputs of which figures were drawn now. */
  readonly drawn: readonly Output[];
  /** How many are left for another time. */
  readonly left: number;
  /** Whether an earlier reply has shown the ones before. */
  readonly isNext: boolean;
}

interface DrawOptions {
  readonly renderer: Pick<Charts, "drawFigure">;
  readonly signal?: AbortSignal | undefined;
}

export class RunFigures {
  readonly #drawn = new WeakMap<Output, FigureImage>();

  /** Draws what is new in a run, for {@linkcode of}. */
  async draw(run: RunView, { renderer, signal }: DrawOptions): Promise<DrawnFigures> {
    const drawn: Output[] = [];
    let left = 0;
    let isNext = false;
    for (const output of run.outputs) {
      if (output.output_type !== "display_data" && output.output_type !== "execute_result") continue;
      if (hasImage(output.data)) continue;
      if (this.#drawn.has(output)) {
        isNext = true;
        continue;
      }
      const figure = figureOf(output.data);
      if (figure === null) continue;
      if (drawn.length === mostFigures || left > 0) {
        left++;
        continue;
      }
      const number = run.executionCount ?? drawn.length + 1;
      const description = describeImage(output.data, { code: run.code, number });
      const drawnImage = await inTime(figureImage(figure, { renderer, description, signal }));
      if (drawnImage === undefined) left++;
      else {
        drawn.push(output);
        this.#drawn.set(output, withUri(drawnImage, { uri: figureUri(run, output), description }));
      }
    }
    return { drawn, left, isNext: isNext && drawn.length > 0 };
  }

  /** What became of the figure in an output, if there is one that was drawn. */
  of(output: Output): FigureImage | undefined {
    return this.#drawn.get(output);
  }
}

/** Undefined if this reply has no time left for it. */
function inTime(drawing: Promise<FigureImage>): Promise<FigureImage | undefined> {
  return drawing.catch((error) => {
    if (error instanceof OutOfTime) return undefined;
    throw error;
  });
}

function withUri(
  drawnImage: FigureImage,
  { uri, description }: { readonly uri: string; readonly description: string },
): FigureImage {
  if (drawnImage.kind === "image") return { ...drawnImage, image: { ...drawnImage.image, figureUri: uri } };
  const why =
    `The figure of "${description}" is not drawn: ${drawnImage.why}. Its digest is in the text, its JSON at ${uri}`;
  return { kind: "undrawn", why };
}
