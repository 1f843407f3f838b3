import assert from "node:assert/strict";
import { Server } from "@modelcontextprotocol/server";
import { createLogger } from "../../../src/base/log.ts";
import { type HttpServerOptions, serveHttp } from "../../../src/mcp/streamable_http.ts";
import { Metrics } from "../../../src/base/telemetry/metrics.ts";

const token = "s3cret-t0ken";
const bearer = { Authorization: `Bearer ${token}` };
const accept = { Accept: "application/json, text/event-stream" };

/** A server with nothing to offer behind the checks, on a free port; ends with the test. */
async function listening(
  options: Partial<Pick<HttpServerOptions, "host" | "token" | "manage" | "origins" | "limits">> = {},
) {
  const url = Promise.withResolvers<string>();
  let created = 0;
  const handle = await serveHttp(() => {
    created++;
    const server = new Server({ name: "fake", version: "1" }, { capabilities: {} });
    return { server, resourceUpdated: () => undefined };
  }, {
    host: "127.0.0.1",
    port: 0,
    token,
    log: createLogger({ level: "error" }),
    onListen: url.resolve,
    health: {
      version: "1",
      metrics: new Metrics({ version: "1", startedAt: 0 }),
      gauges: () =>
        Promise.resolve({ kernels: 1, sessions: 2, runs: 3, images: 4, imageBytes: 5, memoryBytes: 6 }),
    },
    ...options,
  });
  return {
    url: await url.promise,
    created: () => created,
    close: () => handle.close(),
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
});

/** The status of an `initialize` with these headers, `Host` among them, which `fetch` would not send. */
async function status(url: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port, pathname, host } = new URL(url);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const all = {
    Host: host,
    "Content-Type": "application/json",
    "Content-Length": String(initialize.length),
    Connection: "close",
    ...accept,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  await connection.write(new TextEncoder().encode(`POST ${pathname} HTTP/1.1\r\n${lines}\r\n${initialize}`));
  const answer = await new Response(connection.readable).text();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
}

async function openSession(url: string): Promise<string> {
  const headers = { ...bearer, ...accept, "Content-Type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: initialize });
  await response.text();
  assert.equal(response.status, 200);
  return response.headers.get("mcp-session-id") ?? "";
}

Deno.test("serveHttp begins every stream at once, which proxies wait for to pass on its headers", async () => {
  await using server = await listening();
  const session = { ...bearer, ...accept, "mcp-session-id": await openSession(server.url) };
  const listened = await fetch(server.url, { headers: session });
  const reader = listened.body?.getReader();
  assert.equal(new TextDecoder().decode((await reader?.read())?.value), ": open\n\n");
  await reader?.cancel();
  const headers = { ...session, "Content-Type": "application/json" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "ping" });
  const answered = await fetch(server.url, { method: "POST", headers, body });
  assert.match(await answered.text(), /^: open\n\n(event: message\n)?data: /m);
});

Deno.test("serveHttp lets nobody in without the token", async () => {
  await using server = await listening();
  const refused = [
    {},
    { Authorization: "" },
    { Authorization: "Bearer" },
    { Authorization: "Bearer wrong" },
    { Authorization: `Bearer ${token}x` },
    { Authorization: `Basic ${btoa(`user:${token}`)}` },
    { Authorization: token },
  ];
  for (const headers of refused) assert.equal(await status(server.url, headers), 401);
  assert.equal(await status(`${server.url}?token=${token}`, {}), 401);
  assert.equal(server.created(), 0);
});

Deno.test("serveHttp says how to authenticate and nothing else", async () => {
  await using server = await listening();
  const response = await fetch(server.url, { method: "POST", body: initialize });
  assert.equal(response.headers.get("www-authenticate"), "Bearer");
  assert.equal(await response.text(), "Unauthorized");
});

Deno.test("serveHttp lets in who has the token, however the scheme is written", async () => {
  await using server = await listening();
  assert.equal(await status(server.url, bearer), 200);
  assert.equal(await status(server.url, { Authorization: `bearer  ${token}` }), 200);
});

Deno.test("serveHttp lets nobody in if the token is empty", async () => {
  await using server = await listening({ token: "" });
  assert.equal(await status(server.url, {}), 401);
  assert.equal(await status(server.url, { Authorization: "Bearer " }), 401);
});

const malformedHosts = ["a b", "a:b", "a:99999", "[::1", "%", "a,b", "a:1:2", "a/b", "a?b#c", "\\"];

Deno.test("serveHttp asks for the token whatever the Host is, if it does not check that", async () => {
  await using server = await listening({ host: "0.0.0.0" });
  const url = server.url.replace("0.0.0.0", "127.0.0.1");
  for (const host of ["evil.test", "a@b", ...malformedHosts]) {
    assert.equal(await status(url, { Host: host }), 401, host);
    assert.equal(await status(url, { ...bearer, Host: host }), 200, host);
  }
});

Deno.test("serveHttp answers 400 to a target that is not a path of its own", async () => {
  await using server = await listening();
  const { hostname, port, host } = new URL(server.url);
  for (const target of ["*", "http://evil.test/mcp", `http://${host}/mcp`, "mcp", "evil.test:80"]) {
    using connection = await Deno.connect({ hostname, port: Number(port) });
    const lines = [
      `POST ${target} HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: Bearer ${token}`,
      "Connection: close",
    ];
    await connection.write(new TextEncoder().encode(`${lines.join("\r\n")}\r\n\r\n`));
    assert.match(await new Response(connection.readable).text(), /^HTTP\/1\.1 400 /, target);
  }
});

Deno.test("serveHttp closes connections whose client sends half a request and waits", async () => {
  const limits = { headersMs: 200, requestMs: 400, connections: 100 };
  await using server = await listening({ limits });
  const { hostname, port, host } = new URL(server.url);
  const head = `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n`;
  const halves = ["", "POST", head, `${head}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{"`];
  await Promise.all(halves.map(async (half) => {
    using connection = await Deno.connect({ hostname, port: Number(port) });
    await connection.write(new TextEncoder().encode(half));
    // It ends, which is the test.
    assert.doesNotMatch(await new Response(connection.readable).text(), /^HTTP\/1\.1 [25]/, half);
  }));
  assert.equal(await status(server.url, bearer), 200);
});

Deno.test("serveHttp on loopback refuses the Host of a page that rebinds its name, token or not", async () => {
  await using server = await listening();
  const { port } = new URL(server.url);
  const refused = [
    `evil.test:${port}`,
    "evil.test",
    `127.0.0.1.evil.test:${port}`,
    "",
    `evil.test@127.0.0.1:${port}`,
    `localhost:${Number(port) - 1}`,
    "localhost",
    ...malformedHosts,
  ];
  for (const host of refused) assert.equal(await status(server.url, { ...bearer, Host: host }), 403, host);
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
    assert.equal(await status(server.url, { ...bearer, Host: host }), 200, host);
  }
});

Deno.test("serveHttp refuses requests of pages from elsewhere, token or not", async () => {
  await using server = await listening();
  const { port } = new URL(server.url);
  const refused = [
    "https://evil.test",
    "null",
    "",
    "http://localhost.evil.test",
    "file://",
    "http://localhost:6274",
    "http://127.0.0.1",
    `https://localhost:${port}`,
    `ftp://localhost:${port}`,
    `http://evil.test@127.0.0.1:${port}`,
    `http://localhost:${port}/`,
    `localhost:${port}`,
  ];
  for (const origin of refused) {
    assert.equal(await status(server.url, { ...bearer, Origin: origin }), 403, origin);
  }
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
    assert.equal(await status(server.url, { ...bearer, Origin: `http://${host}:${port}` }), 200, host);
  }
});

Deno.test("serveHttp lets pages of the named origins in, with the token and under its own Host alone", async () => {
  const page = "https://app.example.com";
  const manage = () => Promise.resolve(new Response("managed"));
  await using server = await listening({ manage, origins: [page] });
  const named = { ...bearer, Origin: page };
  assert.equal(await status(server.url, named), 200);
  assert.equal(await status(server.url, { Origin: page }), 401);
  assert.equal(
    await status(server.url, { ...named, Host: "app.example.com" }),
    403,
    "a name that was rebound",
  );
  const others = [
    "https://app.example.com.evil.test",
    "http://app.example.com",
    `${page}:8443`,
    "null",
    "",
    "http://evil.test@127.0.0.1",
    "ftp://localhost",
  ];
  for (const origin of others) {
    assert.equal(await status(server.url, { ...bearer, Origin: origin }), 403, origin);
  }
  assert.equal(
    await status(server.url.replace("/mcp", "/api/stop"), named),
    403,
    "those are for this machine",
  );
});

Deno.test("serveHttp tells browsers which pages may call and read", async () => {
  const manage = () => Promise.resolve(undefined);
  const page = "https://app.example.com";
  await using server = await listening({ manage, origins: [page] });
  const asked = async (path: string, Origin: string) => {
    const response = await fetch(server.url.replace("/mcp", path), {
      method: "OPTIONS",
      headers: {
        Origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, mcp-session-id",
      },
    });
    await response.body?.cancel();
    const names = ["origin", "credentials", "headers"];
    return [response.status, ...names.map((name) => response.headers.get(`access-control-allow-${name}`))];
  };
  assert.deepEqual(await asked("/mcp", page), [204, page, "true", "authorization, mcp-session-id"]);
  const local = "http://localhost:6274";
  assert.deepEqual(await asked("/mcp", local), [204, local, null, "authorization, mcp-session-id"]);
  assert.deepEqual(await asked("/mcp", "https://evil.test"), [403, null, null, null]);
  assert.deepEqual(await asked("/api/connect", page), [403, null, null, null]);
  const refused = await fetch(server.url, { method: "POST", headers: { Origin: page } });
  await refused.body?.cancel();
  assert.equal(refused.headers.get("access-control-allow-origin"), page, "it may read why");
});

Deno.test("serveHttp answers at /mcp only", async () => {
  await using server = await listening();
  for (const path of ["/", "/mcp/", "/mcp/x", "/MCP", "//mcp"]) {
    assert.equal(await status(new URL(server.url).origin + path, bearer), 404, path);
  }
});

Deno.test("serveHttp gives each client of 2025 a session, and knows no others", async () => {
  await using server = await listening();
  const [one, two] = [await openSession(server.url), await openSession(server.url)];
  assert.notEqual(one, two);
  assert.equal(await status(server.url, { ...bearer, "Mcp-Session-Id": "nonsense" }), 404);
  const ping = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "ping" });
  const headers = { ...bearer, ...accept, "Content-Type": "application/json", "Mcp-Session-Id": one };
  const response = await fetch(server.url, { method: "POST", headers, body: ping });
  assert.equal(response.status, 200);
  assert.match(await response.text(), /"result":\{\}/);
});

Deno.test("serveHttp forgets the session that a client ends", async () => {
  await using server = await listening();
  const headers = { ...bearer, "Mcp-Session-Id": await openSession(server.url) };
  const response = await fetch(server.url, { method: "DELETE", headers });
  await response.body?.cancel();
  assert.equal(response.status, 200);
  assert.equal(await status(server.url, headers), 404);
});

Deno.test("serveHttp forgets the session unused for the longest time when there are a hundred", async () => {
  await using server = await listening();
  const first = await openSession(server.url);
  for (let number = 0; number < 99; number++) await openSession(server.url);
  const used = { ...bearer, "Mcp-Session-Id": first };
  assert.notEqual(await status(server.url, used), 404);
  await openSession(server.url);
  assert.notEqual(await status(server.url, used), 404);
});

Deno.test("serveHttp ends while a client listens for its notifications", async () => {
  const server = await listening();
  const headers = { ...bearer, Accept: "text/event-stream", "Mcp-Session-Id": await openSession(server.url) };
  const stream = await fetch(server.url, { headers });
  assert.equal(stream.status, 200);
  await server.close();
  await stream.text();
});

Deno.test("serveHttp tells where it listens in a form that a client can use", async () => {
  await using server = await listening({ host: "::1" });
  assert.match(server.url, /^http:\/\/\[::1\]:\d+\/mcp$/);
  const response = await fetch(server.url, { method: "POST", body: initialize });
  await response.text();
  assert.equal(response.status, 401);
});

Deno.test("health and metrics pass the same checks as MCP", async () => {
  await using server = await listening();
  for (const path of ["/healthz", "/metrics"]) {
    const address = server.url.replace("/mcp", path);
    const statusOf = async (init: RequestInit) => {
      const response = await fetch(address, init);
      await response.body?.cancel();
      return response.status;
    };
    assert.equal(await statusOf({}), 401, path);
    assert.equal(await statusOf({ headers: { Authorization: "Bearer wrong" } }), 401, path);
    assert.equal(await statusOf({ headers: { ...bearer, Origin: "http://evil.example" } }), 403, path);
    assert.equal(await statusOf({ method: "POST", headers: bearer }), 405, path);
    assert.equal(await statusOf({ headers: bearer }), 200, path);
    assert.equal(await statusOf({ method: "HEAD", headers: bearer }), 200, path);
  }
});

Deno.test("every answer names its request, by the client's own id if that is one", async () => {
  await using server = await listening();
  const idOf = async (headers: Record<string, string>) => {
    const response = await fetch(server.url, { headers });
    await response.body?.cancel();
    return response.headers.get("x-request-id") ?? "";
  };
  assert.equal(await idOf({ "X-Request-Id": "abc-1.2:3" }), "abc-1.2:3");
  const made = [await idOf({}), await idOf({ "X-Request-Id": "a b" }), await idOf({ "X-Request-Id": "" })];
  assert.equal(new Set(made).size, 3);
  for (const id of made) assert.match(id, /^[0-9a-f-]{36}$/);
});
