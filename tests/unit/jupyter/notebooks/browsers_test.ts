import assert from "node:assert/strict";
import { KernelPool } from "../../../../src/jupyter/kernel/pool.ts";
import { Browsers } from "../../../../src/jupyter/notebooks/browsers.ts";
import { JupyterHttp } from "../../../../src/jupyter/rest/http.ts";
import { createLogger } from "../../../../src/base/log.ts";

const target = { url: "http://jupyter.test:8888/", token: "token", origin: "given" } as const;

Deno.test("Browsers asks a server without JupyterLab once for layouts", async () => {
  const asked: string[] = [];
  const http = new JupyterHttp({
    target,
    fetch: (input) => {
      asked.push(new URL(input instanceof Request ? input.url : String(input)).pathname);
      return Promise.resolve(new Response("not found", { status: 404 }));
    },
  });
  const browsers = new Browsers({
    http,
    kernels: new KernelPool({ http, log: createLogger({ level: "error", write: () => {} }) }),
  });
  for (let times = 0; times < 3; times++) assert.equal(await browsers.isOnPage("a.ipynb"), false);
  assert.deepEqual(asked, ["/lab/api/workspaces"]);
  http.close();
});
