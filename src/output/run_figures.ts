/**
 * Draws the figures of runs that carry no picture of their own, each once.
 *
 * An answer waits for the first few of them, for as long as its pictures may take; the others are left for the next
 * one. What could not be drawn is told with its reason, once for each output.
 */

import type { Output } from "../jupyter/nbformat/outputs.ts";
import { figureOf } from "./figure_digest.ts";
import { type FigurePicture, figurePicture } from "./figure_picture.ts";
import { describeImage, hasImage } from "./image_outputs.ts";
import { OutOfTime } from "./picture_time.ts";
import type { Charts } from "../tool.ts";
import { figureUri, type RunView } from "./run_view.ts";

/** Figures of one answer; more pictures than that are not shown in one anyway. */
const mostFigures = 10;

export interface DrawnFigures {
  /** The outputs of which figures were drawn now. */
  readonly drawn: readonly Output[];
  /** How many are left for another time. */
  readonly left: number;
  /** Whether an earlier answer has shown the ones before. */
  readonly isNext: boolean;
}

export interface DrawOptions {
  readonly renderer: Pick<Charts, "drawFigure">;
  readonly signal?: AbortSignal | undefined;
}

export class RunFigures {
  readonly #drawn = new WeakMap<Output, FigurePicture>();

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
      const picture = await inTime(figurePicture(figure, { renderer, description, signal }));
      if (picture === undefined) left++;
      else {
        drawn.push(output);
        this.#drawn.set(output, withUri(picture, { uri: figureUri(run, output), description }));
      }
    }
    return { drawn, left, isNext: isNext && drawn.length > 0 };
  }

  /** What became of the figure in an output, if there is one that was drawn. */
  of(output: Output): FigurePicture | undefined {
    return this.#drawn.get(output);
  }
}

/** Undefined where this answer has no more time for it. */
function inTime(picture: Promise<FigurePicture>): Promise<FigurePicture | undefined> {
  return picture.catch((error) => {
    if (error instanceof OutOfTime) return undefined;
    throw error;
  });
}

function withUri(
  picture: FigurePicture,
  { uri, description }: { readonly uri: string; readonly description: string },
): FigurePicture {
  if (picture.kind === "image") return { ...picture, image: { ...picture.image, figureUri: uri } };
  const why =
    `The figure of "${description}" is not drawn: ${picture.why}. Its digest is in the text, its JSON at ${uri}`;
  return { kind: "undrawn", why };
}
