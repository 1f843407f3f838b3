import assert from "node:assert/strict";
import { join } from "node:path";
import type { KnowledgeBase } from "../../../../src/knowledge/knowledge_base.ts";
import { exportFolder } from "../../../../src/knowledge/transfer/export_folder.ts";
import { importFolder } from "../../../../src/knowledge/transfer/import_folder.ts";
import { openKnowledge } from "../../../harness/knowledge_folder.ts";

const quiet = () => {};

function clock(start: number): () => number {
  let time = Date.UTC(2026, 0, start);
  return () => time += 1_000;
}

async function contents(base: KnowledgeBase): Promise<string[]> {
  return (await base.recentStates(20)).states.map(({ content }) => content);
}

/** The contents of the files of states, by their names. */
function filesIn(folder: string): [name: string, content: string | undefined][] {
  const home = join(folder, ".system", "current_state");
  const names = [...Deno.readDirSync(home)].map(({ name }) => name).sort();
  return names.map((name) => [name, Deno.readTextFileSync(join(home, name)).split("\n").at(-1)]);
}

Deno.test("the states of two bases in one folder stay apart, and both are imported", async () => {
  await using one = await openKnowledge({ now: clock(1) });
  await using other = await openKnowledge({ now: clock(2) });
  await using third = await openKnowledge();
  for (const content of ["a1", "a2"]) await one.base.updateState({ content });
  await other.base.updateState({ content: "b1" });
  const folder = join(one.folder, "export");
  for (const { base } of [one, other, one, other]) await exportFolder(base, folder, quiet);
  assert.deepEqual(filesIn(folder).map(([, content]) => content), ["a1", "a2", "b1", "b1"]);
  await importFolder(third.base, folder, quiet);
  assert.deepEqual(await contents(third.base), ["b1", "a2", "a1"]);
  assert.equal((await importFolder(third.base, folder, quiet)).states, 0);
  const before = filesIn(folder);
  await exportFolder(third.base, folder, quiet);
  assert.deepEqual(filesIn(folder), before);
});

Deno.test("states of one time have a file each, and keep it", async () => {
  await using knowledge = await openKnowledge();
  const home = join(knowledge.folder, "shirokuma", ".system", "current_state");
  await Deno.mkdir(home, { recursive: true });
  const time = "2026-01-01T00:00:00.000Z";
  for (const id of [1, 2, 7]) {
    await Deno.writeTextFile(
      join(home, `${id}.md`),
      `---\nid: ${id}\ntype: system_state\nversion: "0.8.0"\ncreatedAt: ${time}\n---\n\nstate ${id}`,
    );
  }
  const source = join(knowledge.folder, "shirokuma");
  assert.equal((await importFolder(knowledge.base, source, quiet)).states, 3);
  const folder = join(knowledge.folder, "export");
  for (let round = 0; round < 2; round++) {
    await exportFolder(knowledge.base, folder, quiet);
    assert.equal(filesIn(folder).length, 4);
  }
  for (const from of [source, folder]) {
    assert.equal((await importFolder(knowledge.base, from, quiet)).states, 0);
  }
});

Deno.test("a state's file has what Shirokuma asks of one", async () => {
  await using knowledge = await openKnowledge();
  await knowledge.base.updateState({ content: "# Where we are", tags: ["a"] });
  await exportFolder(knowledge.base, knowledge.folder, quiet);
  const text = await Deno.readTextFile(join(knowledge.folder, ".system", "current_state", "latest.md"));
  for (const line of ["id: 1", "type: system_state", 'version: "0.8.0"', 'tags: ["a"]']) {
    assert.ok(text.split("\n").includes(line), `${line} in ${text}`);
  }
});
