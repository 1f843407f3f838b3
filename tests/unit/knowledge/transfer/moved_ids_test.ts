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
    `${join("t", "1-A1.md")}: its id 1 cannot be kept: it became 6`,
    `${join("t", "2-A2.md")}: its id 2 cannot be kept: it became 7`,
  ]);
  assert.deepEqual(seen, ["5/5"]);
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
  assert.deepEqual(notes, ["b1.md: its id 1 cannot be kept: it became 3"]);
  assert.equal((await knowledge.base.getItem(2)).title, "c2");
});

Deno.test("ids that leave no room for others, or are none, are given anew and told", async () => {
  await using knowledge = await openKnowledge();
  const folder = await written(knowledge.folder, {
    "a.md": "id: 1731792000000000000\ntitle: a",
    "c.md": "id: 9007199254740991\ntitle: c",
    "d.md": "id: -3\ntitle: d",
    "e.md": "id: 1.5\ntitle: e",
    "f.md": "id: 0\ntitle: f",
    "g.md": "id: 1000000000000000\ntitle: g\nrelated: [9007199254740991, 1731792000000000000]",
  });
  const { created, notes } = await importFolder(knowledge.base, folder, quiet);
  assert.equal(created, 6);
  const ids = ["1731792000000000000", "9007199254740991", "-3", "1.5", "0"];
  assert.deepEqual(notes, [
    'g.md: related "1731792000000000000" cannot be used: left out',
    ...["a", "c", "d", "e", "f"].map((name, at) =>
      `${name}.md: its id ${ids[at]} cannot be kept: it became ${1e15 + 1 + at}`
    ),
  ]);
  assert.deepEqual((await knowledge.base.getItem(1e15)).related, [1e15 + 2]);
  assert.equal((await knowledge.base.createItem({ type: "t", title: "next" })).id, 1e15 + 6);
  assert.partialDeepStrictEqual(await importFolder(knowledge.base, folder, quiet), { unchanged: 6 });
});

Deno.test("a link of an item with itself makes none, and an empty tag is left out and told", async () => {
  await using knowledge = await openKnowledge();
  const folder = await written(knowledge.folder, {
    "a.md": 'id: 1\ntitle: a\nrelated: [1, 2]\ntags: ["x", " "]',
    "b.md": "id: 2\ntitle: b\ntags: y",
    "c.md": "id: 3\ntitle: c\ntags: [1.10, ~, {a: 1}, 1e3]",
  });
  const { notes } = await importFolder(knowledge.base, folder, quiet);
  assert.deepEqual(notes, [
    'a.md: tags " " cannot be used: left out',
    "c.md: tags null cannot be used: left out",
    'c.md: tags {"a":1} cannot be used: left out',
  ]);
  assert.deepEqual((await knowledge.base.getItem(3)).tags, ["1.10", "1e3"]);
  assert.partialDeepStrictEqual(await knowledge.base.getItem(1), { related: [2], tags: ["x"] });
  assert.deepEqual((await knowledge.base.getItem(2)).tags, ["y"]);
});
