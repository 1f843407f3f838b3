/** Streamable HTTP: who is let in, and that clients of both eras are served at once. */

import assert from "node:assert/strict";
import { connectHttp } from "../../harness/client.ts";
import type { Era } from "../../harness/client.ts";
import { startHttpProgram } from "../../harness/http_program.ts";
import { programOf } from "../../harness/program.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "0" } },
});

/** One HTTP/1.1 request by hand: `fetch` lets nobody choose the Host header. */
async function post(url: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port, pathname, search } = new URL(url);
  const body = new TextEncoder().encode(initialize);
  const all = {
    Host: `${hostname}:${port}`,
    Accept: "application/json, text/event-stream",
    "Content-Type": "application/json",
    "Content-Length": String(body.length),
    Connection: "close",
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  using socket = await Deno.connect({ hostname, port: Number(port) });
  await socket.write(
    new TextEncoder().encode(`POST ${pathname}${search} HTTP/1.1\r\n${lines}\r\n${initialize}`),
  );
  const buffer = new Uint8Array(1_024);
  const count = await socket.read(buffer) ?? 0;
  return Number(/^HTTP\/1\.1 (\d+)/.exec(new TextDecoder().decode(buffer.subarray(0, count)))?.[1]);
}

Deno.test("HTTP", async (t) => {
  await using program = await startHttpProgram({ jupyter: sharedJupyter("collaboration") });
  const { url, token } = program;
  const right = { Authorization: `Bearer ${token}` };

  await t.step("it listens on the loopback address", () => {
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  });

  await t.step("lets in anyone who has the token", async () => {
    assert.equal(await post(url, right), 200);
    assert.equal(await post(url, { ...right, Host: `localhost:${new URL(url).port}` }), 200);
    assert.equal(await post(url, { ...right, Origin: new URL(url).origin }), 200);
  });

  await t.step("answers 401 without the token, or with a wrong one", async () => {
    const wrong = [
      {},
      { Authorization: "Bearer " },
      { Authorization: `Bearer ${token}x` },
      { Authorization: `Bearer ${token.slice(0, -1)}` },
      { Authorization: `Basic ${token}` },
      { Authorization: token },
    ];
    for (const headers of wrong) assert.equal(await post(url, { ...headers }), 401, JSON.stringify(headers));
    assert.equal(await post(`${url}?token=${token}`, {}), 401);
    const response = await fetch(url, { method: "POST", body: initialize });
    assert.equal(response.headers.get("www-authenticate"), "Bearer");
    assert.ok(!(await response.text()).includes(token));
  });

  await t.step("answers 403 to a foreign Host or Origin, even with the token", async () => {
    assert.equal(await post(url, { ...right, Host: "evil.example" }), 403);
    assert.equal(await post(url, { ...right, Host: "127.0.0.1.evil.example:80" }), 403);
    assert.equal(await post(url, { ...right, Origin: "http://evil.example" }), 403);
    assert.equal(await post(url, { ...right, Origin: "null" }), 403);
    assert.equal(await post(url, { ...right, Origin: "http://localhost:5173" }), 403);
  });

  await t.step("answers 404 to every other path", async () => {
    const base = url.replace(/\/mcp$/, "");
    for (const path of ["/", "/mcp/", "/mcpx", "/api/sessions", "/.well-known/x"]) {
      assert.equal(await post(base + path, right), 404, path);
    }
  });

  await t.step("lets no web page read its answers", async () => {
    const response = await fetch(url, {
      method: "OPTIONS",
      headers: { Origin: "http://localhost:5173", "Access-Control-Request-Method": "POST" },
    });
    await response.body?.cancel();
    assert.equal(response.headers.get("access-control-allow-origin"), null);
  });

  for (const era of ["legacy", "modern"] as const) {
    await t.step(`serves a ${era} client, from session to figure`, () => serves(url, { token, era }));
  }

  await t.step("two clients at once share the state and get their own answers", async () => {
    await using first = await connectHttp({ url, token });
    await using second = await connectHttp({ url, token, era: "modern" });
    await using session = await openSession(first);
    await session.run("shared = 'one kernel'");
    const runs = Array.from({ length: 10 }, (_, n) => {
      const client = n % 2 === 0 ? first : second;
      return client.call("execute_code", { session_id: session.id, code: `print(${n})\nshared` });
    });
    for (const [n, result] of (await Promise.all(runs)).entries()) {
      assert.equal(result.at("stdout"), `${n}\n`);
      assert.equal(result.at("result"), "'one kernel'");
    }
    assert.equal((await second.call("execution_list")).at("executions.0.session_id"), session.id);
  });

  await t.step("list_changed reaches a legacy session", async () => {
    await using connection = await connectHttp({ url, token });
    await using session = await openSession(connection);
    const changed = new Promise<void>((resolve) =>
      connection.client.setNotificationHandler("notifications/resources/list_changed", () => resolve())
    );
    await session.run("from PIL import Image\nImage.new('RGB', (9, 9))");
    await changed;
  });

  await t.step("a client that goes frees the kernel it kept busy", async () => {
    await using watcher = await connectHttp({ url, token });
    await using session = await openSession(watcher);
    const aborter = new AbortController();
    {
      await using leaver = await connectHttp({ url, token, era: "modern" });
      const args = { session_id: session.id, code: "import time; time.sleep(60)", timeout: 100 };
      const running = leaver.call("execute_code", args, {
        signal: aborter.signal,
        onProgress: () => aborter.abort("gone"),
      });
      await assert.rejects(running);
    }
    assert.equal((await session.run("'free'", { timeout: 20 })).at("result"), "'free'");
  });

  await t.step("the log never has a token", () => {
    assert.ok(program.stderr().includes("tool execute_code ok"));
    assert.ok(!program.stderr().includes(token));
    assert.ok(!program.stderr().includes(sharedJupyter("collaboration").token));
  });
});

async function serves(url: string, { token, era }: { token: string; era: Era }): Promise<void> {
  await using connection = await connectHttp({ url, token, era });
  assert.ok((await connection.client.listTools()).tools.length >= 11);
  await using session = await openSession(connection);
  const result = await session.run("print('over HTTP')\nfrom PIL import Image\nImage.new('RGB', (9, 9))");
  assert.equal(result.at("stdout"), "over HTTP\n");
  assert.equal(result.images.length, 1);
  const { contents: [content] } = await connection.client.readResource({
    uri: result.string("images.0.resource_uri"),
  });
  assert.ok(content !== undefined && "blob" in content);
}

Deno.test("HTTP says in one line that its port is taken", async () => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = taken.addr;
  const { command, args, env } = programOf({
    args: ["--transport", "http", "--port", String(port), "--jupyter-url", "http://127.0.0.1:1/"],
  });
  const output = await new Deno.Command(command, { args: [...args], env: { ...env }, clearEnv: true })
    .output();
  assert.equal(output.code, 1);
  const said = new TextDecoder().decode(output.stderr);
  assert.equal(said, `jupyter-mcp: Cannot listen on 127.0.0.1:${port}: the port is in use\n`);
});
