import assert from "node:assert/strict";
import type { Received } from "../../../../src/jupyter/kernel/messages.ts";
import { brief, clear, collected, display, message, stderr, stdout, update } from "./kernel_messages.ts";
import { OutputCollector, recordedOutputLimits } from "../../../../src/jupyter/kernel/output_collector.ts";

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

/** Limits of one stream where all together may have so many characters. */
function textOf(all: number) {
  return { head: all / 4, tail: all / 4 };
}

function displays(collector: OutputCollector): unknown[] {
  return collector.outputs().flatMap((output) =>
    output.output_type === "display_data" ? [output.data["text/plain"]] : []
  );
}

Deno.test("OutputCollector keeps the first and the last outputs and counts the rest", () => {
  const collector = new OutputCollector({ outputs: 4, stream: textOf(1_000), rich: 1_000 });
  for (let number = 0; number < 10; number++) collector.take(display(String(number)));
  assert.deepEqual(displays(collector), ["0", "1", "8", "9"]);
  assert.deepEqual(collector.dropped, { textBytes: 0, outputs: 6 });
  assert.equal(collector.count, 10);
});

Deno.test("OutputCollector makes room among rich outputs without dropping text", () => {
  const collector = new OutputCollector({ outputs: 1_000, stream: textOf(10_000), rich: 5_000 });
  for (let number = 0; number < 100; number++) {
    collector.take(stdout(`figure ${number}\n`));
    collector.take(display("x".repeat(100)));
  }
  const kept = collector.outputs();
  assert.equal(kept.filter((output) => output.output_type === "stream").length, 100);
  assert.equal(kept.filter((output) => output.output_type === "display_data").length, 50);
  assert.deepEqual(collector.dropped, { textBytes: 0, outputs: 50 });
});

Deno.test("OutputCollector weighs JSON by its values, in metadata too", () => {
  const many = Array.from({ length: 10_000 }, () => ({}));
  for (const content of [{ data: { "a/json": many }, metadata: {} }, { data: {}, metadata: { many } }]) {
    assert.ok(collected(message("display_data", content)).size > 500_000);
  }
});

Deno.test("OutputCollector makes room among texts without dropping rich outputs", () => {
  const collector = new OutputCollector({ outputs: 1_000, stream: textOf(1_000), rich: 1_000_000 });
  for (let number = 0; number < 50; number++) {
    collector.take(stdout("y".repeat(99) + "\n"));
    collector.take(display(String(number)));
  }
  const kept = collector.outputs();
  assert.equal(kept.filter((output) => output.output_type === "display_data").length, 50);
  assert.equal(kept.filter((output) => output.output_type === "stream").length, 10);
  assert.equal(collector.dropped.textBytes, 4_000);
});

Deno.test("OutputCollector drops an output that alone is over the limit, not those before it", () => {
  const collector = new OutputCollector({ outputs: 10, stream: textOf(1_000), rich: 1_000 });
  collector.take(display("small"));
  collector.take(display("z".repeat(2_000)));
  assert.deepEqual(displays(collector), ["small"]);
  assert.equal(collector.dropped.outputs, 1);
});

Deno.test("OutputCollector stays within the limit when a display grows by updates", () => {
  const collector = new OutputCollector({ outputs: 10, stream: textOf(1_000), rich: 1_000 });
  collector.take(display("a", "x"));
  collector.take(display("b"));
  collector.take(update("y".repeat(2_000), "x"));
  assert.ok(collector.size <= 1_000);
});

Deno.test("OutputCollector stays bounded while two streams alternate without end", () => {
  const collector = new OutputCollector({ outputs: 100, stream: textOf(10_000), rich: 1_000 });
  for (let number = 0; number < 5_000; number++) {
    collector.take(stdout("o".repeat(500) + "\n"));
    collector.take(stderr("e".repeat(500) + "\n"));
  }
  assert.ok(collector.size <= 10_000);
  assert.equal(collector.dropped.textBytes + collector.size, 5_000 * 2 * 501);
});

const texts = (collector: OutputCollector, isOver: boolean) =>
  collector.forNotebook({ isOver }).map((output) => {
    if (output.output_type === "stream") return `${output.name}: ${output.text}`;
    return output.output_type === "error" ? output.ename : output.data["text/plain"];
  });

Deno.test("OutputCollector tells a cell where outputs were not kept, and how many", () => {
  const collector = new OutputCollector({ outputs: 4, stream: textOf(1_000), rich: 1_000 });
  for (let number = 0; number < 10; number++) collector.take(display(String(number)));
  const note = "stderr: [… 6 outputs of this run from here on exceeded the retention limit …]\n";
  assert.deepEqual(texts(collector, true), ["0", "1", note, "8", "9"]);
  collector.take(message("clear_output", { wait: false }));
  collector.take(display("anew"));
  assert.deepEqual(texts(collector, true), ["anew"]);
});

Deno.test("OutputCollector leaves in a cell what it shows while outputs behind it are dropped", () => {
  const collector = new OutputCollector({ outputs: 4, stream: textOf(1_000), rich: 1_000 });
  for (let number = 0; number < 8; number++) collector.take(display(String(number)));
  const early = texts(collector, false);
  collector.take(display("8"));
  assert.deepEqual(texts(collector, false), early);
  assert.deepEqual(early.slice(0, 2), ["0", "1"]);
  assert.match(String(early[2]), /shown when the run is over/);
});

Deno.test("OutputCollector keeps a text whole for a notebook that a caller is shown parts of", () => {
  const lines = Array.from({ length: 60_000 }, (_, number) => `line ${number} ${"x".repeat(80)}\n`);
  const collector = new OutputCollector(recordedOutputLimits);
  for (const line of lines) collector.take(stdout(line));
  assert.deepEqual(texts(collector, false), [`stdout: ${lines.join("")}`]);
});
