import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import {
  confirmOpen,
  LostOpening,
  openSocketWithRetries,
  reopenUntilUsable,
} from "../../../../src/jupyter/kernel/connection_opening.ts";
import { kernelGone } from "../../../../src/jupyter/rest/kernels.ts";
import { openWebSocket, type WebSocket } from "../../../../src/jupyter/rest/web_socket.ts";

const reason = new AppError("jupyter_unreachable", "Cannot reach Jupyter: the connection was cut");
const cut = new LostOpening("cut", reason);
const unanswered = new LostOpening("unanswered", reason);

interface Course {
  /** How the tries end, one after the other; then they succeed. */
  readonly failures: readonly Error[];
  readonly isFollowing?: boolean;
  /** Milliseconds that each try takes. */
  readonly takes?: number;
}

/** Opens on virtual time; tells under which id each try was made, and when. */
async function course({ failures, isFollowing = false, takes = 10 }: Course) {
  let [time, id] = [0, 0];
  const tries: { readonly id: number; readonly at: number }[] = [];
  const result = await reopenUntilUsable({
    open: () => {
      tries.push({ id, at: time });
      time += takes;
      const failure = failures[tries.length - 1];
      return failure === undefined ? Promise.resolve("open") : Promise.reject(failure);
    },
    useNewClient: () => id++,
    isFollowing: () => isFollowing,
    signal: new AbortController().signal,
    now: () => time,
    wait: (milliseconds) => {
      time += milliseconds;
      return Promise.resolve();
    },
  }).catch((error: unknown) => error);
  return { result, tries, ids: tries.map((one) => one.id) };
}

Deno.test("reopenUntilUsable tries again after growing delays, as a new client if nothing is to be replayed", async () => {
  const { result, tries, ids } = await course({ failures: [cut, cut, cut] });
  assert.equal(result, "open");
  assert.deepEqual(ids, [0, 1, 2, 3]);
  const gaps = tries.slice(1).map(({ at }, index) => at - (tries[index]?.at ?? 0));
  const [first = 0, second = 0, third = 0] = gaps;
  assert.ok(first >= 125 && second > first && third > second, gaps.join());
});

Deno.test("reopenUntilUsable stays the same client while a run is in progress", async () => {
  const { result, ids } = await course({ failures: [cut, cut], isFollowing: true });
  assert.equal(result, "open");
  assert.deepEqual(ids, [0, 0, 0]);
});

Deno.test("reopenUntilUsable comes as a new client if the old one is not answered, also with a run in progress", async () => {
  for (const isFollowing of [true, false]) {
    const { result, ids } = await course({ failures: [unanswered], isFollowing, takes: 10_000 });
    assert.equal(result, "open");
    assert.deepEqual(ids, [0, 1]);
  }
});

Deno.test("reopenUntilUsable gives a server up in time that loses every connection", async () => {
  const { result, tries } = await course({ failures: Array(100).fill(cut) });
  assert.equal(result, cut);
  assert.ok((tries.at(-1)?.at ?? 0) <= 6_000 && tries.length <= 8, JSON.stringify(tries));
});

Deno.test("reopenUntilUsable does not try again what was lost after a long wait, or refused", async () => {
  assert.equal((await course({ failures: [cut], takes: 75_000 })).tries.length, 1);
  const refused = new AppError("auth_failed", "no");
  assert.equal((await course({ failures: [refused] })).result, refused);
});

Deno.test("reopenUntilUsable ends if it is called off between two tries", async () => {
  const calledOff = new AbortController();
  let tries = 0;
  const opening = reopenUntilUsable({
    open: () => {
      tries++;
      queueMicrotask(() => calledOff.abort(reason));
      return Promise.reject(cut);
    },
    useNewClient: () => undefined,
    isFollowing: () => false,
    signal: calledOff.signal,
  });
  await assert.rejects(opening, reason);
  assert.equal(tries, 1);
});

const nothing = () => undefined;

/** Opens a socket on a listener that never answers. */
function open(listener: Deno.TcpListener, checkKernel: () => Promise<unknown>) {
  return openSocketWithRetries(new URL(`http://127.0.0.1:${listener.addr.port}/`), {
    protocol: "v1",
    headers: () => Promise.resolve({}),
    onFrame: nothing,
    onPart: nothing,
    onClose: nothing,
    interval: 1,
    checkKernel,
  });
}

Deno.test("openSocketWithRetries waits for a handshake that is held back while the server answers otherwise, and no longer", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const accepted = listener.accept();
  let checks = 0;
  // Slow once, then there for a while, then gone.
  const checkKernel = () =>
    ++checks === 1 || checks > 20 ? Promise.reject(new Error("gone")) : Promise.resolve();
  const opening = open(listener, checkKernel);
  await assert.rejects(opening, /gone/);
  assert.equal(checks, 22);
  (await accepted).close();
  listener.close();
});

Deno.test("openSocketWithRetries does not wait for a kernel that is gone", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const accepted = listener.accept();
  const opening = open(listener, () => Promise.reject(kernelGone("k")));
  await assert.rejects(opening, { code: "kernel_not_found" });
  listener.close();
  await accepted.then((connection) => connection.close(), nothing);
});

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
