import assert from "node:assert/strict";
import { decodeFrame, encodeFrame } from "../../../src/base/frames.ts";
import { RendererClient } from "../../../src/output/renderer_client.ts";

const request = { bytes: new Uint8Array([1, 2, 3]), mimeType: "image/png", maxEdge: 10, maxBytes: 10 };

type Answer = Record<string, unknown> | undefined;

/** Processes that answer as told; remembers what became of them. */
class FakeProcesses implements Disposable {
  readonly #ports: MessagePort[] = [];
  readonly answer: (process: number) => Answer | Promise<Answer>;
  started = 0;
  readonly killed: number[] = [];

  constructor(answer: FakeProcesses["answer"]) {
    this.answer = answer;
  }

  readonly connect = (): Promise<MessagePort> => {
    const process = ++this.started;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = async ({ data }: MessageEvent<unknown>) => {
      if (!(data instanceof Uint8Array)) return void this.killed.push(process);
      const { id } = decodeFrame(data);
      const reply = await this.answer(process);
      if (reply !== undefined) {
        port1.postMessage("reason" in reply ? reply : encodeFrame({ isSpent: false, ...reply, id }));
      }
    };
    this.#ports.push(port1);
    return Promise.resolve(port2);
  };

  [Symbol.dispose]() {
    for (const port of this.#ports) port.close();
  }
}

const picture = { kind: "done", bytes: new Uint8Array([9]), mimeType: "image/png", width: 1, height: 1 };

Deno.test("RendererClient starts one process and leaves the caller its bytes", async () => {
  using processes = new FakeProcesses(() => picture);
  const client = new RendererClient(processes);
  assert.equal(processes.started, 0);
  const answers = await Promise.all([client.fitImage(request), client.fitImage(request)]);
  assert.deepEqual(answers.map((answer) => answer.width), [1, 1]);
  assert.deepEqual(request.bytes, new Uint8Array([1, 2, 3]));
  assert.equal(processes.started, 1);
  client.close();
});

Deno.test("RendererClient kills a process that does not answer and takes a new one", async () => {
  using processes = new FakeProcesses((process) => process === 1 ? undefined : picture);
  let calls = 0;
  const timeout = () => ++calls === 1 ? AbortSignal.timeout(20) : new AbortController().signal;
  const client = new RendererClient({ ...processes, timeout });
  await assert.rejects(client.fitImage(request), /Cannot draw image: it took over 10 s/);
  assert.equal((await client.fitImage(request)).width, 1);
  assert.equal(processes.started, 2);
  assert.deepEqual(processes.killed, [1]);
  client.close();
});

Deno.test("RendererClient goes on after a process that could not be started", async () => {
  using processes = new FakeProcesses(() => picture);
  let attempts = 0;
  const connect = () => ++attempts === 1 ? Promise.reject(new Error("no process")) : processes.connect();
  const client = new RendererClient({ connect });
  await assert.rejects(client.fitImage(request), /no process/);
  assert.equal((await client.fitImage(request)).width, 1);
  client.close();
});

Deno.test("RendererClient tells why a process ended over a picture, and takes a new one", async () => {
  using processes = new FakeProcesses((process) =>
    process === 1 ? { kind: "ended", reason: "it needs too much memory" } : picture
  );
  const client = new RendererClient(processes);
  await assert.rejects(client.fitImage(request), /Cannot draw image: it needs too much memory/);
  assert.equal((await client.fitImage(request)).width, 1);
  client.close();
});

Deno.test("RendererClient does not keep a process that is spent", async () => {
  using processes = new FakeProcesses((process) => ({ ...picture, isSpent: process === 1 }));
  const client = new RendererClient(processes);
  for (let picture = 0; picture < 3; picture++) await client.fitImage(request);
  assert.equal(processes.started, 2);
  assert.deepEqual(processes.killed, [1]);
  client.close();
});

Deno.test("RendererClient does not trust what a process answers", async () => {
  const answers = [{ ...picture, width: "1" }, { ...picture, kind: "odd" }, {
    ...picture,
    isSpent: null,
  }];
  for (const answer of answers) {
    using processes = new FakeProcesses(() => answer);
    const client = new RendererClient(processes);
    await assert.rejects(client.fitImage(request));
    client.close();
  }
});

Deno.test("RendererClient kills what the caller no longer waits for", async () => {
  using processes = new FakeProcesses(() => undefined);
  const client = new RendererClient(processes);
  const caller = new AbortController();
  const answer = client.fitImage(request, caller.signal);
  caller.abort(new Error("cancelled"));
  await assert.rejects(answer, /cancelled/);
  client.close();
});

Deno.test("RendererClient serves another caller by a second process where the first takes long", async () => {
  using processes = new FakeProcesses((process) => process === 1 ? undefined : picture);
  const client = new RendererClient({ ...processes, patience: 0 });
  const caller = new AbortController();
  const slow = client.fitImage(request, caller.signal);
  assert.equal((await client.fitImage(request)).width, 1);
  caller.abort(new Error("cancelled"));
  await assert.rejects(slow, /cancelled/);
  assert.equal(processes.started, 2);
  client.close();
});

Deno.test("RendererClient starts no third process, and serves who waits in order", async () => {
  const gates = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()];
  const bothAreBusy = Promise.withResolvers<void>();
  using processes = new FakeProcesses((process) => {
    if (process === 2) bothAreBusy.resolve();
    return gates[process - 1]?.promise;
  });
  const client = new RendererClient({ ...processes, patience: 0 });
  const order: number[] = [];
  const calls = [0, 1, 2, 3].map((call) => client.fitImage(request).then(() => order.push(call)));
  const gone = new AbortController();
  const left = client.fitImage(request, gone.signal);
  gone.abort(new Error("left the queue"));
  await assert.rejects(left, /left the queue/);
  await bothAreBusy.promise;
  gates[0]?.resolve(picture);
  await Promise.all([calls[0], calls[2], calls[3]]);
  gates[1]?.resolve(picture);
  await Promise.all(calls);
  assert.deepEqual(order, [0, 2, 3, 1]);
  assert.equal(processes.started, 2);
  client.close();
});

Deno.test("RendererClient lets a drawing of another kind pass pictures that wait", async () => {
  const gates = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()];
  const bothAreBusy = Promise.withResolvers<void>();
  using processes = new FakeProcesses((process) => {
    if (process === 2) bothAreBusy.resolve();
    return gates[process - 1]?.promise;
  });
  const client = new RendererClient({ ...processes, patience: 0 });
  const order: string[] = [];
  const pictures = [0, 1, 2, 3].map((call) =>
    client.fitImage(request).then(() => order.push(`picture ${call}`))
  );
  await bothAreBusy.promise;
  const notice = client.drawPlaceholder({ text: "a", width: 1, height: 1 }).then(() => order.push("notice"));
  gates[0]?.resolve(picture);
  await Promise.all([notice, pictures[2], pictures[3]]);
  gates[1]?.resolve(picture);
  await Promise.all(pictures);
  assert.deepEqual(order, ["picture 0", "notice", "picture 2", "picture 3", "picture 1"]);
  client.close();
});

Deno.test("RendererClient starts a process for a client that has none, while another holds two and wants more", async () => {
  const bothAreBusy = Promise.withResolvers<void>();
  using processes = new FakeProcesses((process) => {
    if (process === 2) bothAreBusy.resolve();
    return process < 3 ? undefined : picture;
  });
  const client = new RendererClient({ ...processes, patience: 0 });
  const gone = new AbortController();
  const slow = [0, 1, 2, 3, 4, 5].map(() => client.forClient("a").fitImage(request, gone.signal));
  const failures = Promise.allSettled(slow);
  await bothAreBusy.promise;
  for (let call = 0; call < 3; call++) {
    assert.equal((await client.forClient("b").fitImage(request)).width, 1);
  }
  assert.equal(processes.started, 3);
  gone.abort(new Error("cancelled"));
  assert.deepEqual((await failures).map(({ status }) => status), slow.map(() => "rejected"));
  client.close();
});

Deno.test("RendererClient serves the clients that wait alternately", async () => {
  using processes = new FakeProcesses(() => picture);
  const client = new RendererClient(processes);
  const order: string[] = [];
  const calls = ["a", "a", "a", "b", "b", "c"].map((name) =>
    client.forClient(name).fitImage(request).then(() => order.push(name))
  );
  await Promise.all(calls);
  assert.deepEqual(order, ["a", "b", "c", "a", "b", "a"]);
  assert.equal(processes.started, 1);
  client.close();
});
