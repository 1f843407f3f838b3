import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { LazyKnowledgeBase } from "../../../src/knowledge/lazy_knowledge_base.ts";
import { KnowledgeBase } from "../../../src/knowledge/knowledge_base.ts";
import { openDatabase } from "../../../src/knowledge/open_database.ts";
import { steps } from "../../../src/knowledge/schema.ts";
import { fails } from "./database_file.ts";

const tell = () => {};
const { signal } = new AbortController();

/** Adds an item to the base in a folder. */
async function add(folder: string): Promise<void> {
  const door = new LazyKnowledgeBase(folder, { readOnly: false, tell });
  await (await door.open(signal)).createItem({ type: "t", title: "t" });
  await door.close();
}

/** A door to a folder that cannot be written; tests may run as root, who can write everywhere. */
function unwritable(folder: string, copied: () => void = () => {}): LazyKnowledgeBase {
  const connect = (name: string) => {
    if (name !== ":memory:") throw Object.assign(new Error("unable to open database file"), { errcode: 14 });
    copied();
    return new DatabaseSync(name);
  };
  return new LazyKnowledgeBase(folder, { readOnly: true, tell, connect });
}

Deno.test("a door that may change nothing shows an empty base where there is none, and one that is made later", async () => {
  const folder = await Deno.makeTempDir();
  const [reader, writer] = [true, false].map((readOnly) => new LazyKnowledgeBase(folder, { readOnly, tell }));
  assert.ok(reader !== undefined && writer !== undefined);
  try {
    for (let call = 0; call < 2; call++) {
      assert.equal((await (await reader.open(signal)).stats()).totalItems, 0);
    }
    assert.deepEqual([...Deno.readDirSync(folder)], []);
    await (await writer.open(signal)).createItem({ type: "t", title: "t" });
    const both = await Promise.all([reader.open(signal), reader.open(signal)]);
    for (const base of both) assert.equal((await base.stats()).totalItems, 1);
  } finally {
    await reader.close();
    await writer.close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a base of an older schema is left as it is where nothing may be changed", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/knowledge.db`;
  (await openDatabase({ path, steps: steps.slice(0, 1) })).close();
  const before = await Deno.readFile(path);
  const door = new LazyKnowledgeBase(folder, { readOnly: true, tell });
  await assert.rejects(door.open(signal), /of an older schema \(1, .*\) and nothing may be changed$/);
  assert.deepEqual(await Deno.readFile(path), before);
  assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["knowledge.db"]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a base in a folder that cannot be written is read as a copy, and anew when the file has changed", async () => {
  const folder = await Deno.makeTempDir();
  let copies = 0;
  const reader = unwritable(folder, () => copies++);
  for (let items = 1; items <= 2; items++) {
    await add(folder);
    for (let call = 0; call < 2; call++) {
      assert.equal((await (await reader.open(signal)).stats()).totalItems, items);
    }
    assert.equal(copies, items);
  }
  await reader.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a copy in memory is given up when a log with changes appears, and when the file is deleted", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/knowledge.db`;
  await add(folder);
  const reader = unwritable(folder);
  const total = async () => (await (await reader.open(signal)).stats()).totalItems;
  assert.equal(await total(), 1);
  const writer = new LazyKnowledgeBase(folder, { readOnly: false, tell });
  try {
    const base = await writer.open(signal);
    await base.stats();
    assert.equal(await total(), 1);
    await base.createItem({ type: "t", title: "t" });
    await assert.rejects(total(), /log beside it \(-wal\) has changes/);
  } finally {
    await writer.close();
  }
  assert.equal(await total(), 2);
  await Deno.rename(path, `${path}.away`);
  for (let call = 0; call < 2; call++) await assert.rejects(total(), /deleted or moved while in use/);
  await Deno.rename(`${path}.away`, path);
  assert.equal(await total(), 2);
  await reader.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a change between the copy of a base and its first use is noticed", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/knowledge.db`;
  await add(folder);
  const before = await Deno.readFile(path);
  await add(folder);
  const after = await Deno.readFile(path);
  await Deno.writeFile(path, before);
  await Deno.utime(path, 0, 0);
  const reader = unwritable(folder, () => Deno.writeFileSync(path, after));
  assert.equal((await (await reader.open(signal)).stats()).totalItems, 2);
  await reader.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a folder that is a file holds no base", async () => {
  const folder = await Deno.makeTempFile();
  const reader = new LazyKnowledgeBase(folder, { readOnly: true, tell });
  assert.equal((await (await reader.open(signal)).stats()).totalItems, 0);
  assert.equal((await reader.open(signal)).isOutdated(), false);
  await reader.close();
  await fails(KnowledgeBase.open({ folder, mustExist: true }), /there is none$/);
  await Deno.remove(folder);
});

Deno.test({
  name: "a folder that may not be read is told in words, whoever asks",
  permissions: { read: false },
  fn: async () => {
    for (const options of [{ readOnly: true }, { mustExist: true }]) {
      await fails(KnowledgeBase.open({ folder: "/somewhere", ...options }), /somewhere.*cannot be opened/);
    }
  },
});

Deno.test({
  name: "a base whose folder may not be read any more is closed all the same",
  permissions: { read: true, write: true },
  fn: async () => {
    const folder = await Deno.makeTempDir();
    const made: DatabaseSync[] = [];
    const connect = (name: string) => {
      const connection = new DatabaseSync(name);
      made.push(connection);
      return connection;
    };
    const base = await KnowledgeBase.open({ folder, connect });
    Deno.permissions.revokeSync({ name: "read" });
    assert.throws(() => base.close(), /cannot be opened/);
    assert.deepEqual(made.map(({ isOpen }) => isOpen), [false]);
    await Deno.remove(folder, { recursive: true });
  },
});
