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
  { status: 404, found: "none", what: "there is no JupyterLab" },
  { status: 403, found: new Map(), what: "the server does not let us read them" },
  { status: 500, found: "unknown", what: "the server fails to list them" },
];

for (const { status, found, what } of failures) {
  Deno.test(`layoutTimes tells from other failures that ${what}`, async () => {
    const http = new JupyterHttp({ target, fetch: () => Promise.resolve(new Response("", { status })) });
    assert.deepEqual(await layoutTimes(http), found);
    http.close();
  });
}
