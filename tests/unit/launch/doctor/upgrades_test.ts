import assert from "node:assert/strict";

const probe = import.meta.resolve("../../../../src/launch/doctor/probe.ts");

/** In a process of its own: a proxy is read from the environment once, and for all. */
async function opens(url: string, env: Record<string, string>): Promise<string> {
  const code = `import { opensWebSocket } from ${JSON.stringify(probe)};
    console.log(await opensWebSocket({ url: ${JSON.stringify(url)}, token: "", origin: "given" }, {}));`;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", code],
    env: { ...env, NO_PROXY: "", no_proxy: "" },
  }).output();
  return new TextDecoder().decode(stdout).trim();
}

Deno.test("opensWebSocket goes past the proxy, as kernels do, and knows a refusal", async () => {
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    if (new URL(request.url).pathname !== "/api/events/subscribe") return new Response(null, { status: 404 });
    return Deno.upgradeWebSocket(request).response;
  });
  const url = `http://127.0.0.1:${server.addr.port}/`;
  const nobody = { HTTP_PROXY: "http://127.0.0.1:9", http_proxy: "http://127.0.0.1:9" };
  assert.equal(await opens(url, nobody), "true");
  assert.equal(await opens(`${url}elsewhere/`, {}), "false");
});
