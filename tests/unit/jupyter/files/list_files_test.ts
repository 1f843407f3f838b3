import assert from "node:assert/strict";
import { listFiles, type ListFilesOptions } from "../../../../src/jupyter/files/list_files.ts";
import { JupyterHttp } from "../../../../src/jupyter/rest/http.ts";

const files = ["a-b", "a.csv", "a/1.csv", "a/b/2.csv", "a0", "b/3.csv", "c/d/4.csv", "node_modules/5.csv"];

/** Answers as Jupyter does for these files, and tells which folders were listed. */
function fakeContents() {
  const listed: string[] = [];
  const fetch = (input: string | URL | Request) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const folder = decodeURIComponent(pathname).replace(/^.*\/api\/contents\/?/, "");
    listed.push(folder);
    const prefix = folder === "" ? "" : `${folder}/`;
    const inside = files.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
    if (inside.length === 0) return Promise.resolve(Response.json({ message: "none" }, { status: 404 }));
    const names = new Map(inside.map((path) => [path.split("/")[0] ?? "", path.includes("/")]));
    const content = [...names].map(([name, isFolder]) => ({
      ...{ name, path: `${prefix}${name}`, type: isFolder ? "directory" : "file", size: prefix.length },
    }));
    const own = { name: folder, path: folder, type: "directory", content };
    return Promise.resolve(Response.json(own));
  };
  const target = { url: "http://127.0.0.1:1/", token: "", origin: "given" } as const;
  const http = new JupyterHttp({ target, fetch });
  const list = async (options: Partial<ListFilesOptions> = {}) => {
    listed.length = 0;
    const all = { path: "", depth: Infinity, within: "", matches: () => true, limit: 100, cursor: undefined };
    const found = await listFiles(http, { ...all, ...options });
    return { ...found, paths: found.entries.map(({ path }) => path) };
  };
  return { list, listed };
}

const all = [
  "a",
  "a-b",
  "a.csv",
  "a/1.csv",
  "a/b",
  "a/b/2.csv",
  "a0",
  "b",
  "b/3.csv",
  "c",
  "c/d",
  "c/d/4.csv",
];

Deno.test("listFiles gives all that is below in the order of paths", async () => {
  const { list } = fakeContents();
  const { paths, notes } = await list();
  assert.deepEqual(paths, [...all, "node_modules"]);
  assert.deepEqual(notes, ["Not listed: node_modules"]);
  assert.deepEqual((await list({ depth: 1 })).paths, ["a", "a-b", "a.csv", "a0", "b", "c", "node_modules"]);
});

Deno.test("listFiles looks into no more folders than it shows, and into none before its cursor", async () => {
  const { list, listed } = fakeContents();
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit: 4, cursor });
    seen.push(...page.paths);
    if (cursor === undefined) assert.deepEqual(listed, ["", "a"]);
    cursor = page.nextCursor ?? undefined;
    if (cursor === undefined) assert.deepEqual(listed, ["", "c", "c/d"]);
  } while (cursor !== undefined);
  assert.deepEqual(seen, [...all, "node_modules"]);
});

Deno.test("listFiles begins in the folder of a pattern", async () => {
  const { list, listed } = fakeContents();
  assert.deepEqual((await list({ within: "a/b", depth: 3 })).paths, ["a/b/2.csv"]);
  assert.deepEqual(listed, ["a/b"]);
  const none = await list({ within: "nowhere" });
  assert.deepEqual([none.paths, none.notes], [[], []]);
  await assert.rejects(list({ path: "nowhere", within: "a" }), /nowhere/);
});
