import assert from "node:assert/strict";
import { readDocument, writeDocument } from "../../../../src/knowledge/transfer/front_matter.ts";
import { itemFileName, readItemFile } from "../../../../src/knowledge/transfer/item_file.ts";

const readItem = (text: string) => readItemFile(text)?.record;

Deno.test("what writeDocument writes, readDocument reads", () => {
  const fields = {
    id: 5,
    title: 'a "b" \\ c: d # e',
    plain: "In Progress",
    looksLike: ["true", "null", "12", "2026-01-01", "- x", "", "yes"],
    word: "true",
    number: "12",
    empty: "",
    lines: "a\nb\r\nc",
    object: { a: [1, { b: null }] },
    when: "2026-01-02T03:04:05.678Z",
    flag: true,
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
    assert.deepEqual(readDocument(writeDocument(fields, body)), { fields, body, faults: [] });
  }
});

Deno.test("readDocument reads what others write", () => {
  const text =
    "\ufeff---\r\nid: 7\r\ntitle: 'it''s'\r\ntags:\r\n  - one\r\n  - \"two\"\r\nnone: ~\r\n---\r\n\r\nbody\r\n";
  assert.deepEqual(readDocument(text), {
    fields: { id: 7, title: "it's", tags: ["one", "two"], none: null },
    body: "body\r\n",
    faults: [],
  });
  assert.equal(readDocument("# no front matter"), undefined);
  assert.equal(readDocument("---\nnever: closed\n"), undefined);
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
    faults: [],
  });
});

Deno.test("readDocument keeps what is not YAML as text, and tells it", () => {
  const text = '---\n stray\ntitle: Fix: the login\npath: "C:\\dir \\"x\\""\ntags: [a, b\nid: 3\n---\n\nx';
  assert.deepEqual(readDocument(text), {
    fields: { title: "Fix: the login", path: 'C:\\dir "x"', tags: "[a, b", id: 3 },
    body: "x",
    faults: [
      '" stray" is not a field: left out',
      'title is not YAML: taken as the text "Fix: the login"',
      'tags is not YAML: taken as the text "[a, b"',
    ],
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

Deno.test("readItem takes single values and commas for lists", () => {
  const item = (fields: string) => readItem(`---\nid: 1\ntype: t\ntitle: x\n${fields}\n---\n\nx`);
  assert.deepEqual(item("tags: web")?.tags, ["web"]);
  assert.deepEqual(item("tags: web, api")?.tags, ["web", "api"]);
  assert.deepEqual(item("related: 4")?.related, [4]);
  assert.deepEqual(item("related: 4, 5")?.related, [4, 5]);
  assert.deepEqual(item("related:\n  - 4\n  - 5")?.related, [4, 5]);
  assert.deepEqual(item("related_notebooks: w/n.ipynb")?.notebooks, ["w/n.ipynb"]);
});

Deno.test("readItem reads the first layout of Shirokuma 0.8, without what an AI added", () => {
  const item = readItem(`---
id: 56
type: issue
title: "Say \\"hello\\""
status: Completed
priority: HIGH
tags: ["cli","export"]
keywords: {"mcp":1}
embedding: "j4CA"
related: [47,46]
created: 2025-08-14T02:22:01.815Z
updated: 2025-08-14T03:04:37.267Z
---

# Say "hello"

## Description

What it is about

## Content

## A heading of its own
text

## AI Summary

A machine's words

---
*Exported from SHIROKUMA Knowledge Base*
`);
  assert.partialDeepStrictEqual(item, {
    id: 56,
    uid: "shirokuma-56-1755138121815",
    type: "issue",
    title: 'Say "hello"',
    description: "What it is about",
    content: "## A heading of its own\ntext",
    status: "Completed",
    priority: "HIGH",
    tags: ["cli", "export"],
    related: [47, 46],
    updatedAt: Date.parse("2025-08-14T03:04:37.267Z"),
  });
});

Deno.test("readItem mends what it can", () => {
  const item = readItem('---\nid: 1\ntype: ../My Type\ntitle: ""\nstatus: Done\npriority: urgent\n---\n\nx');
  assert.partialDeepStrictEqual(item, {
    type: "_my_type",
    title: "untitled",
    status: "Closed",
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

Deno.test("readDocument takes backslashes in Shirokuma's titles as they are, and in ours as escapes", () => {
  const titles = { "C:\\new \\temp": "C:\\new \\temp", 'say \\"a\\" \\ b': 'say "a" \\ b', "a\\\\b": "a\\b" };
  for (const [written, title] of Object.entries(titles)) {
    const text = (more: string) => `---\ntitle: "${written}"\ndescription: "a\\nb"\n${more}---\n\nx`;
    assert.deepEqual(readDocument(text(""))?.fields, { title, description: "a\nb" });
  }
  const ours = readDocument('---\ntitle: "a\\nb"\nuid: x\n---\n\nx');
  assert.equal(ours?.fields["title"], "a\nb");
});
