import assert from "node:assert/strict";
import { readDocument, writeDocument } from "../../../../src/knowledge/transfer/front_matter.ts";
import { itemFileName, readItemFile } from "../../../../src/knowledge/transfer/item_file.ts";

function readItem(text: string) {
  const found = readItemFile(text);
  return found !== undefined && "record" in found ? found.record : undefined;
}

Deno.test("what writeDocument writes, readDocument reads", () => {
  const fields = {
    id: "5",
    title: 'a "b" \\ c: d # e',
    plain: "In Progress",
    looksLike: ["true", "null", "12", "2026-01-01", "- x", "", "yes"],
    word: "true",
    number: "12",
    empty: "",
    lines: "a\nb\r\nc",
    object: { a: [1, { b: null }] },
    when: "2026-01-02T03:04:05.678Z",
    flag: "true",
  };
  for (
    const body of [
      "",
      "text",
      "\n\nstarts with lines",
      "---\nfence: inside\n---\n",
      "ends\n",
      "crlf\r\nlines\r\n",
    ]
  ) {
    assert.deepEqual(readDocument(writeDocument({ ...fields, id: 5, flag: true }, body)), { fields, body });
  }
});

Deno.test("readDocument reads what others write", () => {
  const text =
    "\ufeff---\r\nid: 7\r\ntitle: 'it''s'\r\ntags:\r\n  - one\r\n  - \"two\"\r\nnone: ~\r\n---\r\n\r\nbody\r\n";
  assert.deepEqual(readDocument(text), {
    fields: { id: "7", title: "it's", tags: ["one", "two"], none: null },
    body: "body\r\n",
  });
  assert.equal(readDocument("# no front matter"), undefined);
  assert.deepEqual(readDocument("---\nnever: closed\n"), { fault: "its front matter has no end" });
});

Deno.test("readDocument reads the YAML that a person writes", () => {
  const text = `---
# by hand
title: Plain words # and a remark
description: |
  two
  lines
folded: >-
  one
  line
wrapped: goes on
  here
tags: [web, 'a b', "c"]
list:
- one
- two # remark
single: web
version: 1.10
release: 007
flag: True
metrics: { avg: 1.50, n: 2 }
nested:
  a: [1, 2]
quoted: "goes \\
  on"
empty:
---
body`;
  assert.deepEqual(readDocument(text), {
    fields: {
      title: "Plain words",
      description: "two\nlines\n",
      folded: "one line",
      wrapped: "goes on here",
      tags: ["web", "a b", "c"],
      list: ["one", "two"],
      single: "web",
      version: "1.10",
      release: "007",
      flag: "True",
      metrics: { avg: 1.5, n: 2 },
      nested: { a: [1, 2] },
      quoted: "goes on",
      empty: null,
    },
    body: "body",
  });
});

Deno.test("readDocument says what is not YAML, and where", () => {
  const faults = {
    "title: Fix: the login": /^its front matter is not YAML: Nested mappings .* at line 3, column 8$/,
    "tags: [a, b": /^its front matter is not YAML: .* line 3/,
    'path: "C:\\dir"': /^its front matter is not YAML: Invalid escape sequence \\d at line 3/,
    "a: *b": /^its front matter is not YAML: Unresolved alias/,
  };
  for (const [line, fault] of Object.entries(faults)) {
    const read = readDocument(`---\nid: 3\n${line}\n---\n\nx`);
    assert.match(read !== undefined && "fault" in read ? read.fault : "", fault, line);
  }
  assert.deepEqual(readDocument("---\n- a\n---\n"), { fault: "its front matter has no fields" });
});

Deno.test("readItem reads a file of Shirokuma 0.8; the whole text is the content", () => {
  const body = "# Say\n\n## Content\n\ntext\n\n---\n*Exported from SHIROKUMA Knowledge Base*\n";
  const fields = 'id: 56\ntype: issue\ntitle: "Say \\"hello\\""\nstatus: Completed\ntags: ["cli"]\n' +
    'embedding: "j4CA"\nrelated: [47,46]\ncreated: 2025-08-14T02:22:01.815Z';
  assert.partialDeepStrictEqual(readItem(`---\n${fields}\n---\n\n${body}`), {
    id: 56,
    uid: "shirokuma-56-1755138121815",
    title: 'Say "hello"',
    content: body,
    status: "Completed",
    tags: ["cli"],
    related: [47, 46],
    updatedAt: Date.parse("2025-08-14T02:22:01.815Z"),
  });
});

Deno.test("writeDocument writes what readers of any version of YAML take for the same", () => {
  const written = writeDocument({
    a: "ends in a blank ",
    b: "2026-01-02T03:04:05Z",
    c: "\u2028\u2029\u0085",
    d: new Date(0),
    e: "NO",
    f: "In Progress",
  }, "");
  assert.equal(
    written,
    '---\na: "ends in a blank "\nb: "2026-01-02T03:04:05Z"\nc: "\\u2028\\u2029\\u0085"\n' +
      'd: 1970-01-01T00:00:00.000Z\ne: "NO"\nf: In Progress\n---\n\n',
  );
});

Deno.test("readItem mends what it can", () => {
  const item = readItem('---\nid: 1\ntype: ../My Type\ntitle: ""\nstatus: Done\npriority: urgent\n---\n\nx');
  assert.partialDeepStrictEqual(item, {
    type: "_my_type",
    title: "untitled",
    status: "Open",
    priority: "MEDIUM",
  });
  assert.equal(readItem("---\ntitle: no id\n---\n"), undefined);
});

Deno.test("itemFileName is safe on every system", () => {
  assert.equal(itemFileName({ id: 1, title: "a/b\\c: d?" }), "1-a_b_c_d.md");
  assert.equal(itemFileName({ id: 2, title: "../../etc/passwd" }), "2-etc_passwd.md");
  assert.equal(itemFileName({ id: 3, title: "\u0000..." }), "3-untitled.md");
  assert.equal(itemFileName({ id: 4, title: "売上 報告" }), "4-売上_報告.md");
  assert.ok(new TextEncoder().encode(itemFileName({ id: 5, title: "長".repeat(200) })).length < 220);
  assert.equal(itemFileName({ id: 6, title: "x".repeat(200) }), `6-${"x".repeat(100)}.md`);
});
