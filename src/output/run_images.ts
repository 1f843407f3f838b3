/**
 * Puts the pictures of runs into the store, each once.
 *
 * An output that is rendered again (a run that is asked about again) keeps the URI it got the first time. Only the
 * URI is remembered here, so that a picture the store dropped is really gone.
 */

import { AppError } from "../base/errors.ts";
import type { ImageStore, StoredImage } from "../base/image_store.ts";
import type { Output } from "../jupyter/nbformat/outputs.ts";
import { pickImage } from "./image_outputs.ts";
import type { RunFigures } from "./run_figures.ts";
import type { RunView } from "./run_view.ts";

type Kept =
  | { readonly kind: "stored"; readonly uri: string }
  | { readonly kind: "refused"; readonly note: string }
  | { readonly kind: "undrawn"; readonly note: string };

export interface RunPictures {
  /** Those that the store still has, in the order of the run. */
  readonly images: readonly StoredImage[];
  /** How many the store has dropped since. */
  readonly gone: number;
  /** Why others are not there. */
  readonly notes: readonly string[];
  /** Why figures were not drawn, of which the text tells. */
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

  /** Stores what is new in a run and returns all of its pictures. */
  collect(run: RunView): RunPictures {
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

  /** The URI of an output's picture, if it has one that was collected. */
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
