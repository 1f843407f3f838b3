import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import {
  contents,
  executeContent,
  newMessage,
  type Received,
} from "../../../../src/jupyter/kernel/messages.ts";
import { FrameShortener, keptAtEnds, shortenedLength } from "../../../../src/jupyter/rest/frame_shortener.ts";
import { decode, encode } from "../../../../src/jupyter/kernel/wire.ts";
import { OutputCollector } from "../../../../src/jupyter/kernel/output_collector.ts";

const encoder = new TextEncoder();
const header = { msg_id: "1", msg_type: "stream", session: "kernel" };
const parent = { msg_id: "run", msg_type: "execute_request", session: "ours" };

function request(code: string) {
  return newMessage({
    session: "client",
    channel: "shell",
    type: "execute_request",
    content: executeContent(code),
  });
}

/** A v1 frame of the given parts, as a server builds it: channel, header, parent, metadata, content, buffers. */
function v1Frame(parts: readonly (string | Uint8Array)[]): Uint8Array {
  const bytes = parts.map((part) => typeof part === "string" ? encoder.encode(part) : part);
  const start = 8 * (2 + bytes.length);
  const offsets = bytes.reduce((all, part) => [...all, (all.at(-1) ?? 0) + part.length], [start]);
  const frame = new Uint8Array(offsets.at(-1) ?? start);
  const view = new DataView(frame.buffer);
  view.setBigUint64(0, BigInt(offsets.length), true);
  offsets.forEach((offset, index) => view.setBigUint64(8 * (1 + index), BigInt(offset), true));
  bytes.forEach((part, index) => frame.set(part, offsets[index] ?? 0));
  return frame;
}

/** A legacy binary frame: JSON, then buffers. */
function legacyFrame(json: string, buffers: readonly Uint8Array[]): Uint8Array {
  const parts = [encoder.encode(json), ...buffers];
  const start = 4 * (1 + parts.length);
  const frame = new Uint8Array(start + parts.reduce((sum, part) => sum + part.length, 0));
  const view = new DataView(frame.buffer);
  view.setUint32(0, parts.length);
  let offset = start;
  parts.forEach((part, index) => {
    view.setUint32(4 * (1 + index), offset);
    frame.set(part, offset);
    offset += part.length;
  });
  return frame;
}

function streamFrame(content: string, buffers: readonly Uint8Array[] = []): Uint8Array {
  return v1Frame(["iopub", JSON.stringify(header), JSON.stringify(parent), "{}", content, ...buffers]);
}

function plain({ channel, header, parent, content }: Received) {
  return { channel, header, parent, content: content() };
}

Deno.test("decode gives back what encode made, in both framings", () => {
  const message = request("print('é 😀 \\ud83d')\r\n\0");
  for (const framing of ["v1", "json"] as const) {
    assert.deepEqual(plain(decode(encode(message, framing), framing)), {
      channel: "shell",
      header: message.header,
      parent: {},
      content: message.content,
    });
  }
});

Deno.test("encode makes v1 frames of bytes and legacy frames of text", () => {
  assert.ok(encode(request("1"), "v1") instanceof Uint8Array);
  const text = encode(request("1"), "json");
  assert.ok(typeof text === "string");
  assert.deepEqual(Object.keys(JSON.parse(text)).toSorted(), [
    "buffers",
    "channel",
    "content",
    "header",
    "metadata",
    "parent_header",
  ]);
});

Deno.test("encode puts U+FFFD in the place of half a surrogate pair, which kernels do not answer", () => {
  for (const framing of ["v1", "json"] as const) {
    const { content } = decode(encode(request("print('a\ud800b')"), framing), framing);
    assert.match(JSON.stringify(content()), /print\('a\ufffdb'\)/);
  }
});

Deno.test("encode writes v1 offsets that a server can follow", () => {
  const message = request("x = 'é'");
  const frame = encode(message, "v1");
  assert.ok(frame instanceof Uint8Array);
  const parts = [message.header, message.parent_header, message.metadata, message.content];
  assert.deepEqual(frame, v1Frame(["shell", ...parts.map((part) => JSON.stringify(part))]));
});

Deno.test("decode reads a v1 message whose buffers follow its content", () => {
  const buffers = [new Uint8Array([0, 255, 10]), new Uint8Array(0)];
  const message = decode(streamFrame('{"name":"stdout","text":"a"}', buffers), "v1");
  assert.deepEqual(plain(message), {
    channel: "iopub",
    header,
    parent,
    content: { name: "stdout", text: "a" },
  });
});

Deno.test("decode reads a frame that lies within a larger buffer", () => {
  const frame = streamFrame("{}");
  const larger = new Uint8Array(frame.length + 13);
  larger.set(frame, 5);
  assert.equal(decode(larger.subarray(5, 5 + frame.length), "v1").header.msg_id, "1");
});

Deno.test("decode reads a message without a parent", () => {
  const status = JSON.stringify({ ...header, msg_type: "status" });
  for (const none of ["{}", "null"]) {
    const message = decode(v1Frame(["iopub", status, none, "{}", "{}"]), "v1");
    assert.equal(message.parent.msg_id, undefined);
  }
  const legacy = JSON.stringify({ channel: "iopub", header, parent_header: null, content: {} });
  assert.equal(decode(legacy, "json").parent.msg_id, undefined);
});

Deno.test("decode keeps the subshell and the type of the parent's request", () => {
  const own = JSON.stringify({ ...parent, subshell_id: "s", username: "ana", date: "2026-01-01" });
  const message = decode(v1Frame(["iopub", JSON.stringify(header), own, "{}", "{}"]), "v1");
  assert.equal(message.parent.subshell_id, "s");
  assert.equal(message.parent["msg_type"], "execute_request");
});

Deno.test("decode reads legacy frames with and without buffers", () => {
  const json = JSON.stringify({
    channel: "iopub",
    header,
    parent_header: parent,
    content: { text: "é" },
    buffers: [],
  });
  const expected = { channel: "iopub", header, parent, content: { text: "é" } };
  assert.deepEqual(plain(decode(json, "json")), expected);
  assert.deepEqual(plain(decode(legacyFrame(json, []), "json")), expected);
  assert.deepEqual(
    plain(decode(legacyFrame(json, [new Uint8Array(3), new Uint8Array([1])]), "json")),
    expected,
  );
});

Deno.test("decode gives the buffers of a message in both framings", () => {
  const buffers = [new Uint8Array([0, 255, 10]), new Uint8Array(0), new Uint8Array([7])];
  assert.deepEqual(decode(streamFrame("{}", buffers), "v1").buffers?.(), buffers);
  assert.deepEqual(decode(streamFrame("{}"), "v1").buffers?.(), []);
  const json = JSON.stringify({ channel: "iopub", header, parent_header: parent, content: {} });
  assert.deepEqual(decode(legacyFrame(json, buffers), "json").buffers?.(), buffers);
  assert.deepEqual(decode(json, "json").buffers?.(), []);
});

Deno.test("decode gives no buffers where part of them was cut out", () => {
  const long = streamFrame("{}", [new Uint8Array(shortenedLength + 1_000)]);
  const cut = new Uint8Array(shortenedLength);
  cut.set(long.subarray(0, keptAtEnds));
  cut.set(long.subarray(-keptAtEnds), keptAtEnds);
  const message = decode(cut, "v1");
  assert.deepEqual(message.content(), {});
  assert.equal(message.buffers?.(), undefined);
});

Deno.test("decode reads a text frame from a server that agreed on v1", () => {
  const json = JSON.stringify({ channel: "iopub", header, parent_header: {}, content: {} });
  assert.equal(decode(json, "v1").header.msg_id, "1");
});

Deno.test("decode leaves the content unread until it is asked for", () => {
  const message = decode(streamFrame("not JSON"), "v1");
  assert.equal(message.header.msg_type, "stream");
  assert.throws(() => message.content(), SyntaxError);
});

Deno.test("decode refuses whatever is not a kernel message with a TypeError", () => {
  const good = streamFrame("{}");
  const farOffset = good.slice();
  new DataView(farOffset.buffer).setBigUint64(16, 2n ** 63n, true);
  const hugeCount = good.slice();
  new DataView(hugeCount.buffer).setBigUint64(0, 2n ** 64n - 1n, true);
  const v1: Uint8Array[] = [
    new Uint8Array(0),
    new Uint8Array(7),
    new Uint8Array(8),
    good.subarray(0, 40),
    good.subarray(0, 60),
    farOffset,
    hugeCount,
    v1Frame(["iopub", "{}", "{}", "{}", "{}"]),
    v1Frame(["iopub", "not JSON", "{}", "{}", "{}"]),
    v1Frame(["iopub", JSON.stringify(header), "[]", "{}"]),
    encoder.encode('{"channel":"iopub"}'),
  ];
  for (const frame of v1) assert.throws(() => decode(frame, "v1"), TypeError);
  const legacy = [
    "",
    "null",
    "5",
    "[]",
    "{}",
    '{"header":',
    new Uint8Array(0),
    new Uint8Array([0, 0, 0, 9, 0, 0, 0, 1]),
  ];
  for (const frame of legacy) assert.throws(() => decode(frame, "json"), TypeError);
});

Deno.test("decode never fails otherwise, whatever bytes of a frame are damaged", () => {
  const good = streamFrame('{"name":"stdout","text":"hello"}', [new Uint8Array(5)]);
  for (let place = 0; place < good.length; place++) {
    for (const value of [0, 0x22, 0x7b, 0xff]) {
      const damaged = good.slice();
      damaged[place] = value;
      try {
        decode(damaged, "v1");
      } catch (error) {
        assert.ok(error instanceof TypeError, `byte ${place} as ${value}: ${error}`);
      }
    }
  }
});

Deno.test("decode reads a frame whose middle was taken out while it came in", () => {
  const text = "x".repeat(40_000_000);
  const whole = streamFrame(JSON.stringify({ name: "stdout", text, last: 1 }), [new Uint8Array([1, 2, 3])]);
  const frame = new Uint8Array(shortenedLength);
  frame.set(whole.subarray(0, keptAtEnds));
  frame.set(whole.subarray(-keptAtEnds), keptAtEnds);
  const { header: read, content, contentBytes } = decode(frame, "v1");
  assert.deepEqual(read, header);
  assert.match(String(Object(content()).text), /^x{900000,}$/);
  const { bytes = new Uint8Array(), gap } = contentBytes ?? {};
  assert.equal(gap?.length, whole.length - shortenedLength);
  assert.equal(new TextDecoder().decode(bytes.subarray(-12)), '","last":1}'.padStart(12, "x"));
  assert.equal(new TextDecoder().decode(bytes.subarray(0, 9)), '{"name":"');
});

Deno.test("decode reads small content before huge buffers of which the middle was taken out", () => {
  const whole = streamFrame('{"name":"stdout","text":"a"}', [new Uint8Array(40_000_000)]);
  const frame = new Uint8Array(shortenedLength);
  frame.set(whole.subarray(0, keptAtEnds));
  assert.deepEqual(decode(frame, "v1").content(), { name: "stdout", text: "a" });
});

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

const legacyHeader = { msg_id: "1", msg_type: "stream", session: "kernel", username: "日本" };
const envelope = {
  header: legacyHeader,
  msg_id: "1",
  msg_type: "stream",
  parent_header: { msg_id: "run" },
  metadata: {},
};

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

Deno.test("decode leaves out what has too many values, and the display says so", () => {
  const data = { "text/plain": "text", "application/json": Array.from({ length: 1_000_000 }, () => ({})) };
  const content = { data, metadata: { a: 1 } };
  const shown = { ...header, msg_type: "display_data" };
  const v1 = v1Frame([
    ...["iopub", JSON.stringify(shown), JSON.stringify(parent), "{}", JSON.stringify(content)],
  ]);
  const legacy = JSON.stringify({ ...envelope, header: shown, channel: "iopub", content });
  for (const message of [decode(v1, "v1"), decode(legacy, "json"), decode(legacyFrame(legacy, []), "json")]) {
    const collector = new OutputCollector();
    collector.take(message);
    assert.deepEqual(collector.outputs(), [{
      output_type: "display_data",
      data: {
        "text/plain": "text\n[… not kept, because of too many values: application/json " +
          "(3,000,001 bytes of JSON) …]",
      },
      metadata: { a: 1 },
    }]);
  }
});
