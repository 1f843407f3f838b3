import assert from "node:assert/strict";
import type { Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";
import { SeenCells } from "../../../../src/jupyter/notebooks/seen_cells.ts";
import { NotebookSearcher } from "../../../../src/output/notebook/search_notebooks.ts";

function notebookOf(source: string): Notebook {
  const cells = [{ id: "c", cell_type: "code", source, metadata: {}, outputs: [] }];
  return { nbformat: 4, nbformat_minor: 5, metadata: {}, cells };
}

/** Files with a stamp each, and a searcher that tells which of them it read. */
function searcherOf(files: Record<string, { stamp: string; source: string }>, most?: number) {
  const read: string[] = [];
  const open = new Map<string, Notebook>();
  const notebooks = {
    seenCells: new SeenCells(),
    readOpen: (path: string) => Promise.resolve(open.get(path)),
    skim(path: string) {
      read.push(path);
      return Promise.resolve(notebookOf(files[path]?.source ?? ""));
    },
  };
  const searcher = new NotebookSearcher({ notebooks, ...(most === undefined ? {} : { most }) });
  const search = async (query: string) => {
    const found = Object.entries(files).map(([path, { stamp }]) => ({ path, stamp }));
    const { signal } = new AbortController();
    const options = { query, regex: false, ignore_case: true, within: "both" as const, limit: 50, signal };
    const { matches } = await searcher.search(found, options);
    return { matches: matches.map((match) => match["notebook_path"]), read: read.splice(0) };
  };
  return { search, open, searcher, [Symbol.dispose]: () => searcher.forget() };
}

Deno.test("a second search reads only the notebooks that were written since the first", async () => {
  const files = { "a.ipynb": { stamp: "1", source: "alpha" }, "b.ipynb": { stamp: "1", source: "beta" } };
  using searching = searcherOf(files);
  assert.deepEqual(await searching.search("alpha"), { matches: ["a.ipynb"], read: ["a.ipynb", "b.ipynb"] });
  assert.deepEqual(await searching.search("BETA"), { matches: ["b.ipynb"], read: [] });
  files["b.ipynb"] = { stamp: "2", source: "alpha again" };
  assert.deepEqual(await searching.search("alpha"), { matches: ["a.ipynb", "b.ipynb"], read: ["b.ipynb"] });
});

Deno.test("a notebook in use is searched as it is now, whatever was read of its file", async () => {
  using searching = searcherOf({ "a.ipynb": { stamp: "1", source: "old" } });
  await searching.search("old");
  searching.open.set("a.ipynb", notebookOf("new"));
  assert.deepEqual(await searching.search("new"), { matches: ["a.ipynb"], read: [] });
  assert.deepEqual((await searching.search("old")).matches, []);
});

Deno.test("what is kept stays within its bound, and of one search as much as fits", async () => {
  const source = "x".repeat(1_000);
  const files = Object.fromEntries("abcd".split("").map((name) => [name, { stamp: "1", source }]));
  using searching = searcherOf(files, 2_500);
  await searching.search("x");
  assert.deepEqual((await searching.search("x")).read, ["c", "d"]);
  searching.searcher.forget();
  assert.deepEqual((await searching.search("x")).read, ["a", "b", "c", "d"]);
  delete files["a"];
  delete files["b"];
  await searching.search("x");
  assert.deepEqual((await searching.search("x")).read, [], "what an earlier search read makes place");
});

Deno.test("a search that runs out of time between notebooks is reported as truncated", async () => {
  let time = 0;
  const notebooks = {
    seenCells: new SeenCells(),
    readOpen: () => Promise.resolve(undefined),
    skim: () => Promise.resolve(notebookOf("alpha")),
  };
  const searcher = new NotebookSearcher({ notebooks, now: () => time += 3_000 });
  const found = "abcdefgh".split("").map((path) => ({ path, stamp: "1" }));
  const { signal } = new AbortController();
  const query = { query: "beta", regex: true, ignore_case: true, within: "both" as const, limit: 50, signal };
  const result = await searcher.search(found, query);
  searcher.forget();
  assert.ok(result.notebooks_searched < found.length);
  assert.equal(result.truncated, true);
  assert.match(result.hint ?? "", /^Stopped after 20 s/);
});
