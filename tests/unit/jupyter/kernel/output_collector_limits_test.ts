import assert from "node:assert/strict";
import { notebookLimits, OutputCollector } from "../../../../src/jupyter/kernel/outputs.ts";
import { message, stderr, stdout } from "./kernel_messages.ts";

const display = (text: string, id?: string) =>
  message("display_data", { data: { "text/plain": text }, transient: { display_id: id } });
const update = (text: string, id: string) =>
  message("update_display_data", { data: { "text/plain": text }, transient: { display_id: id } });

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
  const note = "stderr: [… 6 outputs of this run from here on went over the limit of what is kept …]\n";
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
  const collector = new OutputCollector(notebookLimits);
  for (const line of lines) collector.take(stdout(line));
  assert.deepEqual(texts(collector, false), [`stdout: ${lines.join("")}`]);
});
