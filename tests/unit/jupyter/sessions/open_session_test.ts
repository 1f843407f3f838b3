import assert from "node:assert/strict";
import { JupyterHttp } from "../../../../src/jupyter/rest/http.ts";
import { openSession } from "../../../../src/jupyter/sessions/open_session.ts";

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

interface Jupyter {
  /** The sessions before we ask for ours. */
  readonly before?: readonly string[];
  /** The sessions once it has made ours; an error where it does not tell. */
  readonly after: readonly string[] | "error";
  readonly onMade?: () => void;
  readonly refusesToEnd?: boolean;
}

/** A Jupyter, and what it was asked. */
function jupyter({ before = [], after, onMade = () => {}, refusesToEnd = false }: Jupyter) {
  const asked: string[] = [];
  let isMade = false;
  const refusal = () => Response.json({ message: "no" }, { status: 403 });
  const answer = (method: string) => {
    if (method === "DELETE") return refusesToEnd ? refusal() : new Response(null, { status: 204 });
    if (method === "GET") {
      const listed = isMade ? after : before;
      return listed === "error" ? refusal() : Response.json(listed.map(sessionModel));
    }
    isMade = true;
    onMade();
    // The one that the notebook has, where it has one.
    return Response.json(sessionModel(before[0] ?? "ours"));
  };
  const http = new JupyterHttp({
    target,
    fetch: (input, { method = "GET", signal } = {}) => {
      if (signal?.aborted) return Promise.reject(signal.reason);
      asked.push(`${method} ${new URL(String(input)).pathname}`);
      return Promise.resolve(answer(method));
    },
  });
  return { http, asked };
}

const options = { path: "a.ipynb", kernelName: "python3" };

Deno.test("openSession gives its own session up for one that another program has made before", async () => {
  const { http, asked } = jupyter({ after: ["theirs", "ours"] });
  const { session, isNew, surplus } = await openSession(http, options);
  assert.deepEqual([session.id, isNew, surplus], ["theirs", false, undefined]);
  assert.equal(asked.at(-1), "DELETE /api/sessions/ours");
  http.close();
});

Deno.test("openSession tells of the session that it has made, also to a caller who goes right then", async () => {
  for (const after of [["ours"], ["ours", "theirs"], ["theirs", "ours"]]) {
    const caller = new AbortController();
    const { http, asked } = jupyter({ after, onMade: () => caller.abort() });
    const { session, isNew } = await openSession(http, { ...options, signal: caller.signal });
    assert.deepEqual([session.id, isNew], [after[0], after[0] === "ours"]);
    assert.equal(asked.includes("DELETE /api/sessions/ours"), !isNew);
    http.close();
  }
});

Deno.test("openSession does not take a session for its own that Jupyter would give it in place of a new one", async () => {
  const { http, asked } = jupyter({ before: ["theirs"], after: ["theirs"] });
  const { session, isNew } = await openSession(http, options);
  assert.deepEqual([session.id, isNew], ["theirs", false]);
  assert.ok(!asked.some((request) => request.startsWith("DELETE")));
  http.close();
});

Deno.test("openSession tells of the session that it has made if Jupyter does not say which others there are", async () => {
  const { http } = jupyter({ after: "error" });
  const { session, isNew } = await openSession(http, options);
  assert.deepEqual([session.id, isNew], ["ours", true]);
  http.close();
});

Deno.test("openSession uses the session of another program also if its own cannot be ended, and tells of that", async () => {
  const { http } = jupyter({ after: ["theirs", "ours"], refusesToEnd: true });
  const { session, isNew, surplus } = await openSession(http, options);
  assert.deepEqual([session.id, isNew, surplus?.id], ["theirs", false, "ours"]);
  http.close();
});
