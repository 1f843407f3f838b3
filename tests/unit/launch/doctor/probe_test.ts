import assert from "node:assert/strict";
import { logIn, probe } from "../../../../src/launch/doctor/probe.ts";

/** Lets in by password as Jupyter does: a cookie of its own, and one that proves where the form came from. */
async function answerLogin(request: Request): Promise<Response> {
  if (request.method === "GET") return new Response("", { headers: { "Set-Cookie": "_xsrf=x; Path=/" } });
  const form = new URLSearchParams(await request.text());
  const isGood = form.get("password") === "pässwort" && request.headers.get("X-XSRFToken") === "x";
  return isGood
    ? new Response(null, { status: 302, headers: { Location: "/", "Set-Cookie": "username=u; Path=/" } })
    : new Response("no", { status: 401 });
}

Deno.test("enter logs in with a password, and tells a wrong one from a server that is gone", async () => {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => undefined }, answerLogin);
  const target = {
    url: `http://127.0.0.1:${server.addr.port}/`,
    token: "",
    password: "pässwort",
    origin: "given",
  } as const;
  assert.deepEqual(await logIn(target), {
    kind: "logged_in",
    headers: { Cookie: "_xsrf=x; username=u", "X-XSRFToken": "x" },
  });
  assert.deepEqual(await logIn({ ...target, password: "wrong" }), { kind: "refused" });
  await server.shutdown();
  assert.deepEqual(await logIn(target), { kind: "silent", reason: "connection refused" });
});

Deno.test("enter shows a token if there is one, and nothing if there is neither", async () => {
  const target = { url: "http://127.0.0.1:1/", token: "t", password: "p", origin: "given" } as const;
  assert.deepEqual(await logIn(target), { kind: "logged_in", headers: { Authorization: "token t" } });
  const open = { url: "http://127.0.0.1:1/", token: "", origin: "given" } as const;
  assert.deepEqual(await logIn(open), { kind: "logged_in", headers: {} });
});

const probeModule = import.meta.resolve("../../../../src/launch/doctor/probe.ts");

/** In a process of its own: a proxy is read from the environment once, and for all. */
async function upgrade(url: string, env: Record<string, string>): Promise<string> {
  const code = `import { testWebSocket } from ${JSON.stringify(probeModule)};
    console.log(await testWebSocket({ url: ${JSON.stringify(url)}, token: "", origin: "given" }, {}));`;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", code],
    env: { ...env, NO_PROXY: "", no_proxy: "" },
  }).output();
  return new TextDecoder().decode(stdout).trim();
}

Deno.test("testWebSocket goes past the proxy, as kernels do, and tells a refusal from an address that is not there", async () => {
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/events/subscribe") return Deno.upgradeWebSocket(request).response;
    return new Response(null, { status: pathname.startsWith("/plain/") ? 400 : 404 });
  });
  const url = `http://127.0.0.1:${server.addr.port}/`;
  const nobody = { HTTP_PROXY: "http://127.0.0.1:9", http_proxy: "http://127.0.0.1:9" };
  assert.equal(await upgrade(url, nobody), "opens");
  assert.equal(await upgrade(`${url}plain/`, {}), "refused");
  assert.equal(await upgrade(`${url}old/`, {}), "absent");
});

Deno.test("probe reads an answer up to a limit", async () => {
  const part = new TextEncoder().encode(" ".repeat(100_000));
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(part) })),
  );
  const url = `http://127.0.0.1:${server.addr.port}/`;
  const answer = await probe({ url, token: "", origin: "given" }, "api");
  assert.equal(answer.kind, "answered");
});
