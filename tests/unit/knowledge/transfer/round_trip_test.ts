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

Deno.test("a deleted item that an import brings back has its id again, also where a state names it", async () => {
  await using knowledge = await openKnowledge();
  await knowledge.base.createItem({ type: "t", title: "back" });
  await knowledge.base.updateState({ content: "all", related: [1] });
  const folder = join(knowledge.folder, "export");
  await exportFolder(knowledge.base, folder, () => {});
  await knowledge.base.deleteItem(1);
  assert.partialDeepStrictEqual(await importFolder(knowledge.base, folder, () => {}), {
    created: 1,
    notes: [],
  });
  assert.equal((await knowledge.base.getItem(1)).title, "back");
  assert.equal((await knowledge.base.recentStates(1)).states[0]?.deleted, undefined);
});

Deno.test("a state that names deleted items is the same after an export and an import, and nothing gets their ids", async () => {
  await using here = await openKnowledge();
  for (const title of ["a", "b", "c", "d"]) await here.base.createItem({ type: "t", title });
  await here.base.updateState({ content: "all", related: [1, 2, 4] });
  for (const id of [1, 4]) await here.base.deleteItem(id);
  const folder = join(here.folder, "export");
  await exportFolder(here.base, folder, () => {});
  await using there = await openKnowledge();
  const { notes } = await importFolder(there.base, folder, () => {});
  assert.deepEqual(notes, []);
  assert.deepEqual(await everything(there.base), await everything(here.base));
  const [state] = (await there.base.recentStates(1)).states;
  assert.partialDeepStrictEqual(state, { related: [1, 2, 4], deleted: [1, 4] });
  assert.equal((await there.base.createItem({ type: "t", title: "new" })).id, 5);

  await using third = await openKnowledge();
  await third.base.createItem({ type: "t", title: "with an id of a deleted item" });
  const files = join(third.folder, "export");
  await exportFolder(third.base, files, () => {});
  const moved = await importFolder(there.base, files, () => {});
  assert.match(moved.notes.join(), /: id 1 is another item's here: it became 6$/);
  assert.partialDeepStrictEqual((await there.base.recentStates(1)).states, [{ deleted: [1, 4] }]);

  await using other = await openKnowledge();
  await other.base.createItem({ type: "t", title: "another's" });
  const told = await importFolder(other.base, folder, () => {});
  assert.deepEqual((await other.base.recentStates(1)).states[0]?.related, [2, 4]);
  assert.match(told.notes.join(), /related 1 is not there, the link was left out/);
});
