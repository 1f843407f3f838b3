import assert from "node:assert/strict";
import { JupyterHttp } from "../../../../src/jupyter/rest/http.ts";
import {
  connectionWindow,
  reconnectDelay,
  reconnectLimit,
  retryWindow,
} from "../../../../src/jupyter/rest/retry.ts";

const attempts = Array.from({ length: 2_000 }, (_, attempt) => attempt);

Deno.test("reconnectDelay tries at once first", () => {
  assert.equal(reconnectDelay(0, () => 0.99), 0);
});

Deno.test("reconnectDelay grows up to four seconds and stays there", () => {
  const longest = attempts.map((attempt) => reconnectDelay(attempt, () => 1));
  assert.deepEqual(longest.slice(0, 8), [0, 250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
  assert.ok(longest.every((delay, index) => delay >= (longest[index - 1] ?? 0)));
  assert.equal(longest.at(-1), 4_000);
});

Deno.test("reconnectDelay is spread over the upper half of each delay", () => {
  for (const attempt of attempts.slice(1)) {
    const least = reconnectDelay(attempt, () => 0);
    const most = reconnectDelay(attempt, () => 1);
    assert.equal(least, most / 2);
    const own = reconnectDelay(attempt);
    assert.ok(own >= least && own <= most);
  }
});

Deno.test("reconnectDelay allows many tries before the limit", () => {
  let waited = 0;
  let tries = 0;
  while (waited < reconnectLimit) waited += reconnectDelay(tries++, () => 1);
  assert.ok(tries > 15);
});

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
