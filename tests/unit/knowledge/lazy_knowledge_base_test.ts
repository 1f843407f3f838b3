import assert from "node:assert/strict";
import { LazyKnowledgeBase } from "../../../src/knowledge/lazy_knowledge_base.ts";
import { KnowledgeBase } from "../../../src/knowledge/knowledge_base.ts";
import { fails } from "./database_file.ts";

const { signal } = new AbortController();

Deno.test("--read-only shows an empty base where there is none, and one that is made later", async () => {
  const folder = await Deno.makeTempDir();
  const [reader, writer] = [true, false].map((readOnly) => new LazyKnowledgeBase(folder, { readOnly }));
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

Deno.test("with --read-only nothing is written, not even into a file that is there", async () => {
  const folder = await Deno.makeTempDir();
  const writer = new LazyKnowledgeBase(folder, { readOnly: false });
  await (await writer.open(signal)).createItem({ type: "t", title: "t" });
  await writer.close();
  const reader = new LazyKnowledgeBase(folder, { readOnly: true });
  const base = await reader.open(signal);
  assert.equal((await base.stats()).totalItems, 1);
  await fails(base.createItem({ type: "t", title: "t" }), /read-only/);
  await reader.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a folder that is a file holds no base", async () => {
  const folder = await Deno.makeTempFile();
  const reader = new LazyKnowledgeBase(folder, { readOnly: true });
  assert.equal((await (await reader.open(signal)).stats()).totalItems, 0);
  assert.equal((await reader.open(signal)).isOutdated, false);
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
