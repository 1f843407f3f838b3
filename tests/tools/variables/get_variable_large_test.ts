import assert from "node:assert/strict";
import { z } from "zod";
import { connect } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";
import type { ToolResult } from "../../harness/tool_result.ts";

const cutSchema = z.array(z.object({
  path: z.string().optional(),
  part: z.string().optional(),
  start: z.number().optional(),
  hint: z.string().optional(),
}));

function cutOf(result: ToolResult) {
  return cutSchema.parse(result.at("cut"));
}

Deno.test("get_variable of large values", async (t) => {
  await using connection = await connect({ jupyter: sharedJupyter("plain") });
  await using session = await openSession(connection);
  const get = async (variable_name: string, args: Record<string, unknown> = {}) => {
    const result = await connection.call("get_variable", { session_id: session.id, variable_name, ...args });
    assert.ok(!result.isError, result.text);
    return result;
  };
  const setUp = async (code: string) =>
    assert.equal((await session.run(code, { timeout: 60 })).at("success"), true, code);

  await t.step("shares what a model can read among all parts, and names what did not fit", async () => {
    await setUp(`
import numpy as np
records = [{f"field{j}": "lorem ipsum " * 200 for j in range(25)} for i in range(50)]
words = np.array(["word " * 100] * 1000)
keys = {f"{'k' * 5000}{n}": n for n in range(3)}`);
    const records = await get("records");
    assert.ok(records.text.length < 30_000, String(records.text.length));
    const shown = z.array(z.record(z.string(), z.string())).parse(records.at("value"));
    assert.equal(shown.length, 30);
    assert.ok(shown.every((record) => Object.keys(record).length > 1), records.text);
    assert.deepEqual(records.at("cut.0"), {
      path: "records",
      left_out: "items outside 0–30 of 50",
      start: 30,
    });
    assert.match(records.string("cut.1.left_out"), /^items outside 0–\d+ of 25$/);
    assert.match(records.string("cut.50.left_out"), /more parts within$/);
    const rest = await get("records[0]", { start: Number(records.at("cut.1.start")) });
    assert.ok(rest.string("value.field24").startsWith("lorem"), rest.text);
    const one = await get('records[0]["field0"]');
    assert.equal(one.string("value").length, 2_000);
    assert.equal((await get('records[0]["field0"]', { max_chars: 100_000 })).string("value").length, 2_400);
    const words = await get("words", { max_items: 1_000 });
    assert.ok(words.text.length < 210_000, String(words.text.length));
    assert.match(words.string("cut.0.left_out"), /^elements outside 0–\d+ of 1000$/);
    const keys = await get("keys");
    assert.deepEqual(Object.values(Object(keys.at("value"))), [0, 1, 2]);
    assert.ok(keys.text.length < 5_000, String(keys.text.length));
  });

  await t.step("names a path for what was cut only if one leads there", async () => {
    await setUp(`
import dataclasses
long = list(range(10))
odd = {(1, 2): long, None: long, True: long, b"b": long, 1e300: long, "k" * 2000: long}
held = {frozenset(long)}
class Box: pass
box = Box()
setattr(box, "a b", long)
plain = {"a\\b\\f\\x1b": long, 7: long, 1.5: long, np.int64(3): long, np.str_("s"): long, "k" * 600: long}`);
    for (const name of ["odd", "held", "box"]) {
      const cut = cutOf(await get(name, { max_items: 8 }));
      assert.equal(cut.length, name === "odd" ? 6 : 1);
      for (const { path, part, start, hint } of cut) {
        assert.deepEqual([path, start, typeof part], [undefined, undefined, "string"]);
        assert.match(String(hint), /execute_code/);
      }
    }
    const cut = cutOf(await get("plain", { max_items: 8 }));
    assert.equal(cut.length, 6);
    for (const { path = "", start } of cut) {
      assert.deepEqual((await get(path, { start })).at("value"), [8, 9]);
    }
  });

  await t.step("continues in the text of an object", async () => {
    await setUp(`
@dataclasses.dataclass
class Story:
    words: str
story = Story("".join(chr(97 + n % 26) for n in range(5000)))`);
    const whole = "Story(words='" + Array.from({ length: 5_000 }, (_, n) =>
      "abcdefghijklmnopqrstuvwxyz"[n % 26]).join("") +
      "')";
    const [first] = cutOf(await get("story"));
    assert.deepEqual([first?.path, first?.start], ["story", 2_000]);
    assert.equal((await get("story", { start: 2_000 })).at("value.repr"), whole.slice(2_000, 4_000));
    assert.equal((await get("story", { start: 4_000 })).at("value.repr"), whole.slice(4_000));
  });

  await t.step("shows a module by what it holds, not by what its parts hold", async () => {
    await setUp("import pandas, xml.dom.minidom");
    const { text } = await get("pandas");
    assert.ok(text.length < 30_000, String(text.length));
    assert.match(text, /attributes .* and \d+ more/);
    const xml = await get("xml");
    assert.equal(xml.at("value.attributes.dom.type"), "builtins.module");
    assert.equal(xml.at("value.attributes.dom.attributes"), undefined);
    assert.match(xml.text, /"path":"xml\.dom","left_out":"\d+ attributes"/);
  });
});
