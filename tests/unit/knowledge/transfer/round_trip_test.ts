import assert from "node:assert/strict";
import { join } from "node:path";
import { exportFolder } from "../../../../src/knowledge/transfer/export_folder.ts";
import { importFolder } from "../../../../src/knowledge/transfer/import_folder.ts";
import { openKnowledge } from "../../../harness/knowledge_folder.ts";
import { repeatableRandom } from "../../../harness/repeatable_random.ts";
import { everything } from "./everything.ts";

const quiet = () => {};
const count = 300;

/** What has a meaning to readers of YAML, of Markdown, of JSON or of lines. */
const bits = [
  ..."abz019 _-:#\"'\\\t\n\r{}[],&*!|>%@`~?=.<",
  ...["\u2028", "\u2029", "\u0085", "\u00a0", "\u3000", "\ufeff", "\u007f", "\u0001", "\u200b", "\ufffe"],
  ...["---", "\n---\n", "\r\n", ": ", " #", "- ", "true", "NULL", "yes", "2026-01-02", "T03:04:05Z", "1.10"],
  ...["# ", "## Content\n", "## AI Summary\n", "<<", "売上", "😀", "e\u0301", "\\u2028", '\\"', "''", '"""'],
];

Deno.test("items and states of any texts are the same after an export and an import", async () => {
  await using original = await openKnowledge();
  const random = repeatableRandom(11);
  const below = (end: number) => Math.floor(random() * end);
  const text = (longest: number) =>
    Array.from({ length: below(longest + 1) }, () => bits[below(bits.length)]).join("");
  for (let n = 1; n <= count; n++) {
    const title = text(4);
    await original.base.createItem({
      type: `t${n % 3}`,
      title: title.trim() === "" ? `${n} ` : title,
      description: text(6),
      content: text(20),
      category: text(3),
      version: text(3),
      tags: [text(3), text(2)].filter((tag) => tag.trim() !== ""),
      related_notebooks: [`n/x${text(2).replaceAll(/[./\\\p{C}]/gu, "_")}.ipynb`],
      related: n > 1 ? [1 + below(n - 1)] : [],
    });
    if (n % 10 === 0) {
      await original.base.updateState({
        content: text(20),
        tags: ["a b "],
        metadata: { [text(3)]: text(5) },
      });
    }
  }
  const folder = join(original.folder, "export");
  await exportFolder(original.base, folder, quiet);
  const before = await everything(original.base);
  await using copy = await openKnowledge();
  const { created, notes } = await importFolder(copy.base, folder, quiet);
  assert.deepEqual({ created, notes }, { created: count, notes: [] });
  assert.deepEqual(await everything(copy.base), before);
  for (const base of [original.base, copy.base]) {
    assert.deepEqual(await importFolder(base, folder, quiet), {
      created: 0,
      updated: 0,
      unchanged: count,
      kept: 0,
      leftOut: 0,
      relations: 0,
      states: 0,
      notes: [],
    });
    assert.partialDeepStrictEqual(await exportFolder(base, folder, quiet), { written: 0, unchanged: count });
  }
  assert.deepEqual(await everything(original.base), before);
  // No file is taken for one that somebody edited.
  for (const { id } of before.items) await original.base.updateItem(id, { priority: "CRITICAL" });
  const { written, edited } = await exportFolder(original.base, folder, quiet);
  assert.deepEqual({ written, edited }, { written: count, edited: [] });
});
