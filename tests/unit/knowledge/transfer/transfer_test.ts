import assert from "node:assert/strict";
import { join } from "node:path";
import { exportFolder } from "../../../../src/knowledge/transfer/export_folder.ts";
import { markdownFiles } from "../../../../src/knowledge/transfer/files.ts";
import { importFolder } from "../../../../src/knowledge/transfer/import_folder.ts";
import { openKnowledge } from "../../../harness/knowledge_folder.ts";
import { repeatableRandom } from "../../../harness/repeatable_random.ts";
import { everything } from "./everything.ts";

const quiet = () => {};

async function filled() {
  const knowledge = await openKnowledge();
  const random = repeatableRandom(5);
  const bits = [
    "売上",
    "\n",
    "---",
    '"',
    "\\",
    ": ",
    "- ",
    "#",
    "😀",
    "\r\n",
    " ",
    "a",
    "{",
    "[1]",
    "'",
    "\t",
    "true",
  ];
  const text = (length: number) =>
    Array.from({ length }, () => bits[Math.floor(random() * bits.length)]).join("");
  for (let n = 1; n <= 40; n++) {
    await knowledge.base.createItem({
      type: n % 2 === 0 ? "issue" : "task",
      title: `t${text(5)}`,
      description: text(6),
      content: text(30),
      status: n % 3 === 0 ? "Closed" : "In Progress",
      priority: n % 4 === 0 ? "CRITICAL" : "LOW",
      category: n % 5 === 0 ? `c${text(2)}` : "",
      version: n % 7 === 0 ? "1.0" : "",
      startDate: n % 2 === 0 ? "2026-01-02T03:04:05.678Z" : "",
      tags: [`x${n % 3}`, `日本 ${n % 5}`],
      related: n > 3 ? [n - 1, n - 3] : [],
      related_notebooks: n % 9 === 0 ? [`work/n ${n}.ipynb`] : [],
    });
  }
  await knowledge.base.deleteItem(10);
  for (const content of ["# First\n", "second\n\nstate ", ""]) {
    await knowledge.base.updateState({
      content,
      related: [1, 2],
      tags: ["s"],
      metadata: { updatedBy: "me", n: [1] },
    });
  }
  return knowledge;
}

async function copyOf(path: string) {
  const copy = await openKnowledge();
  return { copy, summary: await importFolder(copy.base, path, quiet) };
}

Deno.test("export, then import into an empty base, gives an equal base", async () => {
  await using original = await filled();
  const folder = join(original.folder, "export");
  const summary = await exportFolder(original.base, folder, quiet);
  assert.deepEqual(summary, { written: 39, unchanged: 0, removed: 0, unknown: 0, states: 3, edited: [] });
  const { copy, summary: imported } = await copyOf(folder);
  await using _ = copy;
  assert.partialDeepStrictEqual(imported, {
    created: 39,
    updated: 0,
    unchanged: 0,
    kept: 0,
    leftOut: 0,
    states: 3,
  });
  assert.deepEqual(imported.notes, []);
  assert.deepEqual(await everything(copy.base), await everything(original.base));
  assert.deepEqual(await copy.base.stats(), await original.base.stats());
  assert.deepEqual(await copy.base.tags(1_000), await original.base.tags(1_000));
  const search = { query: "売上", limit: 100, offset: 0 };
  assert.equal((await copy.base.searchItems(search)).total, (await original.base.searchItems(search)).total);
});

Deno.test("a second export writes nothing, a second import changes nothing", async () => {
  await using original = await filled();
  const folder = join(original.folder, "export");
  await exportFolder(original.base, folder, quiet);
  const again = await exportFolder(original.base, folder, quiet);
  assert.deepEqual(again, { written: 0, unchanged: 39, removed: 0, unknown: 0, states: 3, edited: [] });
  const before = await everything(original.base);
  const imported = await importFolder(original.base, folder, quiet);
  assert.deepEqual(imported, {
    created: 0,
    updated: 0,
    unchanged: 39,
    kept: 0,
    leftOut: 0,
    relations: 0,
    states: 0,
    notes: [],
  });
  assert.deepEqual(await everything(original.base), before);
});

Deno.test("a new title or type moves an item's file; files of others are left", async () => {
  await using original = await filled();
  const folder = join(original.folder, "export");
  await exportFolder(original.base, folder, quiet);
  await Deno.writeTextFile(join(folder, "task", "1-mine.md"), "my own notes");
  await Deno.writeTextFile(join(folder, "README.md"), "# Notes");
  await original.base.updateItem(1, { title: "renamed", type: "moved" });
  await original.base.deleteItem(2);
  const foreign = "---\nid: 2\ntype: task\ntitle: theirs\nuid: of-another-base\n---\n\nx";
  await Deno.writeTextFile(join(folder, "task", "2-theirs.md"), foreign);
  const summary = await exportFolder(original.base, folder, quiet);
  assert.partialDeepStrictEqual(summary, { removed: 2, unknown: 1 });
  const files = (await markdownFiles(folder)).map((path) => path.slice(folder.length + 1));
  assert.ok(files.includes(join("moved", "1-renamed.md")));
  assert.ok(files.includes(join("task", "1-mine.md")));
  assert.equal(files.filter((path) => /\/1-/.test(path)).length, 2);
  assert.deepEqual(files.filter((path) => /\/2-/.test(path)), [join("task", "2-theirs.md")]);
  const { copy, summary: imported } = await copyOf(folder);
  await using _ = copy;
  assert.deepEqual(imported.notes.filter((note) => /left out|skipped/.test(note)).toSorted(), [
    "README.md: skipped, it has no front matter",
    `${join("task", "1-mine.md")}: skipped, it has no front matter`,
  ]);
});

Deno.test("a deleted item that an import brings back is exported again", async () => {
  await using original = await filled();
  const [folder, other] = ["export", "other"].map((name) => join(original.folder, name));
  assert.ok(folder !== undefined && other !== undefined);
  await exportFolder(original.base, folder, quiet);
  await exportFolder(original.base, other, quiet);
  await original.base.deleteItem(2);
  assert.partialDeepStrictEqual(await exportFolder(original.base, folder, quiet), {
    removed: 1,
    unknown: 0,
  });
  assert.partialDeepStrictEqual(await importFolder(original.base, folder, quiet), { created: 0 });
  assert.partialDeepStrictEqual(await importFolder(original.base, other, quiet), { created: 1 });
  // Its own file, and that of an item it is linked with again.
  assert.partialDeepStrictEqual(await exportFolder(original.base, folder, quiet), { written: 2, removed: 0 });
});

Deno.test("a deleted item is gone from the states that named it", async () => {
  await using knowledge = await openKnowledge();
  const { id } = await knowledge.base.createItem({ type: "t", title: "t" });
  const { id: other } = await knowledge.base.createItem({ type: "t", title: "u" });
  const written = await knowledge.base.updateState({ content: "c", related: [id, other] });
  await knowledge.base.deleteItem(id);
  assert.deepEqual((await knowledge.base.recentStates(1)).states, [{ ...written, related: [other] }]);
});

Deno.test("an import keeps what was changed here since, and takes what was changed there", async () => {
  let time = Date.UTC(2026, 0, 1);
  await using knowledge = await openKnowledge({ now: () => time++ });
  const { base } = knowledge;
  const here = await base.createItem({ type: "t", title: "changed here" });
  const there = await base.createItem({ type: "t", title: "changed there", content: "old", tags: ["a"] });
  const folder = join(knowledge.folder, "export");
  await exportFolder(base, folder, quiet);
  await base.updateItem(here.id, { content: "new here" });
  const path = join(folder, "t", `${there.id}-changed_there.md`);
  await Deno.writeTextFile(path, (await Deno.readTextFile(path)).replace(/old$/, "new there"));
  const summary = await importFolder(base, folder, quiet);
  assert.partialDeepStrictEqual(summary, { created: 0, updated: 1, kept: 1 });
  assert.deepEqual(summary.notes, [
    `${join("t", `${here.id}-changed_here.md`)}: not imported, the item was changed here since`,
  ]);
  assert.equal((await base.getItem(here.id)).content, "new here");
  assert.equal((await base.getItem(there.id)).content, "new there");
  assert.equal((await base.searchItems({ query: "there", limit: 9, offset: 0 })).total, 1);
});

Deno.test("ids that are taken are given anew, and relations follow", async () => {
  await using original = await openKnowledge();
  const a = await original.base.createItem({ type: "t", title: "a" });
  await original.base.createItem({ type: "t", title: "b", related: [a.id] });
  await original.base.updateState({ content: "about a", related: [a.id] });
  const folder = join(original.folder, "export");
  await exportFolder(original.base, folder, quiet);
  await using other = await openKnowledge();
  await other.base.createItem({ type: "t", title: "mine" });
  await importFolder(other.base, folder, quiet);
  const { items } = await everything(other.base);
  const idOf = (wanted: string) => items.find(({ title }) => title === wanted)?.id ?? 0;
  const relatedOf = (wanted: string) => items.find(({ title }) => title === wanted)?.related;
  assert.equal(idOf("mine"), 1);
  assert.deepEqual(relatedOf("mine"), []);
  assert.deepEqual(relatedOf("a"), [idOf("b")]);
  assert.deepEqual(relatedOf("b"), [idOf("a")]);
  const [state] = (await other.base.recentStates(1)).states;
  assert.deepEqual(state?.related, [idOf("a")]);
});

Deno.test("an import tells, by file, what it changed or left out", async () => {
  await using knowledge = await openKnowledge();
  const folder = join(knowledge.folder, "export");
  await Deno.mkdir(join(folder, "a"), { recursive: true });
  const times = "created: 2026-01-01T00:00:00Z\nupdated: 2026-01-01T00:00:00Z";
  const write = (name: string, fields: string, body = "x") =>
    Deno.writeTextFile(join(folder, "a", name), `---\n${fields}\n---\n\n${body}`);
  await write("1-whole.md", `id: 1\ntype: note\ntitle: whole\nstatus: in_progress\npriority: high\n${times}`);
  await write(
    "2-odd.md",
    `id: 2\ntype: Odd Type!\ntitle: odd\nstatus: Dreaming\npriority: urgent\nstartDate: soon\ntags: [1, "${
      "t".repeat(101)
    }"]\nrelated: [1, 77, "x"]\nrelated_notebooks: ["../n", "w/n.ipynb"]\n${times}`,
  );
  await write("3-copy.md", `id: 1\ntype: note\ntitle: copy\nstatus: Open\n${times}`);
  await write("4-timeless.md", `id: 4\ntype: note\ntitle: ''`, "a\0b");
  await Deno.writeFile(
    join(folder, "a", "5-latin.md"),
    Uint8Array.from(
      [...`---\nid: 5\ntype: note\ntitle: caf\xe9\n${times}\n---\n\nx`].map((c) => c.charCodeAt(0)),
    ),
  );
  const summary = await importFolder(knowledge.base, folder, quiet);
  const at = (name: string) => join("a", name);
  assert.deepEqual(summary.notes, [
    `${at("5-latin.md")}: it is not UTF-8: what could not be read became �`,
    `${at("3-copy.md")}: left out, it is the same item as ${at("1-whole.md")}`,
    `${at("1-whole.md")}: status "in_progress" became "In Progress"`,
    `${at("2-odd.md")}: type "Odd Type!" became "odd_type_"`,
    `${at("2-odd.md")}: status "Dreaming" became "Open"`,
    `${at("2-odd.md")}: priority "urgent" became "MEDIUM"`,
    `${at("2-odd.md")}: startDate "soon" is not a date: left out`,
    `${at("2-odd.md")}: tag "${"t".repeat(78)}… has 101 characters: cut to 100`,
    `${at("2-odd.md")}: related "x" cannot be used: left out`,
    `${at("2-odd.md")}: related_notebooks "../n" cannot be used: left out`,
    `${at("4-timeless.md")}: created is missing`,
    `${at("4-timeless.md")}: title is missing`,
    `${at("4-timeless.md")}: content lost NUL or half of a surrogate pair`,
    `${at("2-odd.md")}: related 77 is not there: left out`,
  ]);
  assert.partialDeepStrictEqual(await knowledge.base.getItem(2), {
    related: [1],
    related_notebooks: ["w/n.ipynb"],
    tags: ["1", "t".repeat(100)],
  });
  const again = await importFolder(knowledge.base, folder, quiet);
  assert.deepEqual(again, {
    created: 0,
    updated: 0,
    unchanged: 4,
    kept: 0,
    leftOut: 1,
    relations: 0,
    states: 0,
    notes: summary.notes,
  });
});

Deno.test("of two files of one item the newer counts, however often they are imported", async () => {
  await using knowledge = await openKnowledge();
  const folder = join(knowledge.folder, "export");
  await Deno.mkdir(folder);
  const write = (name: string, day: number) =>
    Deno.writeTextFile(
      join(folder, name),
      `---\nid: 1\ntype: note\ntitle: ${name}\nuid: u\ncreated: 2026-01-01\nupdated: 2026-01-0${day}\n---\n\nx`,
    );
  for (const [first, second] of [[1, 2], [2, 1]] as const) {
    await write("a.md", first);
    await write("b.md", second);
    for (let round = 0; round < 2; round++) {
      await importFolder(knowledge.base, folder, quiet);
      assert.equal((await knowledge.base.getItem(1)).title, first > second ? "a.md" : "b.md");
    }
    await knowledge.base.deleteItem(1);
  }
});
