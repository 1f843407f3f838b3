import assert from "node:assert/strict";
import { OutputCollector } from "../../../../src/jupyter/kernel/output_collector.ts";
import type { Output } from "../../../../src/jupyter/nbformat/outputs.ts";
import { repeatableDice } from "../../../harness/repeatable_random.ts";
import { brief, clear, collected, display, message, stderr, stdout, update } from "./kernel_messages.ts";

Deno.test("OutputCollector gives by the cursor only what came later", () => {
  const collector = collected(stdout("a\n"), display("figure"));
  const { cursor } = collector.page({ isOpen: true });
  assert.deepEqual(collector.page({ after: cursor, isOpen: true }).outputs, []);
  collector.take(stdout("b\n"));
  assert.deepEqual(brief(collector.page({ after: cursor, isOpen: true }).outputs), ["stdout: b\n"]);
  const later = collector.page({ isOpen: true }).cursor;
  collector.take(stdout("c\n"));
  assert.deepEqual(brief(collector.page({ after: later, isOpen: true }).outputs), ["stdout: c\n"]);
  assert.deepEqual(brief(collector.page({ after: cursor, isOpen: true }).outputs), ["stdout: b\nc\n"]);
  assert.deepEqual(brief(collector.outputs()), ["stdout: a\n", "display: figure", "stdout: b\nc\n"]);
});

Deno.test("OutputCollector gives by a cursor from before the first output all of it", () => {
  const collector = new OutputCollector();
  const { cursor } = collector.page({ isOpen: true });
  collector.take(stdout("a\n"));
  assert.deepEqual(brief(collector.page({ after: cursor, isOpen: true }).outputs), ["stdout: a\n"]);
});

Deno.test("OutputCollector gives a changed display again", () => {
  const collector = collected(display("0%", "bar"), display("other"));
  const { cursor } = collector.page({ isOpen: true });
  collector.take(update("50%", "bar"));
  assert.deepEqual(brief(collector.page({ after: cursor, isOpen: true }).outputs), ["display: 50%"]);
});

Deno.test("OutputCollector gives text that came after the change of an older display", () => {
  const collector = collected(display("0%", "bar"), stdout("epoch 1\n"), update("50%", "bar"));
  const { cursor } = collector.page({ isOpen: true });
  collector.take(stdout("epoch 2\n"));
  assert.deepEqual(brief(collector.page({ after: cursor, isOpen: true }).outputs), ["stdout: epoch 2\n"]);
});

Deno.test("OutputCollector tells a line that has not ended apart, and gives it once it has", () => {
  const collector = collected(stdout("done\n50%"));
  const first = collector.page({ isOpen: true });
  assert.deepEqual([brief(first.outputs), first.openLine], [["stdout: done\n"], "50%"]);
  collector.take(stdout("\r60%"));
  const second = collector.page({ after: first.cursor, isOpen: true });
  assert.deepEqual([brief(second.outputs), second.openLine], [[], "60%"]);
  const last = collector.page({ after: second.cursor, isOpen: false });
  assert.deepEqual([brief(last.outputs), last.openLine], [["stdout: 60%"], ""]);
});

Deno.test("OutputCollector continues behind a last line without an end if a thread does", () => {
  const collector = collected(stdout("over"));
  const { cursor } = collector.page({ isOpen: false });
  assert.deepEqual(collector.page({ after: cursor, isOpen: false }).outputs, []);
  collector.take(stdout(", not quite\n"));
  assert.deepEqual(brief(collector.page({ after: cursor, isOpen: false }).outputs), [
    "stdout: , not quite\n",
  ]);
});

Deno.test("OutputCollector's pages joined are the whole, wherever messages and pages are cut", () => {
  const texts = ["ab\ncd", "0%\r50%\r9\n.", "\x1b[1mab\x1b[0m\n", "a\b\bxyz\r\nq", "é😀\n\r\n"];
  for (const text of texts) {
    // At each character: it goes with the next, ends a message, ends a page, or the other stream comes between.
    for (let choice = 0; choice < 4 ** (text.length - 1); choice += text.length > 7 ? 61 : 1) {
      const collector = new OutputCollector();
      let joined = "";
      let cursor: string | undefined;
      const read = (isOpen: boolean) => {
        const page = collector.page({ after: cursor, isOpen });
        cursor = page.cursor;
        joined += stdoutIn(page.outputs);
      };
      let piece = "";
      for (let place = 0, rest = choice; place < text.length; place++, rest = Math.floor(rest / 4)) {
        piece += text.charAt(place);
        if (rest % 4 === 0 && place < text.length - 1) continue;
        collector.take(stdout(piece));
        piece = "";
        if (rest % 4 === 2) read(true);
        if (rest % 4 === 3) collector.take(stderr("note\n"));
      }
      read(false);
      assert.equal(joined, stdoutIn(collector.outputs()), `${JSON.stringify(text)}, ${choice}`);
    }
  }
});

function stdoutIn(outputs: readonly Output[]): string {
  const isStdout = (output: Output) => output.output_type === "stream" && output.name === "stdout";
  return outputs.filter(isStdout).map((output) => output.output_type === "stream" ? output.text : "").join(
    "",
  );
}

Deno.test("OutputCollector gives after a clearing what came since", () => {
  const collector = collected(stdout("a\n"), display("b"));
  const { cursor } = collector.page({ isOpen: true });
  collector.take(clear(false));
  assert.deepEqual(collector.page({ after: cursor, isOpen: true }).outputs, []);
  const cleared = collector.page({ isOpen: true }).cursor;
  collector.take(stdout("c\n"));
  assert.deepEqual(brief(collector.page({ after: cursor, isOpen: true }).outputs), ["stdout: c\n"]);
  assert.deepEqual(brief(collector.page({ after: cleared, isOpen: true }).outputs), ["stdout: c\n"]);
});

Deno.test("OutputCollector read page by page gives each output once", () => {
  const next = repeatableDice(7);
  for (let round = 0; round < 200; round++) {
    const collector = new OutputCollector();
    const sent = { stdout: "", stderr: "", displays: [""].slice(1) };
    const read = { stdout: "", stderr: "", displays: [""].slice(1) };
    let { cursor } = collector.page({ isOpen: true });
    const readPage = () => {
      const page = collector.page({ after: cursor, isOpen: true });
      for (const output of page.outputs) {
        if (output.output_type === "stream") read[output.name] += output.text;
        else if (output.output_type === "display_data") read.displays.push(String(output.data["text/plain"]));
      }
      cursor = page.cursor;
    };
    collector.take(display("bar 0", "bar"));
    sent.displays.push("bar 0");
    readPage();
    for (let step = 1; step < 30; step++) {
      const kind = next(5);
      if (kind === 0) {
        collector.take(display(`figure ${step}`));
        sent.displays.push(`figure ${step}`);
      } else if (kind === 1) {
        collector.take(update(`bar ${step}`, "bar"));
        sent.displays.push(`bar ${step}`);
        readPage();
      } else {
        const name = kind === 2 ? "stderr" : "stdout";
        collector.take(message("stream", { name, text: `line ${step}\n` }));
        sent[name] += `line ${step}\n`;
      }
      if (next(3) === 0) readPage();
    }
    readPage();
    assert.deepEqual({ ...read, displays: read.displays.toSorted() }, {
      ...sent,
      displays: sent.displays.toSorted(),
    });
  }
});
