import assert from "node:assert/strict";
import type { KernelConnection } from "../../../../src/jupyter/kernel/connection.ts";
import type { Received } from "../../../../src/jupyter/kernel/messages.ts";
import { PeerDiscovery } from "../../../../src/jupyter/kernel/peer_discovery.ts";

interface KernelOptions {
  /** Hands a message on; at once by default. */
  readonly deliver?: (message: () => void) => void;
  /** Whether the kernel takes requests on its control channel. */
  readonly isServed?: boolean;
}

/** Programs on one kernel, which tells all of them what each of them asks. */
function programs(
  count: number,
  { deliver = queueMicrotask, isServed = true }: KernelOptions = {},
): PeerDiscovery[] {
  const all: PeerDiscovery[] = [];
  for (let number = 0; number < count; number++) {
    const connection: Pick<KernelConnection, "request" | "forget" | "isOpen"> = {
      isOpen: true,
      forget: () => {},
      request({ id = "" }, route) {
        if (!isServed) return id;
        const header = { msg_id: crypto.randomUUID(), msg_type: "kernel_info_reply" };
        queueMicrotask(() =>
          route({ channel: "control", header, parent: { msg_id: id }, content: () => ({}) })
        );
        const heard: Received = {
          channel: "iopub",
          header: { msg_id: crypto.randomUUID(), msg_type: "status" },
          parent: { msg_id: id, session: `program ${number}` },
          content: () => ({ execution_state: "busy" }),
        };
        for (const other of all) if (other !== all[number]) deliver(() => other.take(heard));
        return id;
      },
    };
    all.push(new PeerDiscovery(connection));
  }
  return all;
}

Deno.test("PeerDiscovery counts the programs on its kernel, and no browser", async () => {
  const [first] = programs(3);
  assert.equal(await first?.count(2), 2, "two programs");
  assert.equal(await first?.count(3), 2, "and a browser");
  const [alone] = programs(1);
  assert.equal(await alone?.count(1), 0, "a browser");
  assert.equal(await alone?.count(0), 0);
});

Deno.test("PeerDiscovery counts a program that came when a browser left", async () => {
  const onKernel = programs(2);
  const [first] = onKernel;
  const other = onKernel.pop();
  assert.equal(await first?.count(1), 0, "a browser");
  if (other !== undefined) onKernel.push(other);
  assert.equal(await first?.count(1), 1, "a program instead");
});

Deno.test("PeerDiscovery counts those who answered too late for the last time", async () => {
  const late: (() => void)[] = [];
  const [first] = programs(2, { deliver: (message) => late.push(message) });
  assert.equal(await first?.count(1), 0);
  while (late.length > 0) late.shift()?.();
  assert.equal(await first?.count(1), 1);
});

Deno.test("PeerDiscovery does not count itself if the reply to its call comes before the call's status", async () => {
  const connection: Pick<KernelConnection, "request" | "forget" | "isOpen"> = {
    isOpen: true,
    forget: () => {},
    request({ id = "" }, route) {
      const parent = { msg_id: id, session: "program" };
      const header = (msg_type: string) => ({ msg_id: crypto.randomUUID(), msg_type });
      const content = () => ({ execution_state: "busy" });
      queueMicrotask(() => {
        route({ channel: "control", header: header("kernel_info_reply"), parent, content: () => ({}) });
        peers.take({ channel: "iopub", header: header("status"), parent, content });
      });
      return id;
    },
  };
  const peers = new PeerDiscovery(connection);
  assert.equal(await peers.count(1), 0);
});

Deno.test("PeerDiscovery cannot tell who is on a kernel that does not take the call", async () => {
  const [first] = programs(2, { isServed: false });
  assert.equal(await first?.count(1), undefined);
});

Deno.test("PeerDiscovery leaves messages alone that belong to no roll call", () => {
  const [one] = programs(1);
  const message: Received = {
    channel: "iopub",
    header: { msg_id: "1", msg_type: "status" },
    parent: { msg_id: "2" },
    content: () => ({ execution_state: "busy" }),
  };
  assert.equal(one?.take(message), false);
});
