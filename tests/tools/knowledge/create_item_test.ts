import assert from "node:assert/strict";
import { startKnowledge } from "../../harness/knowledge.ts";

Deno.test("create_item", async (t) => {
  await using kb = await startKnowledge();

  await t.step("makes an item with the defaults and answers with it", async () => {
    const before = Date.now();
    const { json } = await kb.ok("create_item", { type: "task", title: "新しいタスク" });
    assert.partialDeepStrictEqual(json, {
      id: 1,
      type: "task",
      title: "新しいタスク",
      description: "",
      status: "Open",
      priority: "MEDIUM",
      category: null,
      startDate: null,
      endDate: null,
      version: null,
    });
    for (const list of ["tags", "related", "related_notebooks"]) assert.deepEqual(json[list], [], list);
    const made = Date.parse(String(json["createdAt"]));
    assert.ok(made >= before && made <= Date.now());
    assert.equal(json["updatedAt"], json["createdAt"]);
  });

  await t.step("keeps every field", async () => {
    const fields = {
      type: "issue",
      title: "Everything",
      description: "about",
      content: "# Text\n\n<script>alert('&')</script>",
      status: "In Progress",
      priority: "HIGH",
      category: "work",
      startDate: "2026-01-02T03:04:05Z",
      endDate: "2026-02-03T10:00:00+09:00",
      version: "1.2.3",
      related: [1],
      tags: ["b", "a"],
      related_notebooks: ["work/analysis", "/other/b.ipynb"],
    };
    const { json } = await kb.ok("create_item", fields);
    const stored = {
      ...fields,
      startDate: "2026-01-02T03:04:05.000Z",
      endDate: "2026-02-03T01:00:00.000Z",
      tags: ["a", "b"],
      related_notebooks: ["other/b.ipynb", "work/analysis.ipynb"],
    };
    const { content: _, ...card } = stored;
    assert.partialDeepStrictEqual(json, card);
    assert.partialDeepStrictEqual((await kb.ok("get_item", { id: 2 })).json, stored);
  });

  await t.step("takes each of the twelve statuses however it is spelt", async () => {
    const statuses = [
      "Open",
      "Specification",
      "Waiting",
      "Ready",
      "In Progress",
      "Review",
      "Testing",
      "Pending",
    ];
    for (const status of [...statuses, "Completed", "Closed", "Canceled", "Rejected"]) {
      for (const spelling of [status, status.toLowerCase(), status.toUpperCase()]) {
        const { json } = await kb.ok("create_item", { type: "s", title: "t", status: spelling });
        assert.equal(json["status"], status);
      }
    }
  });

  await t.step("refuses a status that is none and names the twelve", async () => {
    const { error, code, field, message } = await kb.fails("create_item", {
      type: "s",
      title: "t",
      status: "Done",
    });
    assert.deepEqual({ error, code, field }, { error: "invalid_argument", code: -32002, field: "status" });
    assert.match(String(message), /"Done".*Open, Specification.*Rejected/);
  });

  await t.step("refuses a type that could not be a folder's name", async () => {
    for (const type of ["", "Task", "a b", "../x", "a/b", "タスク", "x".repeat(51)]) {
      const { code, field } = await kb.fails("create_item", { type, title: "t" });
      assert.deepEqual({ code, field }, { code: -32002, field: "type" }, type);
    }
  });

  await t.step("refuses a title that is empty or too long, counted in characters", async () => {
    for (const title of ["", "  ", "x".repeat(201)]) {
      assert.partialDeepStrictEqual(await kb.fails("create_item", { type: "t", title }), {
        code: -32002,
        field: "title",
      });
    }
    await kb.create("😀".repeat(200));
  });

  await t.step(
    "makes nothing at all where a related item is missing, and names the missing ones",
    async () => {
      const before = (await kb.ok("get_stats")).at("totalItems");
      const failure = await kb.fails("create_item", {
        type: "t",
        title: "x",
        tags: ["never"],
        related: [1, 998, 999],
      });
      assert.partialDeepStrictEqual(failure, {
        error: "item_not_found",
        code: -32001,
        field: "related",
        missing: [998, 999],
      });
      assert.equal((await kb.ok("get_stats")).at("totalItems"), before);
      assert.deepEqual((await kb.ok("suggest_tags", { prefix: "never" })).json, { tags: [] });
    },
  );

  await t.step("refuses dates that are none and periods that end before they begin", async () => {
    for (const startDate of ["soon", "2026-02-30", "2026-13-01T00:00:00Z", "20260101"]) {
      const failure = await kb.fails("create_item", { type: "t", title: "x", startDate });
      assert.partialDeepStrictEqual(failure, { code: -32602, field: "startDate" }, startDate);
    }
    const failure = await kb.fails("create_item", {
      type: "t",
      title: "x",
      startDate: "2026-02-01",
      endDate: "2026-01-01",
    });
    assert.partialDeepStrictEqual(failure, { code: -32002, field: "endDate" });
  });

  await t.step("refuses notebook paths that lead out of the Jupyter root", async () => {
    for (const path of ["../x.ipynb", "a/../../b.ipynb", "", "/", "a\\b", "a\u0001b"]) {
      const failure = await kb.fails("create_item", { type: "t", title: "x", related_notebooks: [path] });
      assert.partialDeepStrictEqual(failure, { code: -32002, field: "related_notebooks" }, path);
    }
  });

  await t.step("names what is missing", async () => {
    const failure = await kb.fails("create_item", { type: "task" });
    assert.partialDeepStrictEqual(failure, { error: "invalid_argument", code: -32602, field: "title" });
  });
});
