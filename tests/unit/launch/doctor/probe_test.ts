import assert from "node:assert/strict";
import { logIn } from "../../../../src/launch/doctor/enter.ts";

/** Lets in by password as Jupyter does: a cookie of its own, and one that proves where the form came from. */
async function logIn(request: Request): Promise<Response> {
  if (request.method === "GET") return new Response("", { headers: { "Set-Cookie": "_xsrf=x; Path=/" } });
  const form = new URLSearchParams(await request.text());
  const isGood = form.get("password") === "pässwort" && request.headers.get("X-XSRFToken") === "x";
  return isGood
    ? new Response(null, { status: 302, headers: { Location: "/", "Set-Cookie": "username=u; Path=/" } })
    : new Response("no", { status: 401 });
}

Deno.test("enter logs in with a password, and tells a wrong one from a server that is gone", async () => {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => undefined }, logIn);
  const target = {
    url: `http://127.0.0.1:${server.addr.port}/`,
    token: "",
    password: "pässwort",
    origin: "given",
  } as const;
  assert.deepEqual(await logIn(target), {
    kind: "entered",
    headers: { Cookie: "_xsrf=x; username=u", "X-XSRFToken": "x" },
  });
  assert.deepEqual(await logIn({ ...target, password: "wrong" }), { kind: "refused" });
  await server.shutdown();
  assert.deepEqual(await logIn(target), { kind: "silent", reason: "connection refused" });
});

Deno.test("enter shows a token where there is one, and nothing where there is neither", async () => {
  const target = { url: "http://127.0.0.1:1/", token: "t", password: "p", origin: "given" } as const;
  assert.deepEqual(await logIn(target), { kind: "entered", headers: { Authorization: "token t" } });
  const open = { url: "http://127.0.0.1:1/", token: "", origin: "given" } as const;
  assert.deepEqual(await logIn(open), { kind: "entered", headers: {} });
});
