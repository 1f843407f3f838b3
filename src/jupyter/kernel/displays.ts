/**
 * Which of our runs show which display of a kernel, so that an update reaches a display wherever it is shown.
 *
 * A restarted kernel has forgotten its displays, and so do we. Bounded: the oldest are forgotten if there are too many.
 */

import { BoundedMap } from "../../base/bounded_map.ts";
import type { MimeBundle } from "../nbformat/outputs.ts";
import { displayContent } from "./large_content.ts";
import type { Received } from "./messages.ts";

/** What a display shows from now on. */
export interface DisplayUpdate {
  readonly data: MimeBundle;
  readonly metadata: MimeBundle;
}

/** A run's outputs, some of which are displays with an id. */
export interface DisplayHolder {
  /** Shows the new content; resolves when it was written to wherever the outputs were. */
  updateDisplay(id: string, content: DisplayUpdate): Promise<void>;
}

const maxDisplays = 10_000;

export class Displays {
  #holders = new BoundedMap<Set<DisplayHolder>>({ most: maxDisplays });
  readonly #updating = new Set<Promise<void>>();

  /** Records that a run shows a display. */
  shown(id: string, holder: DisplayHolder): void {
    this.#holders.set(id, (this.#holders.get(id) ?? new Set()).add(holder));
  }

  /** Updates a display in all runs but `from`, which has done so itself; returns whether there are any. */
  update(id: string, content: DisplayUpdate, from?: DisplayHolder): boolean {
    const others = [...this.#holders.get(id) ?? []].filter((holder) => holder !== from);
    for (const holder of others) {
      const updating = holder.updateDisplay(id, content).catch(() => undefined);
      this.#updating.add(updating);
      void updating.then(() => this.#updating.delete(updating));
    }
    return others.length > 0;
  }

  /** Takes an update by another client's code, or by a thread of a run that is over. */
  take(message: Received): void {
    if (this.#holders.isEmpty) return;
    const { data, metadata, displayId } = displayContent(message);
    if (displayId !== undefined) this.update(displayId, { data, metadata });
  }

  /** Resolves when the updates so far have been written to their notebooks. */
  async settled(): Promise<void> {
    await Promise.all(this.#updating);
  }

  clear(): void {
    this.#holders = new BoundedMap({ most: maxDisplays });
  }
}
