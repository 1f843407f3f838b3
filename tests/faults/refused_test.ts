/** A Jupyter that answers, but not with what was asked for: refused tokens, overload, a hub in front. */

import assert from "node:assert/strict";
import { connect } from "../harness/client.ts";
import { connectDatalayer, textCaller } from "../harness/datalayer.ts";
import { startProxy } from "../harness/proxy.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";

const jupyter = sharedJupyter("collaboration");

Deno.test("a wrong token is refused after one request, by every tool", async () => {
  await using proxy = startProxy(jupyter);
  await using connection = await connect({ jupyter: { ...proxy.server, token: "wrong" } });
  const calls: [string, Record<string, unknown>][] = [
    ["session_list", {}],
    ["session_create", {}],
    ["execute_code", { session_id: "whatever", code: "1" }],
    ["kernel_list", {}],
  ];
  for (const [index, [tool, args]] of calls.entries()) {
    const result = await connection.call(tool, args);
    assert.equal(result.at("error"), "auth_failed", result.text);
    assert.match(result.string("hint"), /JUPYTER_TOKEN/);
    assert.ok(proxy.requests.length <= index + 1, proxy.requests.join("\n"));
  }
});

Deno.test("a wrong token is refused after one request, by Datalayer's tools", async () => {
  await using proxy = startProxy(jupyter);
  await using connection = await connectDatalayer({ jupyter: { ...proxy.server, token: "wrong" } });
  const call = textCaller(connection);
  const calls: [string, Record<string, unknown>][] = [
    ["use_notebook", { notebook_name: "nb", notebook_path: "a.ipynb" }],
    ["execute_code", { code: "1" }],
    ["list_kernels", {}],
    ["list_files", {}],
  ];
  for (const [index, [tool, args]] of calls.entries()) {
    assert.match(await call(tool, args), /the token was refused/);
    assert.ok(proxy.requests.length <= index + 1, proxy.requests.join("\n"));
  }
});

Deno.test("a token that is refused later on", async (t) => {
  await using proxy = startProxy(jupyter);
  await using connection = await connect({ jupyter: proxy.server });
  await using session = await openSession(connection);
  const page = '<html><body data-jupyter-api-token="of-the-page">403 : Forbidden</body></html>';
  const refuseAll = () => {
    proxy.answer({ status: 403, headers: { "Content-Type": "text/html" }, body: page, times: Infinity });
    return proxy.requests.length;
  };

  await t.step("is told after one request, and the page is not passed on", async () => {
    const before = refuseAll();
    const result = await connection.call("session_list");
    assert.equal(result.at("error"), "auth_failed", result.text);
    assert.equal(proxy.requests.length, before + 1);
    assert.doesNotMatch(result.text + connection.stderr(), /Forbidden|api-token|of-the-page/);
    proxy.answerNothing();
  });

  await t.step("and ends a run whose connection is cut as well, without hammering", async () => {
    const begun = await session.handOver(
      "import time\nprint('begun', flush=True)\ntime.sleep(300)",
      "begun\n",
    );
    const before = refuseAll();
    proxy.cut();
    const ended = await connection.call("execution_get", {
      execution_id: begun.string("execution_id"),
      wait: 30,
    });
    assert.equal(ended.at("status"), "kernel_died", ended.text);
    assert.equal(ended.at("stdout"), "begun\n");
    const next = await session.run("1");
    assert.equal(next.at("error"), "auth_failed", next.text);
    assert.ok(proxy.requests.length <= before + 2, proxy.requests.slice(before).join("\n"));
    proxy.answerNothing();
    await connection.call("kernel_interrupt", { session_id: session.id });
    assert.equal((await session.run("'free'")).at("result"), "'free'");
  });
});

Deno.test("a Jupyter that is overloaded or still starting is waited for", async (t) => {
  await using proxy = startProxy(jupyter);
  await using connection = await connect({ jupyter: proxy.server });
  const hubPage =
    "<html><body>Your server is starting up. You will be redirected automatically</body></html>";
  const troubles = {
    "429 with a time to wait": { status: 429, headers: { "Retry-After": "1" } },
    "429 without one": { status: 429 },
    "503 of a proxy": { status: 503, times: 2 },
    "503 with a hub's page": {
      status: 503,
      headers: { "Content-Type": "text/html" },
      body: hubPage,
      times: 2,
    },
    "200 with a hub's page": {
      status: 200,
      headers: { "Content-Type": "text/html; charset=UTF-8" },
      body: hubPage,
      times: 2,
    },
  };
  for (const [what, answer] of Object.entries(troubles)) {
    await t.step(what, async () => {
      const before = proxy.requests.length;
      proxy.answer(answer);
      const result = await connection.call("session_list");
      assert.equal(result.isError, false, result.text);
      assert.ok(proxy.requests.length >= before + 2);
    });
  }

  await t.step("in the middle of starting a session", async () => {
    proxy.answer({ status: 503, to: /^POST \S*\/api\/sessions / });
    proxy.answer({ status: 503, to: /\/channels\?/ });
    await using session = await openSession(connection);
    assert.equal((await session.run("6 * 7")).at("result"), "42");
  });

  await t.step("but not for ever: for the time of a call, then what it said", async () => {
    proxy.answer({ status: 503, headers: { "Content-Type": "text/html" }, body: hubPage, times: Infinity });
    const result = await connection.call("session_list");
    assert.equal(result.at("error"), "jupyter_unreachable");
    assert.match(result.string("message"), /starting/);
    proxy.answerNothing();
  });

  await t.step("nor for longer than the call says that it waits", async () => {
    await using session = await openSession(connection);
    // Without its socket, what the call needs must be asked for.
    proxy.answer({ status: 503, headers: { "Content-Type": "text/html" }, body: hubPage, times: Infinity });
    proxy.cut();
    const begun = performance.now();
    const result = await session.run("1", { timeout: 3 });
    const seconds = (performance.now() - begun) / 1_000;
    assert.equal(result.at("error"), "jupyter_unreachable", result.text);
    assert.match(result.string("message"), /starting/);
    assert.ok(seconds > 2.5 && seconds < 20, `${seconds} s, where a call without a word waits 28`);
    proxy.answerNothing();
    assert.equal((await session.run("6 * 7")).at("result"), "42");
  });

  await t.step("a redirect to the hub is an error that names it, at once", async () => {
    const before = proxy.requests.length;
    proxy.answer({ status: 302, headers: { Location: "/hub/user/somebody/api/sessions" } });
    const result = await connection.call("session_list");
    assert.equal(result.at("error"), "jupyter_unreachable");
    assert.match(result.string("message"), /hub.*not running/);
    assert.equal(proxy.requests.length, before + 1, "it is not followed");
  });
});

Deno.test("output that Jupyter's rate limiter dropped is reported as truncation", async () => {
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  const result = await session.run("import sys\nsys.stdout.write('x' * 10_000_000)\nNone", { timeout: 60 });
  assert.equal(result.at("success"), true, result.text.slice(0, 500));
  assert.equal(result.at("truncated"), true);
  assert.match(JSON.stringify(result.at("notes")), /rate limiter/);
});

Deno.test("a full disk is named as what it is, by every tool that writes", async (t) => {
  await using proxy = startProxy(sharedJupyter("plain"));
  await using connection = await connect({ jupyter: proxy.server });
  const path = `full disk ${crypto.randomUUID()}.ipynb`;
  await connection.call("notebook_create", { name: path });
  // What Jupyter says on a full disk of a file that is there, and of one that it could not begin.
  const words = {
    "no space": "[Errno 28] No space left on device: '/home/a.ipynb' -> '/home/.~a.ipynb'",
    "its copy is missing": "[Errno 2] No such file or directory: '/home/.~a.ipynb' -> '/home/a.ipynb'",
  };
  const writes: Record<string, Record<string, unknown>> = {
    notebook_add_cell: { notebook_path: path, cell_type: "code", source: "1" },
    notebook_create: { name: `full disk ${crypto.randomUUID()}` },
    file_write: { path: `full disk ${crypto.randomUUID()}.txt`, content: "1" },
  };
  for (const [what, said] of Object.entries(words)) {
    for (const [tool, args] of Object.entries(writes)) {
      await t.step(`${tool}: ${what}`, async () => {
        const message = `Unexpected error while saving file: ${said}`;
        const headers = { "Content-Type": "application/json" };
        proxy.answer({ status: 500, headers, body: JSON.stringify({ message }), to: /^PUT / });
        const result = await connection.call(tool, args);
        assert.equal(result.at("error"), "read_only", result.text);
        assert.match(result.string("message"), /: the disk of the Jupyter server is full$/);
      });
    }
  }
});
