import assert from "node:assert/strict";
import { JupyterHttp } from "../../../../src/jupyter/rest/http.ts";
import { kernelPatienceOf, patienceOf, withPatience } from "../../../../src/jupyter/rest/patience.ts";

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
  const signal = withPatience(new AbortController().signal, 1_400);
  const begun = performance.now();
  await assert.rejects(http.empty(["api"], { signal, limit: 60_000 }), { code: "jupyter_unreachable" });
  assert.equal(asked, 3);
  assert.ok(performance.now() - begun >= 1_000);
});

Deno.test("patience ends with the call, and is that of an ordinary call at most", () => {
  const call = new AbortController();
  const signal = withPatience(call.signal, 86_400_000);
  assert.equal(patienceOf(signal), patienceOf(undefined));
  call.abort("over");
  assert.equal(signal.reason, "over");
});

Deno.test("a kernel's connection is waited for at least ten seconds, and without a timeout as long as a request", () => {
  const { signal } = new AbortController();
  assert.equal(kernelPatienceOf(withPatience(signal, 1_000)), 10_000);
  assert.equal(kernelPatienceOf(withPatience(signal, 60_000)), 60_000);
  assert.equal(kernelPatienceOf(signal), patienceOf(signal));
  assert.equal(kernelPatienceOf(undefined), undefined);
});
