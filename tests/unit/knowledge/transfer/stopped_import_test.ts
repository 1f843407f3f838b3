import assert from "node:assert/strict";
import { join } from "node:path";
import { z } from "zod";
import type { KnowledgeBase } from "../../../../src/knowledge/knowledge_base.ts";
import { importFolder } from "../../../../src/knowledge/transfer/import_folder.ts";
import { openKnowledge } from "../../../harness/knowledge_folder.ts";

const count = 450;

/** From now on the file may not grow, as on a full disk; or may again. */
async function limit(base: KnowledgeBase, pages?: number): Promise<void> {
  await base.read((db) => {
    const row = z.object({ page_count: z.number() });
    const now = db.row(row, "PRAGMA page_count")?.page_count ?? 0;
    db.row(z.unknown(), `PRAGMA max_page_count = ${pages ?? now}`);
  });
}

Deno.test("an import that a full disk ends tells how far it came, and goes on when there is room", async () => {
  await using knowledge = await openKnowledge();
  const { base } = knowledge;
  const folder = join(knowledge.folder, "files");
  await Deno.mkdir(folder);
  for (let n = 1; n <= count; n++) {
    const fields = `id: ${n}\ntype: t\ntitle: t${n}\ncreated: 2026-01-01`;
    await Deno.writeTextFile(join(folder, `${n}.md`), `---\n${fields}\n---\n\n${"text ".repeat(1_000)}`);
  }
  const limits: Promise<void>[] = [];
  await assert.rejects(importFolder(base, folder, () => limits.push(limit(base))), {
    code: "database_error",
    message: /: the disk is full, after 200 of 450 items$/,
    hint: "These are kept. Fix the problem and run the same command again: it continues with the rest",
  });
  await Promise.all(limits);
  assert.equal((await base.stats()).totalItems, 200);
  await limit(base, 1_000_000);
  const { created, unchanged } = await importFolder(base, folder, () => {});
  assert.deepEqual({ created, unchanged }, { created: 250, unchanged: 200 });
});

Deno.test("an import that takes nothing says that nothing was changed", async () => {
  await using knowledge = await openKnowledge();
  const folder = join(knowledge.folder, "files");
  await Deno.mkdir(folder);
  const fields = "id: 1\ntype: t\ntitle: t\ncreated: 2026-01-01";
  await Deno.writeTextFile(join(folder, "1.md"), `---\n${fields}\n---\n\n${"text ".repeat(10_000)}`);
  await limit(knowledge.base);
  await assert.rejects(importFolder(knowledge.base, folder, () => {}), {
    message: /: the disk is full$/,
    hint: /^Nothing was changed/,
  });
});
