import assert from "node:assert/strict";
import { BusyState } from "../../../../src/jupyter/kernel/busy_state.ts";
import type { Received } from "../../../../src/jupyter/kernel/messages.ts";
import { nextTurn } from "../../../../src/jupyter/kernel/turn.ts";

function status(state: string): Received {
  return {
    channel: "iopub",
    header: { msg_id: "1", msg_type: "status" },
    parent: { msg_id: "cell", msg_type: "execute_request" },
    content: () => ({ execution_state: state }),
  };
}

const askServer = () => Promise.resolve("busy");

Deno.test("nextTurn is now on a kernel that is idle", () => {
  assert.equal(nextTurn({ busy: new BusyState(), askServer }), undefined);
});

Deno.test("nextTurn is now after a run of ours that nobody else waits for", () => {
  const busy = new BusyState();
  busy.take(status("busy"), "ours");
  busy.take(status("idle"), "ours");
  assert.equal(nextTurn({ busy, askServer }), undefined);
});

Deno.test("nextTurn comes when somebody else's cell has ended", async () => {
  const busy = new BusyState();
  busy.take(status("busy"), "foreign");
  const turn = nextTurn({ busy, askServer });
  assert.ok(turn !== undefined);
  busy.take(status("idle"), "foreign");
  await turn;
  assert.equal(busy.current, undefined);
});

Deno.test("nextTurn waits for the cell that follows at once as well", async () => {
  const busy = new BusyState();
  busy.take(status("busy"), "foreign");
  const order: string[] = [];
  const turn = nextTurn({ busy, askServer })?.then(() => order.push("our turn"));
  busy.take(status("idle"), "foreign");
  busy.take(status("busy"), "foreign");
  // Longer than the moment in which a queued cell shows up.
  await new Promise((resolve) => setTimeout(resolve, 100));
  order.push("their second cell ended");
  busy.take(status("idle"), "foreign");
  await turn;
  assert.deepEqual(order, ["their second cell ended", "our turn"]);
});

Deno.test("nextTurn leaves a moment to others after a run of ours", async () => {
  const busy = new BusyState();
  for (const owner of ["foreign", "ours"] as const) {
    busy.take(status("busy"), owner);
    busy.take(status("idle"), owner);
  }
  const turn = nextTurn({ busy, askServer });
  assert.ok(turn !== undefined);
  await turn;
  assert.equal(nextTurn({ busy, askServer }), undefined);
});
