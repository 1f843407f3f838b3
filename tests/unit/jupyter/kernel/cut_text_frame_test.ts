import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { FrameShortener } from "../../../../src/jupyter/rest/frame_shortener.ts";
import { contents } from "../../../../src/jupyter/kernel/messages.ts";
import { OutputCollector } from "../../../../src/jupyter/kernel/outputs.ts";
import { decode } from "../../../../src/jupyter/kernel/wire.ts";

/** What is read in place of a huge frame of text. */
function shortened(message: unknown): Uint8Array {
  const payload = new TextEncoder().encode(JSON.stringify(message));
  const frame = new Uint8Array(10 + payload.length);
  frame.set([0x81, 127]);
  new DataView(frame.buffer).setBigUint64(2, BigInt(payload.length));
  frame.set(payload, 10);
  const parts = new FrameShortener(6_000_000).take(frame);
  assert.equal(parts[0]?.[0], 0x82);
  return new Uint8Array(Buffer.concat(parts.slice(1)));
}

const header = { msg_id: "1", msg_type: "stream", session: "kernel", username: "日本" };
const envelope = { header, msg_id: "1", msg_type: "stream", parent_header: { msg_id: "run" }, metadata: {} };

Deno.test("decode reads both ends of a huge legacy message", () => {
  const text = `${"é\n".repeat(1_000_000)}${"middle ".repeat(500_000)}${"x".repeat(3_000_000)}end`;
  const frame = shortened({ ...envelope, content: { name: "stderr", text }, buffers: [], channel: "iopub" });
  const message = decode(frame, "json");
  assert.equal(message.channel, "iopub");
  assert.equal(message.header.msg_type, "stream");
  assert.equal(message.parent.msg_id, "run");
  const collector = new OutputCollector();
  collector.take(message);
  const [output] = collector.outputs();
  assert.ok(output?.output_type === "stream" && output.name === "stderr");
  assert.ok(output.text.startsWith("é\né\n") && output.text.endsWith("xxxend"));
  assert.ok(collector.dropped.textBytes > 6_000_000);
});

Deno.test("decode reads a huge legacy result from its beginning", () => {
  const data = { "text/plain": "x".repeat(9_000_000) };
  const frame = shortened({
    channel: "iopub",
    ...envelope,
    content: { data, metadata: {}, execution_count: 7 },
  });
  const { data: read, execution_count } = contents.display.parse(decode(frame, "json").content());
  assert.match(String(read["text/plain"]), /^x{900000,}$/);
  assert.equal(execution_count, 7);
});
