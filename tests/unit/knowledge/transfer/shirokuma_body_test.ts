import assert from "node:assert/strict";
import { readItemFile, readStateFile } from "../../../../src/knowledge/transfer/item_file.ts";

const readItem = (text: string) => readItemFile(text)?.record;
const readState = (text: string) => readStateFile(text)?.record;

const state = `---
id: 2
version: v0.8.0
metrics:
  totalItems: 4
  avgConnections: 1.5
  timestamp: 2025-08-13T11:33:51.027Z
relatedItems: [3]
tags: ["handover"]
metadata:
  updatedBy: "me"
  context: "ctx"
created: 2025-08-13T11:33:51.028Z
updated: 2025-08-13T12:30:33.231Z
---

# System State

## Summary

## 📍 状態

## Content

## 📍 状態
- **プロジェクト**: v8

## Content

more

---
*Exported from SHIROKUMA Knowledge Base - System State*
`;

Deno.test("readState takes a state of Shirokuma 0.8 out of what is around it", () => {
  const expected = {
    content: "## 📍 状態\n- **プロジェクト**: v8\n\n## Content\n\nmore",
    summary: "## 📍 状態",
    metrics: { totalItems: 4, avgConnections: 1.5, timestamp: "2025-08-13T11:33:51.027Z" },
    metadata: { updatedBy: "me", context: "ctx" },
    tags: ["handover"],
    related: [3],
    relatedUids: {},
    createdAt: Date.parse("2025-08-13T12:30:33.231Z"),
  };
  assert.deepEqual(readState(state), expected);
  assert.deepEqual(readState(state.replaceAll("\n", "\r\n")), expected);
});

Deno.test("readState leaves a content that only looks so", () => {
  const text = "---\nid: 1\ncreated: 2025-08-13T11:33:51.028Z\n---\n\n# System State\n\n## Content\n\nx";
  assert.equal(readState(text)?.content, "# System State\n\n## Content\n\nx");
});

function item(body: string, more = ""): string {
  return `---\nid: 17\ntype: decision\ntitle: "埋め込み"\n${more}createdAt: 2025-08-22T13:32:41.000Z\n---\n\n${body}`;
}

Deno.test("readItem takes title, description and an AI's words out of the later form", () => {
  const body = "# 埋め込み\n\n内部処理専用\n\n## AI Summary\n\n要約 ## 決定\n\n## 決定事項\n\n**除外する**\n";
  assert.partialDeepStrictEqual(readItem(item(body)), {
    description: "内部処理専用",
    content: "## 決定事項\n\n**除外する**",
  });
  assert.equal(readItem(item(body, "uid: mine\n"))?.content, body, "our own files hold the content as it is");
  assert.equal(readItem(item("# 埋め込み\n\nonly text\n"))?.content, "# 埋め込み\n\nonly text\n");
});

Deno.test("readItem takes the sections apart where there is no footer", () => {
  const tail =
    "## AI Summary\n\n要約 ## 問題\n\n## 現在の\n\n## Keywords (Detailed)\n\n- api (weight: 1.00)\n- 表 (weight: 0.57)\n\n";
  const concepts = "## Concepts\n\n- api design (confidence: 0.90)\n\n";
  const body = "# 埋め込み\n\n## Description\n\n内部\n\n## Content\n\n# 分析\n\n## 用途\n\n本文\n\n";
  const expected = { description: "内部", content: "# 分析\n\n## 用途\n\n本文" };
  for (const end of ["", tail, tail + concepts]) {
    assert.partialDeepStrictEqual(readItem(item(body + end)), expected);
    assert.partialDeepStrictEqual(readItem(item((body + end).replaceAll("\n", "\r\n"))), expected);
  }
  assert.partialDeepStrictEqual(readItem(item("# 埋め込み\n\n## Content\n\nonly\n")), {
    description: "",
    content: "only",
  });
  assert.partialDeepStrictEqual(readItem(item(`# 埋め込み\n\n## Description\n\nd\n\n${tail}`)), {
    description: "d",
    content: "",
  });
  assert.equal(readItem(item(body, "uid: mine\n"))?.content, body);
});

Deno.test("readItem leaves a person's own headings that an AI's part has too", () => {
  const content =
    "Intro\n\n## Concepts\n\nMine\n\n- a list (confidence: high)\n\n## AI Summary\n\nmine\n\n## Next\n\nmore";
  const written = `# 埋め込み\n\n## Content\n\n${content}\n\n`;
  const footer = "---\n*Exported from SHIROKUMA Knowledge Base*\n";
  const tail = "## AI Summary\n\nof a machine\n\n## Keywords (Detailed)\n\n- api (weight: 1.00)\n\n";
  for (const end of ["", footer, tail, tail + footer]) {
    assert.equal(readItem(item(written + end))?.content, content);
  }
});

Deno.test("readState takes states without a footer, and those with a number over them", () => {
  const unsigned = state.slice(0, state.lastIndexOf("\n---\n"));
  const numbered = unsigned.replace("# System State\n", "# System State #2\n\n# System State\n");
  for (const text of [unsigned, numbered]) {
    assert.partialDeepStrictEqual(readState(text), {
      content: "## 📍 状態\n- **プロジェクト**: v8\n\n## Content\n\nmore",
      summary: "## 📍 状態",
    });
  }
});
