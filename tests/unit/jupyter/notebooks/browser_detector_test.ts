import assert from "node:assert/strict";
import { KernelPool } from "../../../../src/jupyter/kernel/pool.ts";
import { BrowserDetector, mayBeOpenInPage } from "../../../../src/jupyter/notebooks/browser_detector.ts";
import { JupyterHttp } from "../../../../src/jupyter/rest/http.ts";
import { createLogger } from "../../../../src/base/log.ts";
const target = { url: "http://jupyter.test:8888/", token: "token", origin: "given" } as const;

Deno.test("BrowserDetector asks a server without JupyterLab once for layouts", async () => {
  const asked: string[] = [];
  const http = new JupyterHttp({
    target,
    fetch: (input) => {
      asked.push(new URL(input instanceof Request ? input.url : String(input)).pathname);
      return Promise.resolve(new Response("not found", { status: 404 }));
    },
  });
  const browsers = new BrowserDetector({
    http,
    kernels: new KernelPool({ http, log: createLogger({ level: "error", write: () => {} }) }),
  });
  for (let times = 0; times < 3; times++) assert.equal(await browsers.isOnPage("a.ipynb"), false);
  assert.deepEqual(asked, ["/lab/api/workspaces"]);
  http.close();
});

/** What a restarted Jupyter answers about a notebook that a page had open before: nobody is connected to its session. */
const afterRestart = { started: Date.now() - 60_000, layoutAt: Date.now() - 600_000 };
const sessionModel = {
  id: "s",
  path: "a.ipynb",
  name: "a.ipynb",
  type: "notebook",
  kernel: { id: "k", name: "python3", connections: 0, execution_state: "idle", last_activity: "" },
};

for (
  const [what, sessions] of Object.entries({ "no session": [], "another program's session": [sessionModel] })
) {
  Deno.test(`BrowserDetector takes a page from before the server's start for open, with ${what}`, async () => {
    const answers: Record<string, unknown> = {
      "/lab/api/workspaces": {
        workspaces: {
          values: [{
            data: { "notebook:a.ipynb": { data: { path: "a.ipynb" } } },
            metadata: { last_modified: new Date(afterRestart.layoutAt).toISOString() },
          }],
        },
      },
      "/api/sessions": sessions,
      "/api/status": { started: new Date(afterRestart.started).toISOString() },
    };
    const http = new JupyterHttp({
      target,
      fetch: (input) => {
        const { pathname } = new URL(input instanceof Request ? input.url : String(input));
        return Promise.resolve(Response.json(answers[pathname]));
      },
    });
    const kernels = new KernelPool({ http, log: createLogger({ level: "error", write: () => {} }) });
    assert.equal(await new BrowserDetector({ http, kernels }).isOnPage("a.ipynb"), true);
    http.close();
  });
}

const now = 1_000_000_000;
const minutes = (count: number) => now - count * 60_000;

Deno.test("mayBeOpenInPage finds no page where no layout has the notebook, or an old one", () => {
  assert.equal(mayBeOpenInPage({ layoutAt: undefined, session: undefined, now }), false);
  assert.equal(mayBeOpenInPage({ layoutAt: minutes(61), session: undefined, now }), false);
});

Deno.test("mayBeOpenInPage takes a page without a session for open, also when a session is started later", () => {
  assert.equal(mayBeOpenInPage({ layoutAt: minutes(30), session: undefined, now }), true);
  assert.equal(mayBeOpenInPage({ layoutAt: minutes(30), session: { since: minutes(1) }, now }), true);
});

Deno.test("mayBeOpenInPage takes a page for closed that would be connected to its session", () => {
  assert.equal(mayBeOpenInPage({ layoutAt: minutes(30), session: { since: minutes(70) }, now }), false);
});

Deno.test("mayBeOpenInPage gives a page that was just opened time to connect", () => {
  assert.equal(mayBeOpenInPage({ layoutAt: now - 2_000, session: { since: minutes(70) }, now }), true);
});

Deno.test("mayBeOpenInPage takes a page for open that keeps writing its layout without joining a session started later", () => {
  assert.equal(mayBeOpenInPage({ layoutAt: now - 12_000, session: { since: minutes(1) }, now }), true);
});

Deno.test("mayBeOpenInPage believes of a page that has gone only a layout which was written later", () => {
  const session = { since: minutes(1) };
  assert.equal(
    mayBeOpenInPage({ layoutAt: minutes(30), goneAt: minutes(30), session: undefined, now }),
    false,
  );
  assert.equal(mayBeOpenInPage({ layoutAt: minutes(30), goneAt: minutes(30), session, now }), false);
  assert.equal(mayBeOpenInPage({ layoutAt: minutes(29), goneAt: minutes(30), session, now }), true);
});
