/** The way to the knowledge base: opens it when a tool first needs it. */

import { AppError } from "../errors.ts";
import type { KnowledgeBase } from "./knowledge_base.ts";

export class KnowledgeDoor {
  readonly #folder: string | undefined;
  readonly #tell: (message: string) => void;
  #opening: Promise<KnowledgeBase> | undefined;

  /**
   * @param folder The folder of the base; undefined where there is none to use.
   * @param tell Hears of work that may take long where the base is large.
   */
  constructor(folder: string | undefined, tell: (message: string) => void) {
    this.#folder = folder;
    this.#tell = tell;
  }

  /** The base, open; a failure is tried again at the next call. */
  open(): Promise<KnowledgeBase> {
    this.#opening ??= this.#open().catch((error) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async close(): Promise<void> {
    const base = await this.#opening?.catch(() => undefined);
    base?.close();
  }

  async #open(): Promise<KnowledgeBase> {
    if (this.#folder === undefined) {
      throw new AppError("unsupported", "Cannot use the knowledge base: its toolset is off", {
        hint: "Start jupyter-mcp with --toolsets default,knowledge",
      });
    }
    const { KnowledgeBase } = await import("./knowledge_base.ts");
    return await KnowledgeBase.open({ folder: this.#folder, tell: this.#tell });
  }
}
