import assert from "node:assert/strict";
import type { Received } from "../../../../src/jupyter/kernel/messages.ts";
import { brief, clear, collected, display, message, stderr, stdout, update } from "./kernel_messages.ts";

Deno.test("OutputCollector joins consecutive text of one stream and keeps the order of the rest", () => {
  const { outputs } = shown(
    stdout("a\n"),
    stdout("b\n"),
    stderr("warning\n"),
    stdout("c\n"),
    display("figure"),
    stdout("d\n"),
  );
  assert.deepEqual(outputs, [
    "stdout: a\nb\n",
    "stderr: warning\n",
    "stdout: c\n",
    "display: figure",
    "stdout: d\n",
  ]);
});

function shown(...messages: Received[]) {
  const collector = collected(...messages);
  return { outputs: brief(collector.outputs()), collector };
}

Deno.test("OutputCollector applies a carriage return that comes in a later message", () => {
  assert.deepEqual(shown(stdout("10%"), stdout("\r20%"), stdout("\r30%\n")).outputs, ["stdout: 30%\n"]);
});

Deno.test("OutputCollector leaves out text that is empty", () => {
  assert.deepEqual(shown(stdout("")).outputs, []);
});

Deno.test("OutputCollector keeps results with their count and displays without", () => {
  const collector = collected(
    message("execute_result", { data: { "text/plain": "2" }, metadata: {}, execution_count: 7 }),
    message("display_data", { data: { "image/png": "AAAA" }, metadata: { isolated: true } }),
  );
  assert.deepEqual(collector.outputs(), [
    { output_type: "execute_result", execution_count: 7, data: { "text/plain": "2" }, metadata: {} },
    { output_type: "display_data", data: { "image/png": "AAAA" }, metadata: { isolated: true } },
  ]);
});

Deno.test("OutputCollector replaces every output with the display id of an update", () => {
  assert.deepEqual(
    shown(display("one", "x"), display("two", "y"), display("one again", "x"), update("new", "x")).outputs,
    ["display: new", "display: two", "display: new"],
  );
});

Deno.test("OutputCollector passes over an update without a display id", () => {
  const withoutId = message("update_display_data", { data: { "text/plain": "new" }, metadata: {} });
  assert.deepEqual(shown(display("one"), withoutId).outputs, ["display: one"]);
});

Deno.test("OutputCollector shows an update of what an earlier run displayed", () => {
  assert.deepEqual(shown(display("one"), update("new", "other"), update("newer", "other")).outputs, [
    "display: one",
    "display: newer",
  ]);
});

Deno.test("OutputCollector clears at once, or with wait at the next output", () => {
  assert.deepEqual(shown(stdout("a\n"), clear(false)).outputs, []);
  assert.deepEqual(shown(stdout("a\n"), clear(true)).outputs, ["stdout: a\n"]);
  assert.deepEqual(shown(stdout("a\n"), clear(true), stdout("b\n")).outputs, ["stdout: b\n"]);
  assert.deepEqual(shown(stdout("a\n"), clear(true), display("b"), display("c")).outputs, [
    "display: b",
    "display: c",
  ]);
});

Deno.test("OutputCollector clears for an exception after a wait, and an update does not clear", () => {
  const error = message("error", { ename: "ValueError", evalue: "x", traceback: [] });
  assert.deepEqual(shown(stdout("a\n"), clear(true), error).outputs, ["error: ValueError"]);
  assert.deepEqual(shown(display("a", "x"), clear(true), update("b", "x")).outputs, ["display: b"]);
});

Deno.test("OutputCollector takes an exception in whatever form a kernel gives it", () => {
  const { collector } = shown(
    message("error", { ename: "ValueError", evalue: "bad", traceback: ["line 1", "line 2"] }),
  );
  assert.equal(collector.hasError, true);
  assert.deepEqual(collector.outputs(), [{
    output_type: "error",
    ename: "ValueError",
    evalue: "bad",
    traceback: ["line 1", "line 2"],
  }]);
  assert.deepEqual(collected(message("error", { ename: null, evalue: null })).outputs(), [
    { output_type: "error", ename: "Error", evalue: "", traceback: [] },
  ]);
});

Deno.test("OutputCollector passes over messages that are no output", () => {
  assert.deepEqual(
    shown(message("comm_open", {}), message("status", { execution_state: "busy" })).outputs,
    [],
  );
});

Deno.test("OutputCollector notices the notice of Jupyter's rate limiter", () => {
  assert.equal(collected(stdout("IOPub data rate exceeded.\n")).limitedByServer, false);
  assert.equal(collected(stderr("IOPub data rate exceeded.\nThe Jupyter server …")).limitedByServer, true);
  assert.equal(collected(stderr("IOPub message rate exceeded.\nThe …")).limitedByServer, true);
});

Deno.test("OutputCollector knows the end of the text, for progress", () => {
  const collector = collected(stdout("one\n"), display("figure"));
  assert.equal(collector.ending, "one\n");
  collector.take(stderr("10%\r20%"));
  assert.equal(collector.ending, "20%");
});

Deno.test("OutputCollector takes what threads show after the end, and nothing else", () => {
  const collector = collected(stdout("cell\n"));
  for (const message of [stdout("thread\n"), display("figure")]) collector.takeLate(message);
  collector.takeLate({ ...stdout("odd"), header: { msg_id: "9", msg_type: "execute_result" } });
  assert.equal(collector.count, 2);
  assert.equal(collector.ending, "cell\nthread\n");
});
