import assert from "node:assert/strict";
import { RendererClient } from "../../../src/render/renderer_client.ts";

const request = { bytes: new Uint8Array([1, 2, 3]), mimeType: "image/png", maxEdge: 10, maxBytes: 10 };

/** A room that answers as told; remembers how often it was asked for. */
class FakeRoom implements Disposable {
  readonly #ports: MessagePort[] = [];
  connections = 0;

  constructor(readonly answer: (id: number, connection: number) => unknown) {}

  readonly connect = (): Promise<MessagePort> => {
    const connection = ++this.connections;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event: MessageEvent<{ id: number }>) => {
      const reply = this.answer(event.data.id, connection);
      if (reply !== undefined) port1.postMessage(reply);
    };
    this.#ports.push(port1);
    return Promise.resolve(port2);
  };

  [Symbol.dispose]() {
    for (const port of this.#ports) port.close();
  }
}

function picture(id: number) {
  return { id, kind: "image", bytes: new Uint8Array([9]), mimeType: "image/png", width: 1, height: 1 };
}

Deno.test("RendererClient connects once and leaves the caller its bytes", async () => {
  using room = new FakeRoom(picture);
  const client = new RendererClient(room.connect);
  assert.equal(room.connections, 0);
  const answers = await Promise.all([client.fitImage(request), client.fitImage(request)]);
  assert.deepEqual(answers.map((answer) => answer.width), [1, 1]);
  assert.deepEqual(request.bytes, new Uint8Array([1, 2, 3]));
  assert.equal(room.connections, 1);
  client.close();
});

Deno.test("RendererClient gives up on a room that does not answer and takes a new one", async () => {
  using room = new FakeRoom((id, connection) => connection === 1 ? undefined : picture(id));
  let calls = 0;
  const timeout = () => ++calls === 1 ? AbortSignal.timeout(20) : new AbortController().signal;
  const client = new RendererClient(room.connect, { timeout });
  await assert.rejects(client.fitImage(request), /Cannot draw picture: it took over 20 s/);
  assert.equal((await client.fitImage(request)).width, 1);
  assert.equal(room.connections, 2);
  client.close();
});

Deno.test("RendererClient goes on after a failed connection", async () => {
  using room = new FakeRoom(picture);
  let attempts = 0;
  const client = new RendererClient(() =>
    ++attempts === 1 ? Promise.reject(new Error("no room")) : room.connect()
  );
  await assert.rejects(client.fitImage(request), /no room/);
  assert.equal((await client.fitImage(request)).width, 1);
  client.close();
});

Deno.test("RendererClient leaves a room that failed twenty times", async () => {
  using room = new FakeRoom((id) => ({ id, kind: "error", message: "damaged" }));
  const client = new RendererClient(room.connect);
  for (let i = 0; i < 21; i++) await assert.rejects(client.fitImage(request), /Cannot draw picture: damaged/);
  assert.equal(room.connections, 2);
  client.close();
});

Deno.test("RendererClient stops waiting when the caller does", async () => {
  using room = new FakeRoom(() => undefined);
  const client = new RendererClient(room.connect);
  const caller = new AbortController();
  const answer = client.fitImage(request, caller.signal);
  caller.abort(new Error("cancelled"));
  await assert.rejects(answer, /cancelled/);
  client.close();
});
