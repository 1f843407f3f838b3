import assert from "node:assert/strict";
import type { Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";
import {
  createNotebook,
  isLarge,
  notebookBody,
  notebookParts,
  removeTemporary,
} from "../../../../src/jupyter/rest/contents.ts";
import { JupyterHttp } from "../../../../src/jupyter/rest/http.ts";

const cell = (source: string) => ({ cell_type: "raw", source, metadata: {} });
const notebookOf = (...sources: string[]): Notebook => ({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { 題: { a: [1, null] } },
  extra: "kept",
  cells: sources.map(cell),
});

Deno.test("notebookParts are the JSON of the request, a part a cell", () => {
  for (const content of [notebookOf(), notebookOf("a"), notebookOf("a", "é \u2028 🚀", "c")]) {
    const parts = [...notebookParts(content)];
    assert.deepEqual(JSON.parse(parts.join("")), { type: "notebook", format: "json", content });
    assert.equal(parts.filter((part) => part.includes("cell_type")).length, content.cells.length);
  }
});

Deno.test("notebookParts hold no half of a character, and leave what only looks like one", () => {
  const sent = JSON.parse([...notebookParts(notebookOf("a \ud800 b", "\\ud800"))].join(""));
  assert.deepEqual(sent.content.cells, [cell("a \ufffd b"), cell("\\ud800")]);
});

Deno.test("isLarge looks at no more parts than it needs", () => {
  assert.equal(isLarge(notebookParts(notebookOf("a"))), false);
  let asked = 0;
  const endless = function* () {
    for (;; asked++) yield "x".repeat(1_000_000);
  };
  assert.equal(isLarge(endless()), true);
  assert.ok(asked < 10);
});

Deno.test("createNotebook deletes what a failed write has left under the temporary name", async () => {
  const asked: string[] = [];
  const http = new JupyterHttp({
    target: { url: "http://jupyter.test:8888/", token: "token", origin: "given" },
    fetch: (input, { method } = {}) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input));
      asked.push(`${method} ${pathname.replace(/new-\w+/, "new")}`);
      return Promise.resolve(new Response(null, { status: method === "PUT" ? 500 : 204 }));
    },
  });
  await assert.rejects(createNotebook(http, "f/a.ipynb", notebookBody(notebookOf("a"))));
  assert.deepEqual(asked, ["PUT /api/contents/f/new.ipynb", "DELETE /api/contents/f/new.ipynb"]);
  http.close();
});

Deno.test("removeTemporary deletes later what cannot be deleted at once, such as on a full disk", async () => {
  const deleted = Promise.withResolvers<void>();
  const statuses = [500, 500, 204];
  const http = new JupyterHttp({
    target: { url: "http://jupyter.test:8888/", token: "token", origin: "given" },
    fetch: () => {
      const status = statuses.shift() ?? 500;
      if (statuses.length === 0) deleted.resolve();
      return Promise.resolve(new Response(null, { status }));
    },
  });
  // A timer that keeps no process from ending does not keep the test waiting either.
  const waiting = setInterval(() => {}, 1_000);
  await removeTemporary(http, "new-1.ipynb", { firstPause: 1, longestPause: 1, attempts: 5 });
  await deleted.promise;
  clearInterval(waiting);
  assert.deepEqual(statuses, []);
  http.close();
});
