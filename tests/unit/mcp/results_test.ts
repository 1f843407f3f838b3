import assert from "node:assert/strict";
import { z } from "zod";
import { AppError } from "../../../src/base/errors.ts";
import { createLogger } from "../../../src/base/log.ts";
import { errorResult, internalError, replyResult, resourceContents } from "../../../src/mcp/results.ts";

function recorded() {
  const lines: string[] = [];
  return { lines, log: createLogger({ level: "debug", write: (line) => lines.push(line) }) };
}

function textOf(result: ReturnType<typeof errorResult>): string {
  const [block] = result.content;
  assert.ok(block?.type === "text");
  return block.text;
}

Deno.test("replyResult gives one JSON text block, then the pictures", () => {
  const images = [{ data: "AAAA", mimeType: "image/png" }, { data: "BBBB", mimeType: "image/jpeg" }];
  assert.deepEqual(replyResult({ data: { success: true, stdout: "é" }, images }, { maxBytes: 1_000 }), {
    content: [
      { type: "text", text: '{"success":true,"stdout":"é"}' },
      { type: "image", data: "AAAA", mimeType: "image/png" },
      { type: "image", data: "BBBB", mimeType: "image/jpeg" },
    ],
  });
});

Deno.test("replyResult counts bytes as they go over the wire", () => {
  // Quotes are escaped twice, and each of these characters takes three bytes.
  const data = { text: '"'.repeat(10) + "日".repeat(10) };
  const size = new TextEncoder().encode(JSON.stringify(JSON.stringify(data))).length;
  assert.equal(replyResult({ data }, { maxBytes: size }).content.length, 1);
  assert.throws(() => replyResult({ data }, { maxBytes: size - 1 }), { code: "too_large" });
});

Deno.test("replyResult gives structured data once if it does not fit twice", () => {
  const data = { text: '"'.repeat(200) };
  const twice = replyResult({ data }, { maxBytes: 10_000, structured: true });
  assert.deepEqual(JSON.parse(textOf(twice)), data);
  const once = replyResult({ data }, { maxBytes: 700, structured: true });
  assert.deepEqual(once.structuredContent, data);
  assert.match(textOf(once), /structuredContent/);
  assert.throws(() => replyResult({ data }, { maxBytes: 400, structured: true }), { code: "too_large" });
});

Deno.test("replyResult refuses pictures over the limit and names an option", () => {
  const images = [{ data: "A".repeat(2_000), mimeType: "image/png" }];
  assert.throws(() => replyResult({ data: {}, images }, { maxBytes: 1_000 }), (error) => {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, "too_large");
    assert.match(error.hint ?? "", /--max-result-bytes/);
    return true;
  });
});

Deno.test("errorResult gives code, message, hint and details as one JSON text block", () => {
  const error = new AppError("session_not_found", "Cannot find it", {
    hint: "Call session_list",
    details: { available: ["a"] },
  });
  const result = errorResult(error);
  assert.equal(result.isError, true);
  assert.equal(result.content.length, 1);
  assert.deepEqual(JSON.parse(textOf(result)), {
    error: "session_not_found",
    message: "Cannot find it",
    hint: "Call session_list",
    available: ["a"],
  });
});

Deno.test("errorResult leaves out a hint that there is none of, and the cause", () => {
  const error = new AppError("internal", "Cannot do it", { cause: new Error("s3cret") });
  assert.equal(textOf(errorResult(error)), '{"error":"internal","message":"Cannot do it"}');
});

Deno.test("errorResult cuts a message that quotes something long", () => {
  const text = textOf(
    errorResult(new AppError("invalid_argument", `Cannot find "${"x".repeat(1_000_000)}"`)),
  );
  assert.ok(text.length < 3_000);
  assert.match(text, /…"}$/);
});

Deno.test("internalError logs the place of a bug and hides what it says", () => {
  const { log, lines } = recorded();
  const error = internalError(new TypeError("s3cret value of x"), { log });
  assert.equal(error.code, "internal");
  assert.match(error.message, /jupyter-mcp failed \(TypeError\)/);
  assert.match(lines.join(""), /internal error: TypeError\s+at .*results_test\.ts/);
  assert.doesNotMatch(lines.join("") + error.message + error.hint, /s3cret/);
});

Deno.test("internalError logs no line of a message that looks like a place", () => {
  const { log, lines } = recorded();
  internalError(new Error("first line\n    at s3cret (data.csv:1:2)\nlast line"), { log });
  assert.doesNotMatch(lines.join(""), /s3cret/);
  assert.match(lines.join(""), /results_test\.ts/);
});

Deno.test("internalError logs no value that a schema refused", () => {
  const { log, lines } = recorded();
  try {
    z.object({ name: z.literal("a") }).parse({ name: "s3cret" });
  } catch (error) {
    internalError(error, { log });
  }
  assert.doesNotMatch(lines.join(""), /s3cret/);
  assert.match(lines.join(""), /internal error: ZodError/);
});

Deno.test("internalError takes whatever was thrown", () => {
  const { log, lines } = recorded();
  for (const thrown of ["s3cret", undefined, null, { s3cret: 1 }]) {
    assert.equal(internalError(thrown, { log }).code, "internal");
  }
  assert.doesNotMatch(lines.join(""), /s3cret/);
});

Deno.test("replyResult gives the text behind a picture that is the answer", () => {
  const images = [{ data: "AAAA", mimeType: "image/png" }];
  const { content } = replyResult({ data: { summary: "s" }, images, textLast: true }, { maxBytes: 1_000 });
  assert.deepEqual(content.map(({ type }) => type), ["image", "text"]);
});

Deno.test("resourceContents gives text as text and bytes as base64", () => {
  const text = { uri: "jupyter://a", mimeType: "text/plain", body: { kind: "text", text: "é" } } as const;
  assert.deepEqual(resourceContents(text), { uri: "jupyter://a", mimeType: "text/plain", text: "é" });
  const bytes = new Uint8Array([0, 255, 16]);
  assert.deepEqual(
    resourceContents({ uri: "jupyter://b", mimeType: "image/png", body: { kind: "bytes", bytes } }),
    { uri: "jupyter://b", mimeType: "image/png", blob: "AP8Q" },
  );
});
