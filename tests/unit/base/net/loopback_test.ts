import assert from "node:assert/strict";
import { loopbackBypass } from "../../../../src/base/net/loopback.ts";

Deno.test("loopbackBypass sets nothing if there is no proxy", () => {
  assert.deepEqual(loopbackBypass({ NO_PROXY: "a", HTTP_PROXY: "" }), {});
});

Deno.test("loopbackBypass extends what bypasses the proxy already", () => {
  const hosts = "corp.example,localhost,127.0.0.1,::1";
  assert.deepEqual(loopbackBypass({ https_proxy: "http://p:1", no_proxy: "corp.example, localhost" }), {
    NO_PROXY: hosts,
    no_proxy: hosts,
  });
});
