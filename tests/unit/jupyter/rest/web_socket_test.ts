import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { openWebSocket } from "../../../../src/jupyter/rest/web_socket.ts";

type Options = Parameters<typeof openWebSocket>[1];

/** Opens a socket to a server of which both ends of the TCP connection are in our hands. */
async function openPair(
  onClose: () => void = () => undefined,
  onFrame: () => void = () => undefined,
  options: Partial<Options> = {},
) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const accepted = handshake(listener);
  const socket = await openWebSocket(new URL(`http://127.0.0.1:${listener.addr.port}/`), {
    protocols: [],
    headers: {},
    onFrame,
    onClose,
    ...options,
  });
  const peer = await accepted;
  listener.close();
  return { socket, peer };
}

async function handshake(listener: Deno.TcpListener): Promise<Deno.TcpConn> {
  const peer = await listener.accept();
  const buffer = new Uint8Array(10_000);
  const request = new TextDecoder().decode(buffer.subarray(0, await peer.read(buffer) ?? 0));
  const key = /sec-websocket-key: (.+)\r\n/i.exec(request)?.[1] ?? "";
  const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
  await send(
    peer,
    new TextEncoder().encode(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    ),
  );
  return peer;
}

async function send(peer: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await peer.write(bytes.subarray(at));
}

/** Pings, each with its number in four bytes. */
function pings(count: number): Uint8Array {
  const bytes = new Uint8Array(6 * count);
  const view = new DataView(bytes.buffer);
  for (let number = 0; number < count; number++) {
    view.setUint16(6 * number, 0x8904);
    view.setUint32(6 * number + 2, number);
  }
  return bytes;
}

/** The numbers of the pings that are answered, up to the given one. */
async function pongsUntil(peer: Deno.TcpConn, last: number): Promise<number[]> {
  const numbers: number[] = [];
  let bytes = new Uint8Array();
  const buffer = new Uint8Array(65_536);
  while (numbers.at(-1) !== last) {
    const size = await peer.read(buffer);
    assert.ok(size !== null, "the client has gone");
    bytes = new Uint8Array([...bytes, ...buffer.subarray(0, size)]);
    // Masked, as all that a client sends: two bytes, four of the mask, four of the payload.
    for (; bytes.length >= 10; bytes = bytes.slice(10)) {
      assert.deepEqual([...bytes.subarray(0, 2)], [0x8a, 0x84]);
      numbers.push(new DataView(bytes.map((byte, at) => byte ^ (bytes[at - 4] ?? 0)).buffer).getUint32(6));
    }
  }
  return numbers;
}

Deno.test("openWebSocket answers pings in their order, the latest of many always", async () => {
  const { socket, peer } = await openPair();
  await send(peer, pings(1));
  assert.deepEqual(await pongsUntil(peer, 0), [0]);
  await send(peer, pings(900));
  const answered = await pongsUntil(peer, 899);
  assert.deepEqual(answered, answered.toSorted((a, b) => a - b));
  const ended = new Promise((resolve) => socket.once("close", resolve));
  socket.terminate();
  await ended;
  peer.close();
});

Deno.test("openWebSocket cuts off a server that sends control frames by the thousand", async () => {
  const ended = Promise.withResolvers<void>();
  const { peer } = await openPair(ended.resolve);
  const flood = pings(10_000);
  const flooding = (async () => {
    for (;;) await send(peer, flood);
  })();
  await assert.rejects(flooding);
  await ended.promise;
  peer.close();
});

Deno.test("openWebSocket lets others have their turn between any two frames", async () => {
  const ended = Promise.withResolvers<void>();
  let frames = 0;
  let turns = 0;
  const { socket, peer } = await openPair(ended.resolve, () => {
    if (++frames === 1_000) socket.terminate();
  });
  const timer = setInterval(() => turns++);
  // A thousand empty messages, which TCP delivers at once.
  await send(peer, new Uint8Array(2_000).map((_, place) => place % 2 === 0 ? 0x82 : 0));
  await ended.promise;
  clearInterval(timer);
  assert.ok(turns > 1, `${turns} turns`);
  peer.close();
});

Deno.test("openWebSocket answers a Close frame, and reads nothing after it", async () => {
  const ended = Promise.withResolvers<void>();
  let frames = 0;
  const { peer } = await openPair(ended.resolve, () => frames++);
  const close = [0x88, 2, 0x03, 0xe8];
  await send(peer, new Uint8Array([...close, ...new Uint8Array(10_000).fill(0x82), ...close]));
  await ended.promise;
  const answer = new Uint8Array(8);
  assert.equal(await peer.read(answer), 8);
  assert.deepEqual([...answer.subarray(0, 2)], [0x88, 0x82]);
  assert.equal(frames, 0);
  peer.close();
});

Deno.test("openWebSocket gives up a handshake of interim responses", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const flooding = (async () => {
    using peer = await listener.accept();
    const part = new TextEncoder().encode("HTTP/1.1 100 Continue\r\n\r\n".repeat(1_000));
    for (;;) await send(peer, part);
  })();
  const opening = openWebSocket(new URL(`http://127.0.0.1:${listener.addr.port}/`), {
    protocols: [],
    headers: {},
    onFrame: () => undefined,
    onClose: () => undefined,
  });
  await assert.rejects(opening, /Too many interim responses/);
  await assert.rejects(flooding);
  listener.close();
});

Deno.test("openWebSocket cuts off a silent server when the limit says so, which may change", async () => {
  const limits = [Infinity, Infinity, Infinity, -1];
  const ended = Promise.withResolvers<void>();
  const { peer } = await openPair(ended.resolve, () => undefined, {
    pingInterval: 1,
    silenceLimit: () => limits.shift() ?? assert.fail("it is cut off"),
  });
  await ended.promise;
  assert.deepEqual(limits, []);
  peer.close();
});
