/** Opens the knowledge base when a tool first needs it, and again after its file was replaced. */

import { AppError } from "../base/errors.ts";
import type { KnowledgeBase } from "./knowledge_base.ts";

export class LazyKnowledgeBase {
  readonly #folder: string | undefined;
  readonly #options: { readonly readOnly: boolean };
  #opening: Promise<KnowledgeBase> | undefined;

  /** @param folder The folder of the base; undefined if its toolset is off. */
  constructor(folder: string | undefined, options: { readonly readOnly: boolean }) {
    this.#folder = folder;
    this.#options = options;
  }

  /**
   * The base, open; a failure is tried again at the next call.
   *
   * @param signal The end of the call that needs it.
   */
  async open(signal: AbortSignal): Promise<KnowledgeBase> {
    const opening = this.#opened();
    const base = await opening;
    if (base.isOutdated && this.#opening === opening) {
      this.#opening = undefined;
      base.close();
    }
    return (await this.#opened()).withSignal(signal);
  }

  async close(): Promise<void> {
    const base = await this.#opening?.catch(() => undefined);
    base?.close();
  }

  #opened(): Promise<KnowledgeBase> {
    this.#opening ??= this.#open().catch((error) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #open(): Promise<KnowledgeBase> {
    if (this.#folder === undefined) {
      throw new AppError("unsupported", "Cannot use the knowledge base: its toolset is off", {
        hint: "Start jupyter-mcp with --toolsets default,knowledge",
      });
    }
    const { KnowledgeBase } = await import("./knowledge_base.ts");
    return await KnowledgeBase.open({ folder: this.#folder, ...this.#options });
  }
}
