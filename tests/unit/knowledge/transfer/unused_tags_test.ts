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
  await Deno.writeTextFile(file, '{"no": "list"}');
  const { notes } = await importFolder(target.base, folder, quiet);
  assert.deepEqual(notes, [
    `${join(".system", "tags.json")}: tags "{\\"no\\": \\"list\\"}" is no list: left out`,
  ]);
});
