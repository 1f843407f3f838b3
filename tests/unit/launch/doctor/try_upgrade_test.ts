import assert from "node:assert/strict";

const probe = import.meta.resolve("../../../../src/launch/doctor/probe.ts");

/** In a process of its own: a proxy is read from the environment once, and for all. */
async function upgrade(url: string, env: Record<string, string>): Promise<string> {
  const code = `import { tryWebSocket } from ${JSON.stringify(probe)};
    console.log(await tryWebSocket({ url: ${JSON.stringify(url)}, token: "", origin: "given" }, {}));`;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", code],
    env: { ...env, NO_PROXY: "", no_proxy: "" },
  }).output();
  return new TextDecoder().decode(stdout).trim();
}

Deno.test("tryWebSocket goes past the proxy, as kernels do, and tells a refusal from an address that is not there", async () => {
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
