import assert from "node:assert/strict";
import { join } from "node:path";
import { exportFolder } from "../../../../src/knowledge/transfer/export_folder.ts";
import { openKnowledge } from "../../../harness/knowledge_folder.ts";

const quiet = () => {};

Deno.test("an export tells of edits that it writes over, and only of those", async () => {
  let time = Date.UTC(2026, 0, 1);
  await using knowledge = await openKnowledge({ now: () => time += 1_000 });
  const { base } = knowledge;
  for (const title of ["edited", "linked", "changed", "broken"]) {
    await base.createItem({ type: "t", title, tags: ["b", "a"] });
  }
  const folder = join(knowledge.folder, "export");
  await exportFolder(base, folder, quiet);
  const at = (name: string) => join(folder, "t", name);
  const edit = async (name: string, change: (text: string) => string) =>
    await Deno.writeTextFile(at(name), change(await Deno.readTextFile(at(name))));
  await edit("1-edited.md", (text) => `${text}more`);
  await edit("4-broken.md", (text) => text.replace("---", ""));
  await base.addRelations({ sourceId: 2, targetIds: [3] });
  await base.updateItem(3, { content: "new" });
  await Deno.writeTextFile(at("1-edited.md.part"), "half");
  await Deno.writeTextFile(at("mine.part"), "mine");
  const { written, edited } = await exportFolder(base, folder, quiet);
  assert.deepEqual({ written, edited }, {
    written: 4,
    edited: [join("t", "1-edited.md"), join("t", "4-broken.md")],
  });
  const left = [...Deno.readDirSync(join(folder, "t"))].map(({ name }) => name);
  assert.deepEqual(left.filter((name) => name.endsWith(".part")), ["mine.part"]);
  assert.equal((await exportFolder(base, folder, quiet)).written, 0);
});
