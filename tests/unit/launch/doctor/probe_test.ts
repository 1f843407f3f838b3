import assert from "node:assert/strict";
import { probe } from "../../../../src/launch/doctor/probe.ts";

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
