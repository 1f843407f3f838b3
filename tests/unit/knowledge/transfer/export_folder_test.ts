import assert from "node:assert/strict";
import { join } from "node:path";
import { exportFolder } from "../../../../src/knowledge/transfer/export_folder.ts";
import { importFolder } from "../../../../src/knowledge/transfer/import_folder.ts";
import { openKnowledge } from "../../../harness/knowledge_folder.ts";

const quiet = () => {};

Deno.test("an export tells of edits that it writes over, and only of those", async () => {
  let time = Date.UTC(2026, 0, 1);
  await using knowledge = await openKnowledge({ now: () => time += 1_000 });
  const { base } = knowledge;
  for (const title of ["edited", "linked", "changed", "broken"]) {
    await base.createItem({ type: "t", title, tags: ["b", "a"] });
  }
  const folder = join(knowledge.folder, "export");
  await exportFolder(base, folder, quiet);
  const at = (name: string) => join(folder, "t", name);
  const edit = async (name: string, change: (text: string) => string) =>
    await Deno.writeTextFile(at(name), change(await Deno.readTextFile(at(name))));
  await edit("1-edited.md", (text) => `${text}more`);
  await edit("4-broken.md", (text) => text.replace("---", ""));
  await base.addRelations({ sourceId: 2, targetIds: [3] });
  await base.updateItem(3, { content: "new" });
  const { written, edited } = await exportFolder(base, folder, quiet);
  assert.deepEqual({ written, edited }, {
    written: 4,
    edited: [join("t", "1-edited.md"), join("t", "4-broken.md")],
  });
  assert.equal((await exportFolder(base, folder, quiet)).written, 0);
});

Deno.test("an export tells of edits in files that are older than their items, and of links", async () => {
  let time = Date.UTC(2026, 0, 1);
  await using knowledge = await openKnowledge({ now: () => time += 1_000 });
  const { base } = knowledge;
  for (const title of ["edited", "linked", "same", "changed", "spelt", "old name"]) {
    await base.createItem({ type: "t", title, tags: ["b", "a"] });
  }
  await base.addRelations({ sourceId: 1, targetIds: [2] });
  const folder = join(knowledge.folder, "export");
  await exportFolder(base, folder, quiet);
  const edit = async (name: string, change: (text: string) => string) => {
    const path = join(folder, "t", name);
    await Deno.writeTextFile(path, change(await Deno.readTextFile(path)));
  };
  await edit("1-edited.md", (text) => `${text}more`);
  await edit("2-linked.md", (text) => text.replace("related: [1]", "related: [1, 3]"));
  await edit("3-same.md", (text) => text.replace("status: Open", "status: Closed"));
  await edit("5-spelt.md", (text) => text.replace('tags: ["a","b"]', "tags:\n  - b\n  - a"));
  await edit("6-old_name.md", (text) => `${text}more`);
  await base.updateItem(6, { title: "new name" });
  await base.updateItem(1, { description: "new" });
  await base.updateItem(3, { status: "Closed" });
  await base.updateItem(4, { content: "new" });
  const { edited } = await exportFolder(base, folder, quiet);
  // What the third file said is what the base says now.
  assert.deepEqual(edited, ["1-edited.md", "2-linked.md", "6-old_name.md"].map((name) => join("t", name)));
});

Deno.test("an export does not tell of edits that were imported, unless the item was changed again", async () => {
  let time = Date.UTC(2026, 0, 1);
  await using knowledge = await openKnowledge({ now: () => time += 1_000 });
  const { base } = knowledge;
  for (const title of ["taken", "kept"]) await base.createItem({ type: "t", title });
  const folder = join(knowledge.folder, "export");
  await exportFolder(base, folder, quiet);
  const append = (name: string) => Deno.writeTextFile(join(folder, "t", name), "more", { append: true });
  await append("1-taken.md");
  await append("2-kept.md");
  // The second item was changed here after its file: the import leaves it.
  await base.updateItem(2, { description: "new" });
  assert.partialDeepStrictEqual(await importFolder(base, folder, quiet), { updated: 1, kept: 1 });
  assert.deepEqual((await exportFolder(base, folder, quiet)).edited, [join("t", "2-kept.md")]);
});

Deno.test("items of two bases with the same type, number and title have files of their own", async () => {
  await using one = await openKnowledge();
  await using other = await openKnowledge({ newUid: () => "../../../evil" });
  const folder = join(one.folder, "export");
  for (const [content, { base }] of [["first", one], ["second", other]] as const) {
    await base.createItem({ type: "t", title: "Setup", content });
  }
  for (const { base } of [one, other, one, other]) {
    assert.deepEqual((await exportFolder(base, folder, quiet)).edited, []);
  }
  const names = [...Deno.readDirSync(join(folder, "t"))].map(({ name }) => name).sort();
  assert.equal(names.length, 2, names.join());
  assert.match(names.join(), /^1-Setup\.md,1-Setup_[0-9a-f]{8}\.md$/);
  await using both = await openKnowledge();
  assert.equal((await importFolder(both.base, folder, quiet)).created, 2);
});
