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

Deno.test("the states of two bases in one folder stay apart, and both are imported", async () => {
  await using one = await openKnowledge({ now: clock(1) });
  await using other = await openKnowledge({ now: clock(2) });
  await using third = await openKnowledge();
  for (const content of ["a1", "a2"]) await one.base.updateState({ content });
  await other.base.updateState({ content: "b1" });
  const folder = join(one.folder, "export");
  const files = async () => {
    const home = join(folder, ".system", "current_state");
    const names = [...Deno.readDirSync(home)].map(({ name }) => name).sort();
    return await Promise.all(
      names.map(async (name) => [name, (await Deno.readTextFile(join(home, name))).split("\n").at(-1)]),
    );
  };
  await exportFolder(one.base, folder, quiet);
  await exportFolder(other.base, folder, quiet);
  const both = [["1.md", "a1"], ["2.md", "a2"], ["3.md", "b1"], ["latest.md", "b1"]];
  assert.deepEqual(await files(), both);
  await one.base.updateState({ content: "a3" });
  for (const { base } of [one, other, one]) await exportFolder(base, folder, quiet);
  assert.deepEqual(await files(), [...both.slice(0, 3), ["4.md", "a3"], both[3]]);
  await importFolder(third.base, folder, quiet);
  assert.deepEqual(await contents(third.base), ["b1", "a3", "a2", "a1"]);
  assert.equal((await importFolder(third.base, folder, quiet)).states, 0);
});

Deno.test("states of one time have a file each, and keep it", async () => {
  await using knowledge = await openKnowledge();
  const home = join(knowledge.folder, ".system", "current_state");
  await Deno.mkdir(home, { recursive: true });
  const time = "2026-01-01T00:00:00.000Z";
  for (const id of [1, 2, 7]) {
    await Deno.writeTextFile(
      join(home, `${id}.md`),
      `---\nid: ${id}\ntype: system_state\nversion: "0.8.0"\ncreatedAt: ${time}\n---\n\nstate ${id}`,
    );
  }
  const names = () => [...Deno.readDirSync(home)].map(({ name }) => name).sort();
  assert.equal((await importFolder(knowledge.base, knowledge.folder, quiet)).states, 3);
  for (let round = 0; round < 2; round++) {
    await exportFolder(knowledge.base, knowledge.folder, quiet);
    assert.deepEqual(names(), ["1.md", "2.md", "7.md", "latest.md"]);
  }
  assert.equal((await importFolder(knowledge.base, knowledge.folder, quiet)).states, 0);
});

Deno.test("a state's file has what Shirokuma asks of one", async () => {
  await using knowledge = await openKnowledge();
  await knowledge.base.updateState({ content: "# Where we are", tags: ["a"] });
  await exportFolder(knowledge.base, knowledge.folder, quiet);
  const text = await Deno.readTextFile(join(knowledge.folder, ".system", "current_state", "1.md"));
  for (const line of ["id: 1", "type: system_state", 'version: "0.8.0"', 'tags: ["a"]']) {
    assert.ok(text.split("\n").includes(line), `${line} in ${text}`);
  }
});

Deno.test("an export clears away the states that another, which was ended, left unfinished", async () => {
  await using knowledge = await openKnowledge();
  await knowledge.base.updateState({ content: "now" });
  const folder = join(knowledge.folder, "export");
  const home = join(folder, ".system", "current_state");
  await Deno.mkdir(home, { recursive: true });
  for (const name of ["1.md.part", "latest.md.part"]) await Deno.writeTextFile(join(home, name), "half");
  await exportFolder(knowledge.base, folder, quiet);
  const names = [...Deno.readDirSync(home)].map(({ name }) => name).sort();
  assert.deepEqual(names, ["1.md", "latest.md"]);
});
