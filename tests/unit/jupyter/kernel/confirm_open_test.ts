import assert from "node:assert/strict";
import { confirmOpen } from "../../../../src/jupyter/kernel/connection_opening.ts";
import { openWebSocket, type WebSocket } from "../../../../src/jupyter/rest/web_socket.ts";

/** Longer than any test takes: what ends before has ended for another reason. */
const never = 3_600_000;

async function withSocket(look: (socket: WebSocket) => Promise<void>): Promise<void> {
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    (request) => Deno.upgradeWebSocket(request).response,
  );
  const closed = Promise.withResolvers<void>();
  const socket = await openWebSocket(new URL(`http://127.0.0.1:${server.addr.port}/`), {
    protocols: [],
    headers: {},
    onFrame: () => {},
    onClose: () => closed.resolve(),
  });
  try {
    await look(socket);
  } finally {
    socket.terminate();
    await closed.promise;
  }
}

Deno.test("confirmOpen resolves when the other side answers, and listens no longer", async () => {
  await withSocket(async (socket) => {
    const before = ["pong", "close"].map((event) => socket.listenerCount(event));
    await confirmOpen(socket, never);
    assert.equal(socket.readyState, socket.OPEN);
    assert.deepEqual(["pong", "close"].map((event) => socket.listenerCount(event)), before);
  });
});

Deno.test("confirmOpen resolves when the socket goes before an answer", async () => {
  await withSocket(async (socket) => {
    const confirmed = confirmOpen(socket, never);
    socket.terminate();
    await confirmed;
    assert.notEqual(socket.readyState, socket.OPEN);
  });
});
