/** Opens the knowledge base when a tool first needs it, and again after its file was replaced. */

import { AppError } from "../base/errors.ts";
import type { KnowledgeBase, KnowledgeBaseOptions } from "./knowledge_base.ts";

export type LazyKnowledgeBaseOptions = Pick<KnowledgeBaseOptions, "readOnly" | "connect">;

export class LazyKnowledgeBase {
  readonly #folder: string | undefined;
  readonly #options: LazyKnowledgeBaseOptions;
  #opening: Promise<KnowledgeBase> | undefined;

  /** @param folder The folder of the base; undefined if its toolset is off. */
  constructor(folder: string | undefined, options: LazyKnowledgeBaseOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /**
   * The base, open; a failure is tried again at the next call.
   *
   * @param signal The end of the call that needs it.
   */
  async open(signal: AbortSignal): Promise<KnowledgeBase> {
    return (await this.#current()).withSignal(signal);
  }

  async #current(): Promise<KnowledgeBase> {
    const opening = this.#opened();
    const base = await opening;
    if (!base.isOutdated) return base;
    if (this.#opening === opening) {
      this.#opening = undefined;
      base.close();
    }
    return await this.#opened();
  }

  #opened(): Promise<KnowledgeBase> {
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
    return await KnowledgeBase.open({ folder: this.#folder, ...this.#options });
  }
}
