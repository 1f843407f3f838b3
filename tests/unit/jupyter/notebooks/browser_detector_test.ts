import assert from "node:assert/strict";
import { KernelPool } from "../../../../src/jupyter/kernel/pool.ts";
import {
  BrowserDetector,
  type BrowserDetectorOptions,
} from "../../../../src/jupyter/notebooks/browser_detector.ts";
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
  for (let times = 0; times < 3; times++) assert.equal(await browsers.pageWithoutKernel("a.ipynb"), "none");
  assert.deepEqual(asked, ["/lab/api/workspaces", "/metrics"]);
  http.close();
});

const gone = () => new Response("not found", { status: 404 });
const metrics = () => new Response('jupyter_server_extension_info{enabled="true",name="jupyterlab"} 1.0');

/** What a server with JupyterLab answers to requests for its layouts, and what is then known of a notebook in one. */
const interruptions: Readonly<Record<string, readonly (readonly [() => Response, string])[]>> = {
  "after it was there": [
    [() => Response.json(layouts(minutesAgo(1))), "in_layout"],
    [gone, "unknown"],
    [() => Response.json(layouts(minutesAgo(1))), "in_layout"],
  ],
  "at first": [[gone, "unknown"], [() => Response.json(layouts(minutesAgo(1))), "in_layout"]],
};

for (const [when, answers] of Object.entries(interruptions)) {
  Deno.test(`BrowserDetector does not take JupyterLab for absent if the list is missing ${when}`, async () => {
    let answer = gone;
    const http = new JupyterHttp({
      target,
      fetch: (input) => {
        const { pathname } = new URL(input instanceof Request ? input.url : String(input));
        if (pathname === "/api/sessions") return Promise.resolve(Response.json([]));
        // A proxy may lose the metrics as well, once the layouts were there.
        const hasMetrics = when === "at first";
        return Promise.resolve(pathname === "/metrics" ? hasMetrics ? metrics() : gone() : answer());
      },
    });
    const kernels = new KernelPool({ http, log: createLogger({ level: "error", write: () => {} }) });
    const browsers = new BrowserDetector({ http, kernels });
    for (const [next, found] of answers) {
      answer = next;
      assert.equal(await browsers.pageWithoutKernel("a.ipynb"), found);
    }
    http.close();
  });
}

const minutesAgo = (count: number) => Date.now() - count * 60_000;
const session = {
  id: "s",
  path: "a.ipynb",
  name: "a.ipynb",
  type: "notebook",
  kernel: { id: "k", name: "python3", connections: 0, execution_state: "idle", last_activity: "" },
};

interface Signs {
  /** Minutes since a layout with the notebook was stored; undefined if there is none. */
  readonly layout?: number;
  /** Minutes since Jupyter was started. */
  readonly server: number;
  readonly hasSession?: boolean;
  /** Who made the session, by its name. */
  readonly name?: string;
  /** Whether a layout had the notebook when we started the session; undefined if we did not start it. */
  readonly wasInLayout?: boolean;
  readonly isOpen: boolean;
}

/** What there is to see of a notebook while nobody is connected to its kernel. */
const signs: Readonly<Record<string, Signs>> = {
  "no layout has it": { server: 30, isOpen: false },
  "a page without a kernel, stored a moment ago": { layout: 0, server: 30, isOpen: true },
  "a page without a kernel in a background tab": { layout: 120, server: 180, isOpen: true },
  "a page from before a restart, long ago": { layout: 2_000, server: 1, isOpen: true },
  "a page from before a restart, and a session": { layout: 120, server: 1, hasSession: true, isOpen: true },
  "a page that has left its session": { layout: 10, server: 30, hasSession: true, isOpen: false },
  "a page that has not connected yet": { layout: 0, server: 30, hasSession: true, isOpen: true },
  "a page in a background tab, which does not join our session": {
    layout: 10,
    server: 30,
    hasSession: true,
    wasInLayout: true,
    isOpen: true,
  },
  "a page in a background tab, which does not join another program's session": {
    layout: 10,
    server: 30,
    hasSession: true,
    name: "jupyter-mcp: a.ipynb",
    isOpen: true,
  },
  "a page that has left our session": {
    layout: 10,
    server: 30,
    hasSession: true,
    wasInLayout: false,
    isOpen: false,
  },
};

/** A detector on a Jupyter that answers so. */
function detectorOn(
  answers: () => Readonly<Record<string, unknown>>,
  options: Pick<BrowserDetectorOptions, "wasInLayout"> = {},
) {
  const http = new JupyterHttp({
    target,
    fetch: (input) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input));
      return Promise.resolve(Response.json(answers()[pathname]));
    },
  });
  const kernels = new KernelPool({ http, log: createLogger({ level: "error", write: () => {} }) });
  const browsers = new BrowserDetector({ http, kernels, ...options });
  return { browsers, [Symbol.dispose]: () => http.close() };
}

function layouts(storedAt: number | undefined) {
  const values = storedAt === undefined ? [] : [{
    data: { "notebook:a.ipynb": { data: { path: "a.ipynb" } } },
    metadata: { last_modified: new Date(storedAt).toISOString() },
  }];
  return { workspaces: { values } };
}

const started = (minutes: number) => ({ started: new Date(minutesAgo(minutes)).toISOString() });

for (
  const [what, { layout, server, hasSession = false, name = "a.ipynb", wasInLayout, isOpen }] of Object
    .entries(
      signs,
    )
) {
  Deno.test(`BrowserDetector takes a notebook for ${isOpen ? "open" : "closed"}: ${what}`, async () => {
    const answers = {
      "/lab/api/workspaces": layouts(layout === undefined ? undefined : minutesAgo(layout)),
      "/api/sessions": hasSession ? [{ ...session, name }] : [],
      "/api/status": started(server),
    };
    using jupyter = detectorOn(() => answers, { wasInLayout: () => wasInLayout });
    assert.equal(await jupyter.browsers.pageWithoutKernel("a.ipynb"), isOpen ? "in_layout" : "none");
  });
}

Deno.test("BrowserDetector takes a page that has left for gone until a layout is stored later", async () => {
  let sessions = [session];
  let storedAt = minutesAgo(10);
  using jupyter = detectorOn(() => ({
    "/lab/api/workspaces": layouts(storedAt),
    "/api/sessions": sessions,
    "/api/status": started(30),
  }));
  const page = () => jupyter.browsers.pageWithoutKernel("a.ipynb");
  assert.equal(await page(), "none");
  sessions = [];
  assert.equal(await page(), "none");
  storedAt = minutesAgo(9);
  assert.equal(await page(), "in_layout");
});
