import assert from "node:assert/strict";
import { hubAddress } from "../../../../src/base/net/hub_address.ts";
import { checkHubToken, userIn } from "../../../../src/launch/doctor/hub_checks.ts";
import type { Answer } from "../../../../src/launch/doctor/probe.ts";

const target = { url: "https://hub.example/user/ana/gpu/", token: "t", origin: "given" } as const;

function answered(status: number, body: unknown): Answer {
  return { kind: "answered", status, body, headers: new Headers(), milliseconds: 3 };
}

function check(answer: Answer, token = "t") {
  const address = hubAddress(target.url);
  assert.ok(address !== undefined);
  return checkHubToken({ ...target, token }, address, answer);
}

const ana = (...scopes: readonly string[]) => answered(200, { name: "ana", scopes });

Deno.test("checkHubToken accepts a token that may use the server and start it, however its scopes say so", () => {
  for (
    const scopes of [
      ["access:servers!user=ana", "servers!user=ana"],
      ["access:servers!user=ana", "start:servers!user=ana"],
      ["access:servers!server=ana/gpu", "servers!server=ana/gpu"],
      ["access:servers!group=staff", "servers!group=staff"],
      ["access:servers", "servers"],
    ]
  ) {
    assert.deepEqual([check(ana(...scopes)).state, check(ana(...scopes)).found], [
      "ok",
      "accepted by the hub, as ana's",
    ]);
  }
  assert.equal(check(answered(200, { name: "ana", admin: false })).state, "ok");
  assert.equal(check(answered(200, { name: "root", admin: true })).state, "ok");
});

Deno.test("checkHubToken tells a wrong token from one that may not start the server, and one of someone else", () => {
  assert.match(check(answered(403, { message: null })).fix ?? "", /https:\/\/hub\.example\/hub\/token/);
  assert.equal(check(answered(403, { message: null })).found, "refused");
  assert.equal(check(ana(), "").found, "none given");
  const weak = check(ana("access:servers!user=ana", "servers!server=ana/cpu"));
  assert.deepEqual([weak.state, weak.found], ["failed", "not allowed to start this server"]);
  assert.match(weak.fix ?? "", /servers!user=ana/);
  const other = check(
    answered(200, { name: "bob", scopes: ["access:servers!user=bob", "servers!user=bob"] }),
  );
  assert.deepEqual([other.state, other.found], [
    "failed",
    "belongs to bob and may not access the server of ana",
  ]);
  assert.equal(check(answered(200, { name: "bob", admin: false })).state, "failed");
  assert.match(check(answered(500, undefined)).found, /500/);
});

Deno.test("userIn says whose the token is, if the hub takes it", () => {
  assert.equal(userIn(ana()), "ana");
  assert.equal(userIn(answered(403, { name: "x" })), undefined);
});
