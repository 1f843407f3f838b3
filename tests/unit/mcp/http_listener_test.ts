import assert from "node:assert/strict";
import { listenHttp } from "../../../src/mcp/http_listener.ts";

Deno.test("listenHttp joins the chunks of a body that a client sends byte by byte", async () => {
  const read = Promise.withResolvers<Uint8Array[]>();
  const listener = await listenHttp({
    hostname: "127.0.0.1",
    port: 0,
    async answer({ body }) {
      read.resolve(await Array.fromAsync(body ?? []));
      return new Response("read");
    },
    onError: (error) => new Response(String(error), { status: 500 }),
  });
  {
    using client = await Deno.connect({ hostname: "127.0.0.1", port: listener.port });
    const head = "POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n";
    const request = new TextEncoder().encode(`${head}${"1\r\nx\r\n".repeat(5_000)}0\r\n\r\n`);
    for (let at = 0; at < request.length;) at += await client.write(request.subarray(at));
    const parts = await read.promise;
    assert.deepEqual(parts.map((part) => new TextDecoder().decode(part)), ["x".repeat(5_000)]);
  }
  await listener.shutdown();
});
