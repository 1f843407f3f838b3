/**
 * Displays of an ended run that later code changes, written into the run's cell: at once, and where they change often,
 * now and then.
 */

import { delay } from "../../base/async.ts";
import type { Execution } from "../kernel/execution.ts";
import type { Edit } from "../nbformat/notebook.ts";
import { updateRun } from "../nbformat/run_cell.ts";
import type { NotebookHome } from "./notebook_home.ts";
import { outputsFor } from "./run_outputs.ts";

export interface DisplayUpdatesOptions {
  readonly home: Pick<NotebookHome, "kind">;
  readonly cellId: string;
  readonly execution: Execution;
  readonly editLater: (edit: Edit) => Promise<void>;
}

/** Milliseconds between two writes. */
const pauses = { shared: 50, file: 1_000 } as const;

export class DisplayUpdates {
  readonly #options: DisplayUpdatesOptions;
  readonly #begun = Promise.withResolvers<boolean>();
  #hasChanged = false;
  #writing: Promise<void> | undefined;

  constructor(options: DisplayUpdatesOptions) {
    this.#options = options;
    options.execution.outputs.onUpdate(() => this.#take());
  }

  /** The run is over and written: from now on its displays are written here. */
  begin(): void {
    this.#begun.resolve(true);
  }

  /** Nothing is written where the run is not in the notebook; without effect after {@linkcode begin}. */
  giveUp(): void {
    this.#begun.resolve(false);
  }

  /** Resolves when the change is in the notebook; that of a run under way is written with its other outputs. */
  #take(): Promise<void> {
    this.#hasChanged = true;
    if (this.#options.execution.status === "running") return Promise.resolve();
    this.#writing ??= this.#write().finally(() => this.#writing = undefined);
    return this.#writing;
  }

  async #write(): Promise<void> {
    const { home, cellId, execution, editLater } = this.#options;
    if (!await this.#begun.promise) return;
    while (this.#hasChanged) {
      this.#hasChanged = false;
      await editLater(updateRun(cellId, outputsFor(home.kind, execution), execution.executionCount));
      if (this.#hasChanged) await delay(pauses[home.kind]);
    }
  }
}
