import assert from "node:assert/strict";
import { JupyterHttp } from "../../../../src/jupyter/rest/http.ts";
import { connectionWindow, retryWindow } from "../../../../src/jupyter/rest/retry.ts";

Deno.test("JupyterHttp waits for a server that is still starting as long as the call does, with a last try at the end", async () => {
  let asked = 0;
  const fetch = () => {
    asked++;
    return Promise.resolve(new Response("", { status: 503 }));
  };
  const http = new JupyterHttp({
    target: { url: "http://jupyter.test/", token: "t", origin: "given" },
    fetch,
  });
  const begun = performance.now();
  await assert.rejects(http.empty(["api"], { callLimit: 1_400, limit: 60_000 }), {
    code: "jupyter_unreachable",
  });
  assert.equal(asked, 3);
  assert.ok(performance.now() - begun >= 1_000);
});

Deno.test("retryWindow is that of the call, and that of an ordinary call at most", () => {
  assert.equal(retryWindow(1_000), 1_000);
  assert.equal(retryWindow(86_400_000), retryWindow());
});

Deno.test("connectionWindow is at least ten seconds, and without a limit as long as retryWindow", () => {
  assert.equal(connectionWindow(1_000), 10_000);
  assert.equal(connectionWindow(60_000), 60_000);
  assert.equal(connectionWindow(), retryWindow());
});
