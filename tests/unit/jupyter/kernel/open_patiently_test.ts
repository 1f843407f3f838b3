import assert from "node:assert/strict";
import { kernelGone } from "../../../../src/jupyter/kernel/kernel_info.ts";
import { openSocketWithRetries } from "../../../../src/jupyter/kernel/connection_opening.ts";

const nothing = () => undefined;

/** Opens a socket on a listener that never answers. */
function open(listener: Deno.TcpListener, checkKernel: () => Promise<unknown>) {
  return openSocketWithRetries(new URL(`http://127.0.0.1:${listener.addr.port}/`), {
    protocol: "v1",
    headers: {},
    onFrame: nothing,
    onPart: nothing,
    onClose: nothing,
    interval: 1,
    checkKernel,
  });
}

Deno.test("openPatiently waits for a handshake that is held back while the server answers otherwise, and no longer", async () => {
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

Deno.test("openPatiently does not wait for a kernel that is gone", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const accepted = listener.accept();
  const opening = open(listener, () => Promise.reject(kernelGone("k")));
  await assert.rejects(opening, { code: "kernel_not_found" });
  listener.close();
  await accepted.then((connection) => connection.close(), nothing);
});
