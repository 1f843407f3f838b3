import assert from "node:assert/strict";
import { openSession } from "../../../src/jupyter/open_session.ts";
import { JupyterHttp } from "../../../src/jupyter/rest/http.ts";

const target = { url: "http://jupyter.test:8888/", token: "token", origin: "given" } as const;

function sessionModel(id: string) {
  return {
    id,
    path: "a.ipynb",
    name: "a.ipynb",
    type: "notebook",
    kernel: { id: `k-${id}`, name: "python3" },
  };
}

/** A Jupyter that has these sessions once it has made ours, and what it was asked. */
function jupyter(listed: readonly string[], onMade: () => void = () => {}) {
  const asked: string[] = [];
  const http = new JupyterHttp({
    target,
    fetch: (input, { method = "GET", signal } = {}) => {
      if (signal?.aborted) return Promise.reject(signal.reason);
      asked.push(`${method} ${new URL(String(input)).pathname}`);
      if (method === "DELETE") return Promise.resolve(new Response(null, { status: 204 }));
      if (method === "GET") return Promise.resolve(Response.json(listed.map(sessionModel)));
      onMade();
      return Promise.resolve(Response.json(sessionModel("ours")));
    },
  });
  return { http, asked };
}

const options = { path: "a.ipynb", kernelName: "python3" };

Deno.test("openSession gives its own session up for one that another program has made before", async () => {
  const { http, asked } = jupyter(["theirs", "ours"]);
  const { session, isNew } = await openSession(http, options);
  assert.deepEqual([session.id, isNew], ["theirs", false]);
  assert.equal(asked.at(-1), "DELETE /api/sessions/ours");
  http.close();
});

Deno.test("openSession tells of the session that it has made, also to a caller who goes right then", async () => {
  for (const listed of [["ours"], ["ours", "theirs"], ["theirs", "ours"]]) {
    const caller = new AbortController();
    const { http, asked } = jupyter(listed, () => caller.abort());
    const { session, isNew } = await openSession(http, { ...options, signal: caller.signal });
    assert.deepEqual([session.id, isNew], [listed[0], listed[0] === "ours"]);
    assert.equal(asked.includes("DELETE /api/sessions/ours"), !isNew);
    http.close();
  }
});
