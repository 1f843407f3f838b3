import assert from "node:assert/strict";
import { join } from "node:path";
import { exportFolder } from "../../../../src/knowledge/transfer/export_folder.ts";
import { importFolder } from "../../../../src/knowledge/transfer/import_folder.ts";
import { openKnowledge } from "../../../harness/knowledge_folder.ts";

const quiet = () => {};

Deno.test("tags that nothing uses are exported and imported; those of several bases share a file", async () => {
  await using target = await openKnowledge();
  const folder = join(target.folder, "export");
  const file = join(folder, ".system", "tags.json");
  for (const tag of ["b", "a"]) {
    await using source = await openKnowledge();
    const { id } = await source.base.createItem({ type: "t", title: tag, tags: [tag, "used"] });
    await exportFolder(source.base, folder, quiet);
    await source.base.updateItem(id, { tags: ["used"] });
    await exportFolder(source.base, folder, quiet);
  }
  assert.equal(await Deno.readTextFile(file), '[\n  "a",\n  "b"\n]\n');
  await importFolder(target.base, folder, quiet);
  const { tags } = await target.base.tags(9);
  assert.deepEqual(tags.map(({ name, count }) => `${name} ${count}`), ["used 2", "a 0", "b 0"]);
});

Deno.test("a damaged file of tags is told, and none of it becomes a tag", async () => {
  await using knowledge = await openKnowledge();
  const folder = join(knowledge.folder, "export");
  const name = join(".system", "tags.json");
  await Deno.mkdir(join(folder, ".system"), { recursive: true });
  const damaged = ['{"no": "list"}', '[\n  "a",\n  "b', "a, b", '["a", 5]', "7", "", '"a"'];
  const encoder = new TextEncoder();
  for (const bytes of [...damaged.map((text) => encoder.encode(text)), Uint8Array.of(91, 34, 255, 34, 93)]) {
    await Deno.writeFile(join(folder, name), bytes);
    const { notes } = await importFolder(knowledge.base, folder, quiet);
    assert.deepEqual(notes, [`${name}: left out, it is not a list of texts in JSON`]);
  }
  assert.deepEqual((await knowledge.base.tags(9)).tags, []);
  const { id } = await knowledge.base.createItem({ type: "t", title: "x", tags: ["gone"] });
  await knowledge.base.updateItem(id, { tags: [] });
  assert.deepEqual((await exportFolder(knowledge.base, folder, quiet)).edited, [name]);
  assert.equal(await Deno.readTextFile(join(folder, name)), '[\n  "gone"\n]\n');
});
