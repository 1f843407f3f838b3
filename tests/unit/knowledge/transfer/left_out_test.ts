import assert from "node:assert/strict";
import { join } from "node:path";
import { importFolder } from "../../../../src/knowledge/transfer/import_folder.ts";
import { openKnowledge } from "../../../harness/knowledge_folder.ts";

const quiet = () => {};

Deno.test("an import counts the files that are meant and left out, and keeps a long title with a word", async () => {
  await using knowledge = await openKnowledge();
  const folder = join(knowledge.folder, "files");
  await Deno.mkdir(folder);
  const files = {
    "README.md": "# About these files",
    "empty.md": "",
    "foo.md": "---\nfoo: bar\n---\n",
    "broken.md": "---\nid: 1\ntype: [\n",
    "no_id.md": "---\ntype: note\ntitle: x\n---\n\ntext",
    "a.md": `---\nid: 7\ntype: note\ntitle: ${"x".repeat(500)}\ncreated: 2026-01-01\n---\n\ntext`,
    "b.md": "---\nid: 7\ntype: note\ntitle: y\ncreated: 2026-01-01\n---\n\ntext",
  };
  for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(join(folder, name), text);
  const { created, leftOut, notes } = await importFolder(knowledge.base, folder, quiet);
  assert.deepEqual({ created, leftOut }, { created: 1, leftOut: 4 });
  assert.deepEqual(notes, [
    "README.md: skipped, it is not the file of an item",
    "broken.md: left out, it holds no item",
    "empty.md: skipped, it is not the file of an item",
    "foo.md: left out, it holds no item",
    "no_id.md: left out, it holds no item",
    "b.md: left out, it is the same item as a.md",
    "a.md: title has 500 characters, over 200: kept whole",
  ]);
});
