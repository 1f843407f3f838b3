import assert from "node:assert/strict";
import { readItem, readState } from "../../../../src/knowledge/transfer/item_document.ts";

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
