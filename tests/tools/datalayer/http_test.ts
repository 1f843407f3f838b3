import assert from "node:assert/strict";
import { connectHttp } from "../../harness/client.ts";
import { textCaller } from "../../harness/datalayer.ts";
import { type HttpProgram, startHttpProgram } from "../../harness/http_program.ts";
import { code, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const args = ["start", "--compat", "datalayer"];

function asker(program: HttpProgram) {
  const { origin } = new URL(program.url);
  return (path: string, init: RequestInit = {}) => fetch(`${origin}${path}`, init);
}

/** One request by hand: `fetch` lets nobody choose the Host header. */
async function statusUnder(host: string, { url }: HttpProgram): Promise<number> {
  const { hostname, port } = new URL(url);
  using socket = await Deno.connect({ hostname, port: Number(port) });
  await socket.write(
    new TextEncoder().encode(`GET /api/healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
  );
  const buffer = new Uint8Array(1_024);
  const count = await socket.read(buffer) ?? 0;
  return Number(/^HTTP\/1\.1 (\d+)/.exec(new TextDecoder().decode(buffer.subarray(0, count)))?.[1]);
}

Deno.test("the Datalayer API over HTTP", async (t) => {
  const jupyter = sharedJupyter("plain");
  await using program = await startHttpProgram({ jupyter, args });
  const ask = asker(program);
  const authorised = { Authorization: `Bearer ${program.token}` };

  await t.step(
    "it listens on the loopback address",
    () => assert.equal(new URL(program.url).hostname, "127.0.0.1"),
  );

  await t.step("GET /api/healthz needs no token", async () => {
    assert.partialDeepStrictEqual(await (await ask("/api/healthz")).json(), {
      success: true,
      service: "jupyter-mcp-server",
      status: "healthy",
      kernel_status: "not_initialized",
    });
  });

  await t.step("a foreign Host or Origin is refused, and changes need the token", async () => {
    const statusOf = async (path: string, init: RequestInit) => {
      const response = await ask(path, init);
      await response.body?.cancel();
      return response.status;
    };
    assert.equal(await statusUnder("evil.example", program), 421);
    assert.equal(await statusOf("/api/healthz", { headers: { Origin: "https://evil.example" } }), 403);
    for (const [path, method] of [["/api/connect", "PUT"], ["/api/stop", "DELETE"]] as const) {
      assert.equal(await statusOf(path, { method }), 401);
      assert.equal(await statusOf(path, { method, headers: { Authorization: "Bearer wrong" } }), 401);
    }
    const refused = await ask("/mcp", { method: "POST" });
    assert.equal(refused.status, 401);
    assert.deepEqual(await refused.json(), {
      error: "invalid_token",
      error_description: "Authentication required",
    });
  });

  await t.step("a page on this machine may call, and only with the token", async () => {
    const Origin = "http://localhost:6274";
    const asked = await ask("/mcp", {
      method: "OPTIONS",
      headers: {
        Origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, mcp-protocol-version",
      },
    });
    assert.equal(asked.status, 204);
    assert.equal(asked.headers.get("Access-Control-Allow-Origin"), Origin);
    assert.equal(
      asked.headers.get("Access-Control-Allow-Headers"),
      "authorization, mcp-protocol-version",
    );
    const url = `${program.url}/`;
    await using page = await connectHttp({ url, token: "", headers: { ...authorised, Origin } });
    assert.match(await textCaller(page)("list_notebooks"), /\ndefault\tNone\t-\tnot_initialized\t✓$/);
    const refused = await ask("/mcp", { method: "POST", headers: { Origin } });
    await refused.body?.cancel();
    assert.equal(refused.status, 401);
    assert.equal(refused.headers.get("Access-Control-Allow-Origin"), Origin);
    const foreign = await ask("/mcp", {
      method: "OPTIONS",
      headers: { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" },
    });
    await foreign.body?.cancel();
    assert.equal(foreign.status, 403);
  });

  await t.step("each client has a current notebook of its own", async () => {
    const paths = [
      await putCells(jupyter, [code("a", "'of a'")]),
      await putCells(jupyter, [code("b", "'of b'")]),
    ];
    await using one = await program.connect();
    await using two = await program.connect();
    const [callOne, callTwo] = [textCaller(one), textCaller(two)];
    await callOne("use_notebook", { notebook_name: "nb", notebook_path: paths[0] });
    await callTwo("use_notebook", { notebook_name: "nb", notebook_path: paths[1] });
    assert.equal(await callOne("execute_cell", { cell_index: 0, stream: false }), "'of a'");
    assert.equal(await callTwo("execute_cell", { cell_index: 0, stream: false }), "'of b'");
    assert.partialDeepStrictEqual(await (await ask("/api/healthz")).json(), { kernel_status: "alive" });
    const stopped = await ask("/api/stop", { method: "DELETE", headers: authorised });
    assert.deepEqual(await stopped.json(), { success: true });
    assert.match(await callOne("list_notebooks"), /\ndefault\tNone\t-\tnot_initialized\t✓$/);
  });

  await t.step("a request without a session is answered, too", async () => {
    const response = await ask("/mcp", {
      method: "POST",
      headers: {
        ...authorised,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "list_notebooks", arguments: {} },
      }),
    });
    assert.match(await response.text(), /default\\tNone\\t-\\tnot_initialized/);
  });

  await t.step("PUT /api/connect points it to another Jupyter", async () => {
    const other = sharedJupyter("collaboration");
    const connect = (body: Record<string, unknown>) =>
      ask("/api/connect", {
        method: "PUT",
        headers: { ...authorised, "Content-Type": "application/json" },
        body: JSON.stringify({
          document_provider: "jupyter",
          document_id: "",
          document_token: "",
          code_sandbox_id: "",
          ...body,
        }),
      });
    const refused = await connect({ code_sandbox_url: other.url, code_sandbox_token: "wrong" });
    assert.equal(refused.status, 500);
    assert.match(JSON.stringify(await refused.json()), /rejected the token/);
    const path = await putCells(other, [code("there", "1")]);
    const accepted = await connect({ code_sandbox_url: other.url, code_sandbox_token: other.token });
    assert.deepEqual(await accepted.json(), { success: true });
    await using client = await program.connect();
    assert.match(await textCaller(client)("list_files", { pattern: path }), new RegExp(path));
    const named = await connect({
      code_sandbox_url: other.url,
      code_sandbox_token: other.token,
      document_id: path,
    });
    assert.deepEqual(await named.json(), { success: true });
    await using later = await program.connect();
    assert.match(await textCaller(later)("list_notebooks"), new RegExp(`default\t${path}`));
    await (await ask("/api/stop", { method: "DELETE", headers: authorised })).body?.cancel();
    await using last = await program.connect();
    assert.match(await textCaller(last)("list_notebooks"), /\ndefault\tNone\t-\tnot_initialized\t✓$/);
  });
});

Deno.test("--insecure-mcp-noauth lets everyone on this machine in", async () => {
  await using program = await startHttpProgram({
    jupyter: sharedJupyter("plain"),
    args: [...args, "--insecure-mcp-noauth"],
    env: { MCP_TOKEN: "" },
  });
  await using client = await connectHttp({ url: program.url, token: "whatever" });
  assert.match(await textCaller(client)("list_notebooks"), /\ndefault\tNone\t-\tnot_initialized\t✓$/);
});

Deno.test("pages of the origins in JUPYTER_MCP_CORS_ORIGINS may call, with the token", async () => {
  const Origin = "https://app.example.com";
  await using program = await startHttpProgram({
    jupyter: sharedJupyter("plain"),
    args,
    env: { JUPYTER_MCP_CORS_ORIGINS: `https://other.example, ${Origin}/` },
  });
  const ask = asker(program);
  const asked = await ask("/mcp", {
    method: "OPTIONS",
    headers: { Origin, "Access-Control-Request-Method": "POST" },
  });
  assert.equal(asked.status, 204);
  assert.equal(asked.headers.get("Access-Control-Allow-Origin"), Origin);
  assert.equal(asked.headers.get("Access-Control-Allow-Credentials"), "true");
  const headers = { Authorization: `Bearer ${program.token}`, Origin };
  await using page = await connectHttp({ url: program.url, token: "", headers });
  assert.match(await textCaller(page)("list_notebooks"), /\ndefault\tNone\t-\tnot_initialized\t✓$/);
  const foreign = await ask("/mcp", {
    method: "POST",
    headers: { ...headers, Origin: "https://evil.example" },
  });
  await foreign.body?.cancel();
  assert.equal(foreign.status, 403);
});
