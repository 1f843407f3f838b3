/** The compiled program when Jupyter is away, refuses it, hangs, or is something else. */

import assert from "node:assert/strict";
import { connect } from "../harness/client.ts";
import { FakeServer } from "../harness/fake_server.ts";
import { freePort } from "../harness/jupyter.ts";
import { sharedJupyter } from "../harness/servers.ts";

const token = "a-token-that-nobody-may-see";

function start(url: string) {
  return connect({ program: "compiled", jupyter: { url, token } });
}

/** Calls of every tool that needs Jupyter first of all. */
const calls: readonly (readonly [string, Record<string, unknown>])[] = [
  ["session_list", {}],
  ["kernel_list", {}],
  ["session_create", {}],
  ["session_create", { notebook_path: "a" }],
  ["session_connect", { notebook_path: "a" }],
  ["session_connect", { kernel_id: "a" }],
  ["session_delete", { session_id: "a" }],
  ["kernel_interrupt", { session_id: "a" }],
  ["kernel_restart", { session_id: "a" }],
  ["execute_code", { session_id: "a", code: "1" }],
  ["execution_list", { session_id: "a" }],
];

async function everyToolFails(url: string, code: string, message: RegExp): Promise<void> {
  await using connection = await start(url);
  for (const [name, args] of calls) {
    const { isError, json, text } = await connection.call(name, args);
    assert.equal(isError, true, name);
    assert.equal(json["error"], code, `${name}: ${text}`);
    assert.match(String(json["message"]), message);
    assert.ok(String(json["message"]).includes(url), "the address is named");
    assert.equal(typeof json["hint"], "string");
    assert.ok(!text.includes(token));
  }
  assert.ok(!connection.stderr().includes(token));
}

Deno.test("Jupyter is down: initialize answers, every tool says jupyter_unreachable", async () => {
  await everyToolFails(`http://127.0.0.1:${freePort()}/`, "jupyter_unreachable", /connection refused/);
});

Deno.test("Jupyter comes back: the next call works", async () => {
  const port = freePort();
  await using connection = await start(`http://127.0.0.1:${port}/`);
  assert.equal((await connection.call("session_list")).at("error"), "jupyter_unreachable");
  await using _server = new FakeServer(() => Response.json([]), port);
  assert.deepEqual((await connection.call("session_list")).json, { sessions: [] });
});

Deno.test("Jupyter hangs: initialize answers at once, a tool gives up by itself", async () => {
  await using server = new FakeServer(() => new Promise(() => {}));
  await using connection = await start(server.url);
  assert.equal(server.requests.length, 0, "nobody was asked before a tool needs it");
  const { isError, json } = await connection.call("session_list");
  assert.equal(isError, true);
  assert.equal(json["error"], "jupyter_unreachable");
  assert.match(String(json["message"]), /does not answer/);
});

Deno.test("a real Jupyter refuses the token: auth_failed", async () => {
  await everyToolFails(sharedJupyter("plain").url, "auth_failed", /the token was refused/);
});

for (const status of [401, 403]) {
  Deno.test(`Jupyter answers ${status}: auth_failed after exactly one request`, async () => {
    await using server = new FakeServer(() => Response.json({ message: "Forbidden" }, { status }));
    await using connection = await start(server.url);
    for (const [index, [name, args]] of calls.entries()) {
      // kernel_list asks for kernels and kernelspecs side by side.
      if (name === "kernel_list") continue;
      server.requests.length = 0;
      assert.equal((await connection.call(name, args)).at("error"), "auth_failed", name);
      assert.equal(server.requests.length, 1, `${index} ${name}: ${JSON.stringify(server.requests)}`);
    }
  });
}

Deno.test("the server is a web page: jupyter_unreachable says so", async () => {
  const page = () => new Response("<html>Welcome</html>", { headers: { "Content-Type": "text/html" } });
  await using server = new FakeServer(page);
  await everyToolFails(server.url, "jupyter_unreachable", /its answer is not that of a Jupyter server/);
});

Deno.test("the server speaks JSON of its own: jupyter_unreachable says so", async () => {
  await using server = new FakeServer(() => Response.json({ hello: "world" }));
  await everyToolFails(server.url, "jupyter_unreachable", /its answer is not that of a Jupyter server/);
});

Deno.test("the server answers 404 or 500 to everything: jupyter_unreachable with its status", async () => {
  for (const status of [404, 500]) {
    await using server = new FakeServer(() => new Response(`token=${token}`, { status }));
    await everyToolFails(server.url, "jupyter_unreachable", new RegExp(`it answered ${status}`));
  }
});
