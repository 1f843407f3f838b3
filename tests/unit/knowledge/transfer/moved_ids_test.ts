import assert from "node:assert/strict";
import { join } from "node:path";
import { exportFolder } from "../../../../src/knowledge/transfer/export_folder.ts";
import { importFolder } from "../../../../src/knowledge/transfer/import_folder.ts";
import { openKnowledge } from "../../../harness/knowledge_folder.ts";
import { everything } from "./everything.ts";

const quiet = () => {};

/** A folder with a file for each text of front matter. */
async function written(home: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(home, "files");
  await Deno.mkdir(folder);
  for (const [name, fields] of Object.entries(files)) {
    const times = "created: 2026-01-01\nupdated: 2026-01-01";
    await Deno.writeTextFile(join(folder, name), `---\n${fields}\ntype: t\n${times}\n---\n\nx`);
  }
  return folder;
}

Deno.test("an import gives new ids only to items whose own are taken, above all others, and tells which", async () => {
  await using original = await openKnowledge();
  for (let n = 1; n <= 5; n++) {
    await original.base.createItem({ type: "t", title: `A${n}`, related: n === 5 ? [1, 2, 3] : [] });
  }
  const folder = join(original.folder, "export");
  await exportFolder(original.base, folder, quiet);
  await using other = await openKnowledge();
  for (const title of ["mine", "too"]) await other.base.createItem({ type: "t", title });
  const seen: string[] = [];
  const summary = await importFolder(other.base, folder, (done, total) => seen.push(`${done}/${total}`));
  assert.deepEqual(summary.notes, [
    `${join("t", "1-A1.md")}: id 1 is another item's here: it became 6`,
    `${join("t", "2-A2.md")}: id 2 is another item's here: it became 7`,
  ]);
  assert.deepEqual(seen, ["3/5", "5/5"]);
  const { items } = await everything(other.base);
  assert.deepEqual(items.map(({ id, title }) => `${id} ${title}`), [
    "1 mine",
    "2 too",
    "3 A3",
    "4 A4",
    "5 A5",
    "6 A1",
    "7 A2",
  ]);
  assert.deepEqual(items.find(({ id }) => id === 5)?.related, [3, 6, 7]);
  const again = await importFolder(other.base, folder, quiet);
  assert.deepEqual({ unchanged: again.unchanged, notes: again.notes }, { unchanged: 5, notes: [] });
});

Deno.test("of several items with one id the first keeps it, and none takes that of another", async () => {
  await using knowledge = await openKnowledge();
  const folder = await written(knowledge.folder, {
    "a1.md": "id: 1\ntitle: a1\nuid: a1",
    "b1.md": "id: 1\ntitle: b1\nuid: b1",
    "c2.md": "id: 2\ntitle: c2\nuid: c2",
  });
  const { notes } = await importFolder(knowledge.base, folder, quiet);
  assert.deepEqual(notes, ["b1.md: id 1 is another item's here: it became 3"]);
  assert.equal((await knowledge.base.getItem(2)).title, "c2");
});

Deno.test("ids that leave no room for others, or are none, are given anew and told", async () => {
  await using knowledge = await openKnowledge();
  const folder = await written(knowledge.folder, {
    "a.md": "id: 1731792000000000000\ntitle: a",
    "b.md": "id: 1731792000000000001\ntitle: b",
    "c.md": "id: 9007199254740991\ntitle: c",
    "d.md": "id: -3\ntitle: d",
    "e.md": "id: 1.5\ntitle: e",
    "f.md": "id: 0\ntitle: f",
    "g.md": "id: 1000000000000000\ntitle: g\nrelated: [1731792000000000001]",
  });
  const { created, notes } = await importFolder(knowledge.base, folder, quiet);
  assert.equal(created, 7);
  const why = "its id is not a whole number from 1 to 1000000000000000";
  assert.deepEqual(
    notes,
    ["a", "b", "c", "d", "e", "f"].map((name, at) => `${name}.md: ${why}: it became ${1e15 + 1 + at}`),
  );
  assert.deepEqual((await knowledge.base.getItem(1e15)).related, [1e15 + 2]);
  const { items, total } = await knowledge.base.listItems({
    limit: 9,
    offset: 0,
    sortBy: "created",
    sortOrder: "asc",
  });
  assert.deepEqual(items.map(({ title }) => title), ["g", "a", "b", "c", "d", "e", "f"]);
  assert.equal(total, 7);
  assert.equal((await knowledge.base.createItem({ type: "t", title: "next" })).id, 1e15 + 7);
  assert.partialDeepStrictEqual(await importFolder(knowledge.base, folder, quiet), { unchanged: 7 });
});

Deno.test("links with ids that are larger than numbers can be are kept, however a file spells them", async () => {
  await using knowledge = await openKnowledge();
  const large = 1731792000000000000n;
  const spellings = {
    "1.md": `[${large + 1n}]`,
    "2.md": `${large + 2n}`,
    "3.md": `"${large + 1n}, ${large + 2n}"`,
    "4.md": `\n  - ${large + 1n}\n  - 1`,
    "5.md": `[${large + 3n}]`,
  };
  const folder = await written(knowledge.folder, {
    ...Object.fromEntries(
      Object.entries(spellings).map((
        [name, related],
        at,
      ) => [name, `id: ${at + 1}\ntitle: x\nrelated: ${related}`]),
    ),
    "a.md": `id: ${large + 1n}\ntitle: a`,
    "b.md": `id: ${large + 2n}\ntitle: b`,
  });
  const { relations, notes } = await importFolder(knowledge.base, folder, quiet);
  assert.equal(relations, 6);
  const why = "its id is not a whole number from 1 to 1000000000000000";
  assert.deepEqual(notes, [
    `a.md: ${why}: it became 6`,
    `b.md: ${why}: it became 7`,
    `5.md: related ${large + 3n} is not there, the link was left out`,
  ]);
  const related = [6, 7].map(async (id) => (await knowledge.base.getItem(id)).related);
  assert.deepEqual(await Promise.all(related), [[1, 3, 4], [2, 3]]);
});

Deno.test("a link of an item with itself and an empty tag are left out, and told", async () => {
  await using knowledge = await openKnowledge();
  const folder = await written(knowledge.folder, {
    "a.md": 'id: 1\ntitle: a\nrelated: [1, 2]\ntags: ["x", " "]',
    "b.md": "id: 2\ntitle: b\ntags: x, y,",
  });
  const { notes } = await importFolder(knowledge.base, folder, quiet);
  assert.deepEqual(notes, [
    "a.md: an empty tag was left out",
    "a.md: related 1 is the item itself, the link was left out",
  ]);
  assert.partialDeepStrictEqual(await knowledge.base.getItem(1), { related: [2], tags: ["x"] });
});
