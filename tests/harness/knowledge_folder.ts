/** A knowledge base in a folder of its own, without the program around it. */

import { KnowledgeBase, type KnowledgeBaseOptions } from "../../src/knowledge/knowledge_base.ts";

export class KnowledgeFolder implements AsyncDisposable {
  readonly folder: string;
  readonly base: KnowledgeBase;

  constructor(folder: string, base: KnowledgeBase) {
    this.folder = folder;
    this.base = base;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.base.close();
    await Deno.remove(this.folder, { recursive: true });
  }
}

export async function openKnowledge(options: Partial<KnowledgeBaseOptions> = {}): Promise<KnowledgeFolder> {
  const folder = await Deno.makeTempDir({ prefix: "knowledge-" });
  return new KnowledgeFolder(folder, await KnowledgeBase.open({ folder, ...options }));
}
