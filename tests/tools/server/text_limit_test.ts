/** No reply of any tool has more text than `--max-text-bytes`, unless the call asks for more. */

import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { code, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const jupyter = sharedJupyter("plain");

const wide =
  "import pandas as pd\nwide = pd.DataFrame([[1.5] * 2000] * 9, columns=[f'a rather long name {n}' for n in range(2000)])\n" +
  "wide.to_csv('wide_table.csv', index=False)\ndeep = {f'key {n}': 'text ' * 99 for n in range(999)}";

for (const limit of [4_000, 30_000]) {
  Deno.test(`replies have at most ${limit} bytes of text with --max-text-bytes ${limit}`, async (t) => {
    const path = await putCells(
      jupyter,
      Array.from({ length: 100 }, (_, at) => code(`c${at}`, `a = ${at}\n`.repeat(40))),
    );
    await using connection = await connect({ jupyter, args: ["--max-text-bytes", String(limit)] });
    await using session = await openSession(connection);
    await session.run(wide, { timeout: 120 });
    const edits = Array.from(
      { length: 100 },
      (_, at) => ({ cell: `c${at}`, source: `b = ${at}\n`.repeat(40) }),
    );
    const calls: readonly (readonly [tool: string, args: Record<string, unknown>])[] = [
      ["data_preview", { path: "wide_table.csv" }],
      ["data_preview", { path: "wide_table.csv", session_id: session.id }],
      ["get_dataframe_info", { session_id: session.id, variable_name: "wide" }],
      ["get_variable", { session_id: session.id, variable_name: "deep", max_items: 999 }],
      ["get_variables", { session_id: session.id }],
      ["execute_code", { session_id: session.id, code: "print('x' * 900_000)\nwide.columns.tolist()" }],
      ["notebook_get", { notebook_path: path, detail: "source" }],
      ["notebook_edit_cell", { notebook_path: path, edits }],
      ["notebook_changes", { notebook_path: path, limit: 100 }],
      ["notebook_search", { query: "b", limit: 500 }],
      ["file_read", { path }],
      ["file_get", { path: "wide_table.csv" }],
      ["file_list", { path: "", recursive: true, limit: 1_000 }],
    ];
    for (const [tool, args] of calls) {
      await t.step(`${tool} ${args["path"] ?? args["variable_name"] ?? ""}`, async () => {
        const { text, isError, at, content } = await connection.call(tool, args);
        assert.ok(!isError, text.slice(0, 300));
        const texts = content.map((block) =>
          block.type === "text" ? block.text : block.type === "resource" ? JSON.stringify(block.resource) : ""
        );
        const bytes = new TextEncoder().encode(texts.join("")).length;
        assert.ok(bytes <= limit, `${bytes} of ${limit} bytes`);
        assert.doesNotThrow(() => JSON.parse(text));
        if (["data_preview", "notebook_edit_cell"].includes(tool)) {
          assert.match(String(at("notes")), /left out.*max_chars/);
        }
      });
    }

    await t.step("more comes with max_chars, whatever the tool", async () => {
      const args = { path: "wide_table.csv", max_chars: 400_000 };
      const whole = await connection.call("data_preview", args);
      assert.equal(whole.at("columns.length"), 2_000, whole.text.slice(0, 300));
      const { text, at } = await connection.call("data_preview", { ...args, max_chars: "many" });
      assert.equal(at("error"), "invalid_argument", text);
    });

    await t.step("errors keep to it as well", async () => {
      const { text, isError } = await connection.call("get_variable", {
        session_id: session.id,
        variable_name: "x".repeat(100_000),
      });
      assert.ok(isError && text.length <= limit, `${text.length} of ${limit}`);
    });
  });
}
