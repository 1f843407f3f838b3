import assert from "node:assert/strict";
import { lineDiff } from "../../../scripts/docs/line_diff.ts";
import { replaceMarked } from "../../../scripts/docs/markers.ts";
import type { ListedTool } from "../../../scripts/docs/listed_tool.ts";
import { toolReference, toolsTable } from "../../../scripts/docs/tool_reference.ts";

const tool: ListedTool = {
  toolset: "execution",
  listed: {},
  unlisted: { exact: { type: "boolean", default: false, description: "To the letter" } },
  name: "execute_code",
  title: "Run code",
  description: "Runs code in a session's kernel. Use notebook_execute_cell for cells.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  inputSchema: {
    properties: {
      code: { type: "string", description: "What to run: a | b, *.py or `*`" },
      timeout: { type: "number", default: 30, description: "Seconds" },
      on_timeout: { enum: ["interrupt", "continue"], type: "string" },
    },
    required: ["code"],
  },
};

Deno.test("toolsTable has one row per tool with the first sentence", () => {
  const rows = toolsTable([tool]).split("\n");
  assert.equal(rows.length, 3);
  assert.equal(
    rows[2],
    "| execution | [`execute_code`](#execute_code) | Runs code in a session's kernel. |",
  );
});

Deno.test("toolReference shows type, default and requirement of every argument", () => {
  const text = toolReference([tool]);
  assert.match(text, /## execution\n\n### execute_code/);
  assert.match(text, /\| `code` \| string \| required \| What to run: a \\\| b, \\\*\.py or `\*` \|/);
  assert.match(text, /\| `timeout` \| number \| `30` \| Seconds \|/);
  assert.match(text, /\| `on_timeout` \| `"interrupt"`, `"continue"` \|/);
  assert.match(text, /\| `exact` \| boolean \| `false` \| To the letter \(not in the schema\) \|/);
  assert.match(text, /_Changes something, may destroy something\._/);
});

Deno.test("replaceMarked changes only what is between the markers", () => {
  const document = "before\n\n<!-- tools:start -->\nold\n<!-- tools:end -->\n\nafter\n";
  const filled = replaceMarked(document, "tools", "new");
  assert.equal(filled, "before\n\n<!-- tools:start -->\n\nnew\n\n<!-- tools:end -->\n\nafter\n");
  assert.equal(replaceMarked(filled, "tools", "new"), filled);
});

Deno.test("replaceMarked fails if a marker is missing", () => {
  assert.throws(() => replaceMarked("no markers", "tools", "new"), /Cannot fill in "tools"/);
});

Deno.test("lineDiff names the changed lines and no others", () => {
  assert.equal(lineDiff("a\nb\nc\nd", "a\nB\nc\nd\ne"), "@@ line 2\n- b\n+ B\n@@ line 5\n+ e");
  assert.equal(lineDiff("same", "same"), "");
});
