import assert from "node:assert/strict";
import { join } from "node:path";
import type { KnowledgeBase } from "../../../../src/knowledge/knowledge_base.ts";
import { exportFolder } from "../../../../src/knowledge/transfer/export_folder.ts";
import { importFolder } from "../../../../src/knowledge/transfer/import_folder.ts";
import { openKnowledge } from "../../../harness/knowledge_folder.ts";
import { everything } from "./everything.ts";

const quiet = () => {};

/** The titles that an item is linked with, by its own. */
async function links(base: KnowledgeBase): Promise<Record<string, string[]>> {
  const { items } = await everything(base);
  const titleOf = (id: number) => items.find((item) => item.id === id)?.title ?? "?";
  return Object.fromEntries(items.map(({ title, related }) => [title, related.map(titleOf).sort()]));
}

/** Changes the text of an item's file. */
async function edit(folder: string, name: string, change: (text: string) => string): Promise<void> {
  const path = join(folder, "t", name);
  await Deno.writeTextFile(path, change(await Deno.readTextFile(path)));
}

Deno.test("items of two bases in one folder are linked as each was", async () => {
  await using one = await openKnowledge();
  await using other = await openKnowledge();
  const folder = join(one.folder, "export");
  for (const [name, { base }] of [["one", one], ["other", other]] as const) {
    for (const letter of ["a", "b", "c"]) await base.createItem({ type: "t", title: `${name} ${letter}` });
    await base.addRelations({ sourceId: 1, targetIds: name === "one" ? [2] : [2, 3] });
    await base.updateState({ content: name, related: [3] });
    await exportFolder(base, folder, quiet);
  }
  const expected = {
    "one a": ["one b"],
    "one b": ["one a"],
    "one c": [],
    "other a": ["other b", "other c"],
    "other b": ["other a"],
    "other c": ["other a"],
  };
  await using both = await openKnowledge();
  assert.partialDeepStrictEqual(await importFolder(both.base, folder, quiet), { created: 6, relations: 3 });
  assert.deepEqual(await links(both.base), expected);
  const { unchanged, relations, notes } = await importFolder(both.base, folder, quiet);
  assert.deepEqual({ unchanged, relations, notes }, { unchanged: 6, relations: 0, notes: [] });
});

Deno.test("a number that may mean several items links none of them", async () => {
  await using knowledge = await openKnowledge();
  const folder = join(knowledge.folder, "export");
  await Deno.mkdir(folder);
  const write = (name: string, fields: string) =>
    Deno.writeTextFile(
      join(folder, `${name}.md`),
      `---\ntype: t\ntitle: ${name}\nuid: ${name}\ncreated: 2026-01-01\n${fields}\n---\n\nx`,
    );
  await write("a", "id: 1\nrelated: [2, 3]");
  await write("b", "id: 2");
  await write("c", "id: 3");
  await write("d", "id: 3");
  const { notes } = await importFolder(knowledge.base, folder, quiet);
  assert.deepEqual(await links(knowledge.base), { a: ["b"], b: ["a"], c: [], d: [] });
  assert.deepEqual(notes, [
    "d.md: its id 3 cannot be kept: it became 4",
    "a.md: related 3 may be several items: left out",
  ]);
});

/** Two linked items, exported. */
async function linked() {
  let time = Date.UTC(2026, 0, 1);
  const knowledge = await openKnowledge({ now: () => time += 1_000 });
  await knowledge.base.createItem({ type: "t", title: "a" });
  await knowledge.base.createItem({ type: "t", title: "b", related: [1] });
  await knowledge.base.createItem({ type: "t", title: "c" });
  const folder = join(knowledge.folder, "export");
  await exportFolder(knowledge.base, folder, quiet);
  return { knowledge, base: knowledge.base, folder };
}

Deno.test("an import removes no link, and makes again what the files list", async () => {
  const { knowledge, base, folder } = await linked();
  await using _ = knowledge;
  await base.addRelations({ sourceId: 1, targetIds: [3] });
  await base.removeRelations({ sourceId: 1, targetIds: [2] });
  await edit(folder, "1-a.md", (text) => `${text}more`);
  assert.partialDeepStrictEqual(await importFolder(base, folder, quiet), { updated: 1, relations: 1 });
  assert.deepEqual(await links(base), { a: ["b", "c"], b: ["a"], c: ["a"] });
});

Deno.test("a link that a person adds to one file is made", async () => {
  const { knowledge, base, folder } = await linked();
  await using _ = knowledge;
  await edit(folder, "1-a.md", (text) => text.replace("related: [2]", "related: [2, 3]"));
  const { relations, notes } = await importFolder(base, folder, quiet);
  assert.deepEqual({ relations, notes }, { relations: 1, notes: [] });
  assert.deepEqual(await links(base), { a: ["b", "c"], b: ["a"], c: ["a"] });
});

Deno.test("an import that broke off is completed by the next", async () => {
  await using original = await openKnowledge();
  for (let n = 1; n <= 250; n++) {
    await original.base.createItem({ type: "t", title: `item ${n}`, related: n > 1 ? [n - 1] : [] });
  }
  const folder = join(original.folder, "export");
  await exportFolder(original.base, folder, quiet);
  await using copy = await openKnowledge();
  const breakOff = () => {
    throw new Error("broken off");
  };
  await assert.rejects(importFolder(copy.base, folder, breakOff), /broken off/);
  assert.equal((await copy.base.stats()).totalItems, 200);
  const { created, unchanged, relations } = await importFolder(copy.base, folder, quiet);
  assert.deepEqual({ created, unchanged, relations }, { created: 50, unchanged: 200, relations: 249 });
  assert.deepEqual(await everything(copy.base), await everything(original.base));
});

Deno.test("ids that somebody has written by hand into the list of links stop no import", async () => {
  await using knowledge = await openKnowledge();
  const folder = join(knowledge.folder, "export");
  for (const title of ["a", "b"]) await knowledge.base.createItem({ type: "t", title });
  await knowledge.base.addRelations({ sourceId: 1, targetIds: [2] });
  await exportFolder(knowledge.base, folder, quiet);
  await edit(folder, "1-a.md", (text) => text.replace("related_uids: {", '$&"foo":"x","1.5":"y",'));
  assert.match(await Deno.readTextFile(join(folder, "t", "1-a.md")), /"foo":"x"/);
  await using other = await openKnowledge();
  await importFolder(other.base, folder, quiet);
  assert.deepEqual(await links(other.base), { a: ["b"], b: ["a"] });
});
