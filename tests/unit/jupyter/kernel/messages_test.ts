import assert from "node:assert/strict";
import { contents, executeContent, newMessage } from "../../../../src/jupyter/kernel/messages.ts";

Deno.test("newMessage gives every message an id of its own and a header of this client", () => {
  const make = () =>
    newMessage({ session: "s", channel: "control", type: "kernel_info_request", content: {} });
  const message = make();
  assert.notEqual(message.header.msg_id, make().header.msg_id);
  assert.equal(message.channel, "control");
  assert.equal(message.header.session, "s");
  assert.equal(message.header.msg_type, "kernel_info_request");
  assert.equal(new Date(message.header.date).toISOString(), message.header.date);
  assert.deepEqual(message.parent_header, {});
});

Deno.test("newMessage takes a given id", () => {
  const options = { session: "s", channel: "shell", type: "execute_request", content: {} } as const;
  assert.equal(newMessage({ ...options, id: "run-1" }).header.msg_id, "run-1");
});

Deno.test("executeContent lets a failing run abort nobody else's cells", () => {
  const { stop_on_error, silent, store_history, code } = executeContent("1/0");
  assert.deepEqual({ stop_on_error, silent, store_history, code }, {
    stop_on_error: false,
    silent: false,
    store_history: true,
    code: "1/0",
  });
});

Deno.test("contents.stream takes an unknown stream name as stdout", () => {
  assert.equal(contents.stream.parse({ name: "stdlog", text: "a" }).name, "stdout");
});

Deno.test("contents.display takes missing and odd fields of kernels that are not IPython", () => {
  assert.deepEqual(contents.display.parse({ data: { "text/plain": "1" } }).metadata, {});
  const odd = contents.display.parse({ data: [], metadata: [], transient: [], execution_count: "3" });
  assert.deepEqual(odd.data, {});
  assert.deepEqual(odd.metadata, {});
  assert.equal(odd.execution_count, null);
  assert.deepEqual(contents.display.parse({ data: { "text/plain": "1" }, metadata: null }).data, {
    "text/plain": "1",
  });
});

Deno.test("contents.execute_reply takes every status and loses only odd fields", () => {
  assert.equal(contents.execute_reply.parse({ status: "aborted" }).status, "aborted");
  assert.equal(contents.execute_reply.parse({ status: "abort", execution_count: null }).status, "abort");
  const odd = contents.execute_reply.parse({ status: "error", ename: null, evalue: 5, traceback: "line" });
  assert.equal(odd.status, "error");
  assert.equal(odd.ename, undefined);
});

Deno.test("contents.error takes an exception without a traceback", () => {
  assert.deepEqual(contents.error.parse({}), { ename: "Error", evalue: "", traceback: [] });
});

Deno.test("contents.clear_output waits only if it is told to", () => {
  assert.equal(contents.clear_output.parse({}).wait, false);
  assert.equal(contents.clear_output.parse({ wait: true }).wait, true);
});

Deno.test("contents.input_request takes a question without a prompt", () => {
  assert.deepEqual(contents.input_request.parse({}), { prompt: "", password: false });
});

Deno.test("newMessage names the subshell that a message is for, in its header", () => {
  const message = { session: "s", channel: "shell", type: "execute_request", content: {} } as const;
  assert.equal(newMessage({ ...message, subshell: "beside" }).header.subshell_id, "beside");
  assert.equal("subshell_id" in newMessage(message).header, false);
});
