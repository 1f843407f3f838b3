import assert from "node:assert/strict";
import {
  dataFolder,
  jupyterRuntimeFolders,
  knowledgeFolder,
  makeKnowledgeFolder,
} from "../../../src/launch/user_folders.ts";
Deno.test("Jupyter's runtime folder follows its variables, the nearest first", () => {
  const of = (env: Record<string, string>) => jupyterRuntimeFolders({ os: "linux", env });
  assert.deepEqual(of({ HOME: "/h" }), ["/h/.local/share/jupyter/runtime"]);
  assert.deepEqual(of({ HOME: "/h", XDG_DATA_HOME: "/x" }), ["/x/jupyter/runtime"]);
  assert.deepEqual(of({ HOME: "/h", XDG_DATA_HOME: "/x", JUPYTER_DATA_DIR: "/d" }), ["/d/runtime"]);
  assert.deepEqual(of({ HOME: "/h", JUPYTER_DATA_DIR: "/d", JUPYTER_RUNTIME_DIR: "/r" }), ["/r"]);
});

Deno.test("Jupyter's runtime folder has its place on macOS and Windows", () => {
  assert.equal(
    jupyterRuntimeFolders({ os: "darwin", env: { HOME: "/Users/a" } })[0],
    "/Users/a/Library/Jupyter/runtime",
  );
  assert.equal(
    jupyterRuntimeFolders({ os: "windows", env: { APPDATA: "C:\\Users\\a\\AppData\\Roaming" } })[0],
    "C:\\Users\\a\\AppData\\Roaming\\jupyter\\runtime",
  );
});

Deno.test("our own data folder is where the platform wants it", () => {
  assert.equal(dataFolder({ os: "linux", env: { HOME: "/h" } }), "/h/.local/share/jupyter-mcp");
  assert.equal(dataFolder({ os: "linux", env: { HOME: "/h", XDG_DATA_HOME: "/x" } }), "/x/jupyter-mcp");
  assert.equal(
    dataFolder({ os: "darwin", env: { HOME: "/Users/a" } }),
    "/Users/a/Library/Application Support/jupyter-mcp",
  );
  assert.equal(
    dataFolder({ os: "windows", env: { USERPROFILE: "C:\\Users\\a" } }),
    "C:\\Users\\a\\AppData\\Local\\jupyter-mcp",
  );
});

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

Deno.test("makeKnowledgeFolder makes nothing if nothing may be changed", async () => {
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
