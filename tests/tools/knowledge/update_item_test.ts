import assert from "node:assert/strict";
import { startKnowledge } from "../../harness/knowledge.ts";

Deno.test("update_item", async (t) => {
  await using kb = await startKnowledge();
  const others = [await kb.create("a"), await kb.create("b")];
  const fields = {
    description: "before",
    content: "rhinoceros",
    category: "c",
    version: "1",
    startDate: "2026-01-01",
    tags: ["x", "y"],
    related: others,
    related_notebooks: ["a.ipynb"],
  };
  const id = await kb.create("subject", fields);
  const before = (await kb.ok("get_item", { id })).json;

  await t.step("changes what is given and leaves the rest", async () => {
    const { json } = await kb.ok("update_item", { id, status: "closed", priority: "LOW", type: "issue" });
    const { updatedAt, ...rest } = json;
    const { updatedAt: old, content: _, ...untouched } = before;
    assert.deepEqual(rest, { ...untouched, status: "Closed", priority: "LOW", type: "issue" });
    assert.ok(String(updatedAt) >= String(old));
    assert.equal((await kb.ok("get_item", { id })).at("content"), "rhinoceros");
  });

  await t.step("replaces tags, relations and notebooks as a whole, from both sides", async () => {
    const { json } = await kb.ok("update_item", {
      id,
      tags: ["z"],
      related: others.slice(0, 1),
      related_notebooks: [],
    });
    assert.deepEqual([json["tags"], json["related"], json["related_notebooks"]], [["z"], [others[0]], []]);
    assert.deepEqual((await kb.ok("get_item", { id: others[1] })).at("related"), []);
    assert.deepEqual((await kb.ok("get_item", { id: others[0] })).at("related"), [id]);
  });

  await t.step("an empty text clears an optional field", async () => {
    const { json } = await kb.ok("update_item", {
      id,
      category: "",
      version: "",
      startDate: "",
      description: "",
    });
    assert.partialDeepStrictEqual(json, { category: null, version: null, startDate: null, description: "" });
  });

  await t.step("what was replaced is no longer found, what replaces it is", async () => {
    await kb.ok("update_item", { id, content: "hippopotamus" });
    assert.deepEqual(await kb.search("rhinoceros"), []);
    assert.deepEqual(await kb.search("hippopotamus"), [id]);
  });

  await t.step("changes nothing where anything is wrong", async () => {
    const present = (await kb.ok("get_item", { id })).json;
    assert.equal((await kb.fails("update_item", { id, title: "new", related: [9_999] }))["code"], -32001);
    assert.partialDeepStrictEqual(await kb.fails("update_item", { id, title: "new", related: [id] }), {
      code: -32002,
      field: "related",
    });
    assert.equal((await kb.fails("update_item", { id, title: "new", status: "?" }))["code"], -32002);
    assert.equal((await kb.fails("update_item", { id, title: "new", endDate: "never" }))["code"], -32602);
    await kb.ok("update_item", { id, endDate: "2026-01-01" });
    assert.equal(
      (await kb.fails("update_item", { id, title: "new", startDate: "2027-01-01" }))["code"],
      -32002,
    );
    await kb.ok("update_item", { id, endDate: "" });
    const { updatedAt: _, ...after } = (await kb.ok("get_item", { id })).json;
    assert.partialDeepStrictEqual(present, after);
  });

  await t.step("answers -32001 for an item that is not there", async () => {
    assert.partialDeepStrictEqual(await kb.fails("update_item", { id: 999, title: "x" }), {
      error: "item_not_found",
      code: -32001,
      field: "id",
    });
  });
});
