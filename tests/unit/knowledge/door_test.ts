import assert from "node:assert/strict";
import { KnowledgeDoor } from "../../../src/knowledge/door.ts";
import { openDatabase } from "../../../src/knowledge/open_database.ts";
import { steps } from "../../../src/knowledge/schema.ts";

const tell = () => {};
const { signal } = new AbortController();

Deno.test("a door that may change nothing shows an empty base where there is none, and one that is made later", async () => {
  const folder = await Deno.makeTempDir();
  const [reader, writer] = [true, false].map((readOnly) => new KnowledgeDoor(folder, { readOnly, tell }));
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
  const door = new KnowledgeDoor(folder, { readOnly: true, tell });
  await assert.rejects(door.open(signal), /of an older schema \(1, .*\) and nothing may be changed$/);
  assert.deepEqual(await Deno.readFile(path), before);
  assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["knowledge.db"]);
  await Deno.remove(folder, { recursive: true });
});
