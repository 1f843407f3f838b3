import assert from "node:assert/strict";
import { join } from "node:path";
import { importFolder } from "../../../../src/knowledge/transfer/import_folder.ts";
import { openKnowledge } from "../../../harness/knowledge_folder.ts";

const quiet = () => {};

Deno.test("an import counts the files that are meant and left out, and says why, and keeps a long title", async () => {
  await using knowledge = await openKnowledge();
  const folder = join(knowledge.folder, "files");
  await Deno.mkdir(folder);
  const files = {
    "README.md": "# About these files",
    "empty.md": "",
    "foo.md": "---\nfoo: bar\n---\n",
    "broken.md": "---\nid: 1\ntype: [\n",
    "colon.md": "---\nid: 1\ntype: note\ntitle: Fix: the login\n---\n",
    "no_id.md": "---\ntype: note\ntitle: x\n---\n\ntext",
    "a.md": `---\nid: 7\ntype: note\ntitle: ${"x".repeat(500)}\ncreated: 2026-01-01\n---\n\ntext`,
    "b.md": "---\nid: 7\ntype: note\ntitle: y\ncreated: 2026-01-01\n---\n\ntext",
  };
  for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(join(folder, name), text);
  const { created, leftOut, notes } = await importFolder(knowledge.base, folder, quiet);
  assert.deepEqual({ created, leftOut }, { created: 1, leftOut: 5 });
  assert.deepEqual(notes, [
    "README.md: skipped, it has no front matter",
    "broken.md: left out, its front matter has no end",
    "colon.md: left out, its front matter is not YAML: Nested mappings are not allowed in compact mappings at line 4, column 8",
    "empty.md: skipped, it has no front matter",
    "foo.md: left out, it lacks fields that every record has",
    "no_id.md: left out, it lacks fields that every record has",
    "b.md: left out, it is the same item as a.md",
  ]);
  assert.equal((await knowledge.base.getItem(7)).title.length, 500);
});
