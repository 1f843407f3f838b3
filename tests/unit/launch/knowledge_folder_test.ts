import assert from "node:assert/strict";
import { knowledgeFolder, makeKnowledgeFolder } from "../../../src/launch/knowledge_folder.ts";

Deno.test("knowledgeFolder takes a leading ~ for the home folder, on every platform", () => {
  const linux = { os: "linux", env: { HOME: "/home/me" } } as const;
  const windows = { os: "windows", env: { USERPROFILE: "C:\\Users\\me" } } as const;
  assert.equal(knowledgeFolder(linux, "~/notes/base"), "/home/me/notes/base");
  assert.equal(knowledgeFolder(linux, "~"), "/home/me");
  assert.equal(knowledgeFolder(linux, "/a/~/b"), "/a/~/b");
  assert.equal(knowledgeFolder(linux, "/a/../b"), "/b");
  assert.equal(knowledgeFolder(linux, "~other/b").endsWith("/~other/b"), true);
  assert.equal(knowledgeFolder(windows, "~\\base"), "C:\\Users\\me\\base");
  assert.equal(knowledgeFolder(linux, undefined), "/home/me/.local/share/jupyter-mcp/knowledge");
});

Deno.test("makeKnowledgeFolder makes nothing where nothing may be changed", async () => {
  const machine = { os: "linux", env: {} } as const;
  const parent = await Deno.makeTempDir();
  try {
    const folder = `${await Deno.realPath(parent)}/a/b`;
    assert.equal(makeKnowledgeFolder(machine, folder, { readOnly: true }), folder);
    assert.deepEqual([...Deno.readDirSync(parent)], []);
    assert.equal(makeKnowledgeFolder(machine, folder), folder);
    assert.ok(Deno.statSync(folder).isDirectory);
  } finally {
    await Deno.remove(parent, { recursive: true });
  }
});
