import assert from "node:assert/strict";
import type { KernelConnection } from "../../../../src/jupyter/kernel/connection.ts";
import type { Received } from "../../../../src/jupyter/kernel/messages.ts";
import { Peers } from "../../../../src/jupyter/kernel/peers.ts";

/** Programs on one kernel, which tells all of them what each of them asks. */
function programs(count: number): Peers[] {
  const all: Peers[] = [];
  for (let number = 0; number < count; number++) {
    const connection: Pick<KernelConnection, "request" | "forget" | "isOpen"> = {
      isOpen: true,
      forget: () => {},
      request({ id = "" }) {
        const heard: Received = {
          channel: "iopub",
          header: { msg_id: crypto.randomUUID(), msg_type: "status" },
          parent: { msg_id: id, session: `program ${number}` },
          content: () => ({ execution_state: "busy" }),
        };
        for (const other of all) if (other !== all[number]) queueMicrotask(() => other.take(heard));
        return id;
      },
    };
    all.push(new Peers(connection));
  }
  return all;
}

Deno.test("Peers counts the programs on its kernel, and no browser", async () => {
  const [first] = programs(3);
  assert.equal(await first?.count(2), 2, "two programs");
  assert.equal(await first?.count(3), 2, "and a browser");
  const [alone] = programs(1);
  assert.equal(await alone?.count(1), 0, "a browser");
  assert.equal(await alone?.count(0), 0);
});

Deno.test("Peers leaves messages alone that belong to no roll call", () => {
  const [one] = programs(1);
  const message: Received = {
    channel: "iopub",
    header: { msg_id: "1", msg_type: "status" },
    parent: { msg_id: "2" },
    content: () => ({ execution_state: "busy" }),
  };
  assert.equal(one?.take(message), false);
});
