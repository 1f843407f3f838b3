/** What every tool of the knowledge base refuses, and what the toolset shows of itself. */

import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { idsIn, startKnowledge } from "../../harness/knowledge.ts";

const names = [
  ...[
    "create_item",
    "get_item",
    "update_item",
    "delete_item",
    "search_items",
    "list_items",
    "get_related_items",
  ],
  ...["add_relations", "remove_relations", "get_current_state", "update_current_state", "get_stats"],
  ...["get_type_stats", "get_tags", "suggest_tags"],
];

const wrongValues = [12, true, null, [], {}, "text", ["a"], [{}]];

Deno.test("the toolset knowledge", async (t) => {
  await using kb = await startKnowledge();
  const { tools } = await kb.connection.client.listTools();

  await t.step("has fifteen tools, each with an output schema and all four hints", () => {
    assert.deepEqual(tools.map(({ name }) => name), names);
    for (const { name, outputSchema, annotations, description = "" } of tools) {
      assert.equal(outputSchema?.type, "object", name);
      assert.equal(
        Object.values(annotations ?? {}).filter((hint) => typeof hint === "boolean").length,
        4,
        name,
      );
      assert.ok(description.length > 40, name);
    }
  });

  await t.step("every argument of every tool refuses values of other types, by name and number", async () => {
    for (const { name, inputSchema } of tools) {
      for (const [argument, schema] of Object.entries(inputSchema.properties ?? {})) {
        for (const value of wrongValues) {
          if (mayTake(schema, value)) continue;
          const failure = await kb.fails(name, { [argument]: value });
          const what = `${name}.${argument} = ${JSON.stringify(value)}: ${JSON.stringify(failure)}`;
          assert.equal(failure["error"], "invalid_argument", what);
          assert.equal(failure["code"], -32602, what);
          assert.ok(String(failure["message"]).includes(`"${argument}`), what);
        }
      }
    }
  });

  await t.step("a text of 100 KB is taken and one byte more is not, in whatever script", async () => {
    const limit = 100 * 1024;
    const content = "あ".repeat(limit / 3 | 0);
    const id = await kb.create("long", { content, description: "x".repeat(limit) });
    assert.equal((await kb.ok("get_item", { id })).at("content"), content);
    for (const long of ["x".repeat(limit + 1), `${content}あ`]) {
      const failure = await kb.fails("update_item", { id, content: long });
      assert.partialDeepStrictEqual(failure, { error: "too_large", code: -32002, field: "content" });
      assert.partialDeepStrictEqual(await kb.fails("search_items", { query: long }), {
        code: -32002,
        field: "query",
      });
    }
    assert.equal((await kb.ok("get_item", { id })).at("content"), content);
  });

  await t.step("a list of 1,000 is taken and one more is not", async () => {
    const tags = Array.from({ length: 1_000 }, (_, n) => `tag ${n}`);
    const id = await kb.create("tags", { tags });
    await kb.create("all but one", { tags: tags.slice(1) });
    assert.deepEqual(idsIn(await kb.ok("list_items", { tags: [...tags.slice(1), "ＴＡＧ 0"] })), [id]);
    assert.deepEqual(idsIn(await kb.ok("list_items", { status: tags.map(() => "Open"), tags })), [id]);
    await kb.ok("search_items", { query: "", types: tags });
    await kb.ok("get_related_items", { id, types: tags });
    await kb.ok("update_current_state", { content: "x", tags, related: tags.map(() => id) });
    const failure = await kb.fails("update_item", {
      id,
      tags: Array.from({ length: 1_001 }, (_, n) => `t${n}`),
    });
    assert.partialDeepStrictEqual(failure, { error: "too_large", code: -32002, field: "tags" });
    const targets = Array.from({ length: 1_001 }, () => 1);
    assert.partialDeepStrictEqual(await kb.fails("add_relations", { sourceId: id, targetIds: targets }), {
      code: -32002,
      field: "targetIds",
    });
  });

  await t.step("what could be kept but not shown again is refused before it is written", async () => {
    const before = (await kb.ok("get_current_state")).at("states");
    const metadata = Object.fromEntries(["a", "b"].map((key) => [key, "x".repeat(60_000)]));
    const failure = await kb.fails("update_current_state", { content: "x", metadata });
    assert.partialDeepStrictEqual(failure, { error: "too_large", code: -32002, field: "metadata" });
    assert.equal((await kb.ok("get_current_state")).at("states"), before);
    const paths = Array.from({ length: 200 }, (_, n) => `${n}${"x".repeat(900)}.ipynb`);
    const notebooks = await kb.fails("create_item", { type: "t", title: "t", related_notebooks: paths });
    assert.partialDeepStrictEqual(notebooks, {
      error: "too_large",
      code: -32002,
      field: "related_notebooks",
    });
  });

  await t.step("control characters count in texts for what they take in an answer", async () => {
    const fits = "\u0001".repeat(51_000);
    const id = await kb.create("control", { content: fits });
    await kb.connection.call("update_item", { id, description: fits });
    const { isError, raw } = await kb.connection.call("get_item", { id });
    assert.equal(isError, false);
    assert.ok(JSON.stringify(raw.structuredContent).length > 600_000);
    const failure = await kb.fails("update_item", { id, content: "\u0001".repeat(100_000) });
    assert.partialDeepStrictEqual(failure, { error: "too_large", code: -32002, field: "content" });
    assert.match(String(failure["message"]), /600002 bytes as JSON/);
  });

  await t.step("a name that no object keeps is refused, not left out", async () => {
    const failure = await kb.fails("update_current_state", {
      content: "x",
      metadata: JSON.parse('{"a": [{"__proto__": {"x": 1}}]}'),
    });
    assert.partialDeepStrictEqual(failure, { code: -32002, field: "metadata.a.0.__proto__" });
    const direct = await kb.fails("update_current_state", {
      content: "x",
      metadata: JSON.parse('{"__proto__": {"x": 1}}'),
    });
    assert.partialDeepStrictEqual(direct, { code: -32002, field: "metadata.__proto__" });
  });

  await t.step("a request of more than 10 MB is refused", async () => {
    const failure = await kb.fails("update_current_state", {
      content: "x",
      metadata: Object.fromEntries(Array.from({ length: 110 }, (_, n) => [`k${n}`, "x".repeat(100_000)])),
    });
    assert.partialDeepStrictEqual(failure, { error: "too_large", code: -32002 });
    assert.match(String(failure["message"]), /10485760 bytes/);
  });

  await t.step("ten levels are taken and eleven are not, nor ten thousand", async () => {
    // The arguments and metadata are two of them.
    const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);
    await kb.ok("update_current_state", { content: "x", metadata: nested(9) });
    for (const levels of [10, 1_000]) {
      const failure = await kb.fails("update_current_state", { content: "x", metadata: nested(levels) });
      assert.partialDeepStrictEqual(failure, { error: "too_large", code: -32002 });
    }
  });

  await t.step("the log names tools and outcomes and nothing of what is kept", async () => {
    await kb.create("xyzzy-title", { content: "xyzzy-content" });
    await kb.search("xyzzy-query");
    assert.match(kb.connection.stderr(), /tool create_item ok/);
    assert.ok(!kb.connection.stderr().includes("xyzzy"));
  });
});

Deno.test("the toolset is off unless asked for, and all asks for it", async () => {
  const jupyter = { url: "http://127.0.0.1:9/", token: "none" };
  await using usual = await connect({ jupyter });
  const listed = (await usual.client.listTools()).tools.map(({ name }) => name);
  assert.ok(!listed.some((name) => names.includes(name)));
  await using all = await startKnowledge({ args: ["--toolsets", "all"] });
  const everything = (await all.connection.client.listTools()).tools.map(({ name }) => name);
  for (const name of [...names, "execute_code"]) assert.ok(everything.includes(name), name);
});

Deno.test("--read-only offers what reads", async () => {
  await using kb = await startKnowledge({ args: ["--read-only"] });
  const { tools } = await kb.connection.client.listTools();
  const reading = names.filter((name) => /^(get|search|list|suggest)/.test(name));
  assert.deepEqual(tools.map(({ name }) => name), reading);
  const failure = await kb.fails("create_item", { type: "t", title: "t" });
  assert.partialDeepStrictEqual(failure, { error: "read_only", code: -32000 });
  assert.deepEqual(await kb.search("anything"), []);
});

function mayTake(schema: unknown, value: unknown): boolean {
  const text = JSON.stringify(schema);
  const inner = /"items":\{[^}]*"type":"(\w+)"/.exec(text)?.[1];
  if (Array.isArray(value)) {
    return text.includes('"type":"array"') && value.every((element) => typeof element === inner);
  }
  const type = value === null ? "null" : typeof value;
  if (typeof value === "string" && text.includes('"enum"')) return false;
  return text.replace(/"(items|properties)":.*$/, "").includes(`"type":"${type}"`);
}
