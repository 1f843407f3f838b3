import assert from "node:assert/strict";
import { JupyterHttp } from "../../../../src/jupyter/rest/http.ts";
import { layoutTimes } from "../../../../src/jupyter/rest/workspaces.ts";

const target = { url: "http://jupyter.test:8888/", token: "token", origin: "given" } as const;

function layout(path: string, last_modified: string, kind = "notebook") {
  return {
    data: { [`${kind}:${path}`]: { data: { path, factory: "Notebook" } } },
    metadata: { last_modified },
  };
}

Deno.test("layoutTimes lists the notebooks in layouts, each by its last layout, also from before the server's start", async () => {
  const values = [
    layout("before.ipynb", "2026-01-01T08:59:59Z"),
    layout("open.ipynb", "2026-01-01T09:10:00Z"),
    layout("open.ipynb", "2026-01-01T09:05:00Z"),
    layout("text.ipynb", "2026-01-01T09:06:00Z", "editor"),
    layout("console.ipynb", "2026-01-01T09:06:00Z", "console"),
  ];
  const answers: Record<string, unknown> = {
    "/lab/api/workspaces": { workspaces: { ids: [], values } },
  };
  const http = new JupyterHttp({
    target,
    fetch: (input) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input));
      return Promise.resolve(Response.json(answers[pathname]));
    },
  });
  assert.deepEqual([...await layoutTimes(http)], [
    ["before.ipynb", Date.parse("2026-01-01T08:59:59Z")],
    ["open.ipynb", Date.parse("2026-01-01T09:10:00Z")],
    ["text.ipynb", Date.parse("2026-01-01T09:06:00Z")],
  ]);
  http.close();
});

const failures = [
  { what: "there is no list", found: "missing", answer: () => new Response("", { status: 404 }) },
  { what: "the token is refused", found: "unknown", answer: () => new Response("", { status: 401 }) },
  { what: "it may not be read", found: "unknown", answer: () => new Response("", { status: 403 }) },
  { what: "the server fails", found: "unknown", answer: () => new Response("", { status: 500 }) },
  { what: "a redirect leads elsewhere", found: "unknown", answer: () => new Response("", { status: 302 }) },
  { what: "the answer has another shape", found: "unknown", answer: () => Response.json({}) },
  { what: "the answer is a page", found: "unknown", answer: () => new Response("<html>") },
  {
    what: "the connection is cut",
    found: "unknown",
    answer: () => {
      throw new TypeError("connection reset");
    },
  },
];

for (const { what, found, answer } of failures) {
  Deno.test(`layoutTimes says "${found}" if ${what}`, async () => {
    const http = new JupyterHttp({ target, fetch: () => Promise.try(answer) });
    assert.deepEqual(await layoutTimes(http), found);
    http.close();
  });
}
