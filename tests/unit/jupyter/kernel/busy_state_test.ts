import assert from "node:assert/strict";
import { BusyState } from "../../../../src/jupyter/kernel/busy_state.ts";
import type { Received } from "../../../../src/jupyter/kernel/messages.ts";

function status(state: string, parent: Received["parent"]): Received {
  return {
    channel: "iopub",
    header: { msg_id: crypto.randomUUID(), msg_type: "status" },
    parent,
    content: () => ({ execution_state: state }),
  };
}

const theirs = { msg_id: "cell", msg_type: "execute_request", session: "browser" };

Deno.test("BusyState follows execute requests", () => {
  const state = new BusyState();
  state.take(status("busy", theirs), "foreign");
  assert.equal(state.current?.request, "cell");
  state.take(status("idle", theirs), "foreign");
  assert.equal(state.current, undefined);
});

Deno.test("BusyState passes over probes, introspection and subshells", () => {
  const state = new BusyState();
  for (const type of ["kernel_info_request", "complete_request", "inspect_request", undefined]) {
    state.take(status("busy", { msg_id: "1", msg_type: type }), "foreign");
  }
  state.take(status("busy", { ...theirs, subshell_id: "s" }), "foreign");
  state.take(status("busy", {}), "foreign");
  assert.equal(state.current, undefined);
});

Deno.test("BusyState stays busy while a subshell or a probe becomes idle", () => {
  const state = new BusyState();
  state.take(status("busy", theirs), "foreign");
  state.take(status("idle", { ...theirs, msg_id: "2", subshell_id: "s" }), "foreign");
  state.take(status("idle", { msg_id: "3", msg_type: "kernel_info_request" }), "ours");
  assert.equal(state.current?.request, "cell");
});

Deno.test("BusyState takes a main shell whose subshell id is null", () => {
  const state = new BusyState();
  state.take(status("busy", { ...theirs, subshell_id: null }), "foreign");
  assert.equal(state.current?.request, "cell");
});

Deno.test("BusyState passes over states that are neither busy nor idle", () => {
  const state = new BusyState();
  state.take(status("busy", theirs), "foreign");
  state.take(status("starting", theirs), "foreign");
  assert.equal(state.current?.request, "cell");
});

Deno.test("BusyState assumes work that began before we listened, until the first idle", () => {
  const state = new BusyState();
  state.assume();
  assert.deepEqual(Object.keys(state.current ?? {}), ["request", "since"]);
  assert.equal(state.current?.request, undefined);
  state.take(status("idle", theirs), "foreign");
  assert.equal(state.current, undefined);
});

Deno.test("BusyState does not forget what it knows for an assumption", () => {
  const state = new BusyState();
  state.take(status("busy", theirs), "foreign");
  state.assume();
  assert.equal(state.current?.request, "cell");
});

Deno.test("BusyState tells listeners whenever the kernel becomes idle, until they leave", () => {
  const state = new BusyState();
  let idle = 0;
  const leave = state.onIdle(() => idle++);
  state.take(status("busy", theirs), "foreign");
  assert.equal(idle, 0);
  state.take(status("idle", theirs), "foreign");
  state.clear();
  assert.equal(idle, 2);
  leave();
  state.clear();
  assert.equal(idle, 2);
});

Deno.test("BusyState knows how long ago each owner's request ended", () => {
  const state = new BusyState();
  assert.equal(state.sinceLast("ours"), Infinity);
  state.take(status("busy", theirs), "foreign");
  state.take(status("idle", theirs), "foreign");
  assert.ok(state.sinceLast("foreign") < Infinity);
  assert.equal(state.sinceLast("ours"), Infinity);
});

Deno.test("BusyState knows the cell that runs, and the request that ran last", () => {
  const state = new BusyState();
  const input = (id: string) => ({
    ...status("", { ...theirs, msg_id: id }),
    content: () => ({ code: "x", execution_count: 7 }),
  });
  state.takeInput(input("cell"));
  assert.equal(state.latest, undefined);
  state.take(status("busy", theirs), "foreign");
  state.takeInput(input("another"));
  assert.equal(state.current?.count, undefined);
  state.takeInput(input("cell"));
  assert.equal(state.current?.count, 7);
  state.take(status("idle", theirs), "foreign");
  assert.deepEqual(state.latest, theirs);
});
