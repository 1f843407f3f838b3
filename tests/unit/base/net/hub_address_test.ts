import assert from "node:assert/strict";
import { bareHub, hubAddress, isStopped, tokenHint } from "../../../../src/base/net/hub_address.ts";

Deno.test("hubAddress finds the hub of a person's server, with a base path and a named server", () => {
  const found = (url: string) => {
    const address = hubAddress(url);
    return address && [address.api.href, address.user, address.server];
  };
  assert.deepEqual(found("https://h.example/user/ana/"), [
    "https://h.example/hub/api/users/ana/server",
    "ana",
    "",
  ]);
  assert.deepEqual(found("https://h.example/team/user/ana%40x.org/gpu/"), [
    "https://h.example/team/hub/api/users/ana%40x.org/servers/gpu",
    "ana@x.org",
    "gpu",
  ]);
  assert.equal(found("https://h.example/"), undefined);
  assert.equal(found("https://h.example/users/ana/"), undefined);
  for (const name of ["100%", "%zz", "%ff", "ana/%"]) {
    assert.equal(found(`https://h.example/user/${name}/`), undefined, name);
  }
});

Deno.test("isStopped knows a hub's answers from those of a server", () => {
  const answer = (status: number, headers: Record<string, string>) =>
    isStopped(new Response(null, { status, headers }));
  const fromHub = { "X-JupyterHub-Version": "6" };
  assert.ok(answer(302, { Location: "/hub/user/ana/api/status" }));
  assert.ok(answer(302, { Location: "https://h.example/base/hub/spawn-pending/ana" }));
  assert.ok(answer(424, fromHub));
  assert.ok(answer(503, fromHub));
  assert.ok(!answer(503, {}));
  assert.ok(!answer(302, { Location: "/hub/login?next=x" }));
  assert.ok(!answer(302, { Location: "/hub/api/oauth2/authorize" }));
  assert.ok(!answer(403, fromHub));
});

Deno.test("bareHub knows a hub from a user's server on it, and from servers without one", () => {
  const found = (url: string, status: number, headers: Record<string, string>) =>
    bareHub(url, new Response(null, { status, headers }));
  const fromHub = { "X-JupyterHub-Version": "6" };
  const base = "https://h.example/base/";
  assert.equal(found(base, 302, { Location: "/base/hub/api/status" }), base);
  assert.equal(found(`${base}hub/`, 200, fromHub), base);
  assert.equal(found(`${base}hub/`, 200, {}), undefined);
  assert.equal(found(`${base}user/ana/`, 302, { Location: "/base/hub/user/ana/api" }), undefined);
  assert.equal(found(base, 404, fromHub), undefined);
  assert.equal(found(base, 302, { Location: "/hub/api/oauth2/authorize?client_id=x" }), undefined);
  assert.equal(found(base, 302, { Location: "/hub/user/ana/api" }), undefined);
  assert.equal(found(base, 302, { Location: "/login?next=x" }), undefined);
});

Deno.test("tokenHint names the hub's page for a server on a hub, and Jupyter's own list for others", () => {
  assert.match(tokenHint("https://h.example/base/user/ana/"), /https:\/\/h\.example\/base\/hub\/token$/);
  assert.match(tokenHint("http://localhost:8888/"), /jupyter server list/);
});
