import assert from "node:assert/strict";
import { startKnowledge } from "../../harness/knowledge.ts";

Deno.test("search_items", async (t) => {
  await using kb = await startKnowledge();
  const login = await kb.create("Login fails", {
    type: "issue",
    description: "The form",
    content: `${"filler ".repeat(100)}the session cookie expires, ログイン画面が落ちる${" tail".repeat(100)}`,
    status: "In Progress",
    priority: "HIGH",
    tags: ["Auth", "web"],
    category: "Backend",
    startDate: "2026-03-10",
    endDate: "2026-03-20",
    related_notebooks: ["work/login.ipynb"],
  });
  const sales = await kb.create("売上データベースの設計", {
    type: "decision",
    content: "会社の売上高をＤＢに置く。snake_case と login の一言",
    status: "Closed",
    tags: ["web"],
  });
  const half = await kb.create("ﾃﾞｰﾀ移行", {
    type: "issue",
    content: "半角ｶﾀｶﾅの資料。Python3入門 100% 猫",
    priority: "LOW",
  });

  const found: Record<string, number[]> = {
    // Words, beginnings of words, and inside words where nothing else is found.
    "login": [login, sales],
    "LOGIN": [login, sales],
    "ｌｏｇｉｎ": [login, sales],
    "log": [login, sales],
    "ogin": [sales, login],
    "cookie expires": [login],
    "expires cookie": [login],
    '"cookie expires"': [login],
    '"expires cookie"': [],
    "snake_case": [sales],
    "case": [sales],
    // Japanese of one, two, three and more characters, in either width, mixed with Latin.
    "猫": [half],
    "社": [sales],
    "売": [sales],
    "売上": [sales],
    "売上高": [sales],
    "会社の売上高": [sales],
    "データ": [half, sales],
    "ﾃﾞｰﾀ": [half, sales],
    "データベース": [sales],
    "カタカナ": [half],
    "DB": [sales],
    "Python3入門": [half],
    "入門": [half],
    "ログイン画面": [login],
    "画面 cookie": [login],
    "上売": [],
    // Operators and groups.
    "login OR 猫": [login, sales, half],
    "login -cookie": [sales],
    "login NOT cookie": [sales],
    "(cookie OR 猫) login": [login],
    "login AND 売上": [sales],
    "-login": [half],
    "NOT (login OR cookie)": [half],
    // Fields.
    "type:issue": [half, login],
    "type:issue,decision login": [login, sales],
    'status:"In Progress"': [login],
    "status:in_progress": [login],
    "status:closed": [sales],
    "is:closed": [sales],
    "is:open login": [login],
    "priority:high,low": [half, login],
    "tag:auth": [login],
    "tag:AUTH,web login": [login, sales],
    "-tag:web": [half],
    "category:backend": [login],
    "notebook:work/login": [login],
    "date:2026-03-15": [login],
    "date:2026-03": [login],
    "date:<2026-03-10": [],
    "date:2026-03-20..2026-03-31": [login],
    "created:2020-01-01 login": [],
    "created:>=2020-01-01 猫": [half],
    "updated:2020..2100 猫": [half],
    "created:<2020-01-01 OR 猫": [half],
    "type:decision OR 猫": [half, sales],
    // Only text.
    "100%": [half],
    "%": [half],
    "'; DROP TABLE items; --": [],
    "title:x* NEAR(a b)": [],
    "🐻‍❄️": [],
  };
  for (const [query, ids] of Object.entries(found)) {
    await t.step(`finds ${ids.length} for ${query}`, async () => {
      const hits = await kb.search(query);
      assert.deepEqual(hits.toSorted(), ids.toSorted());
    });
  }

  await t.step(
    "ranks a hit in the title before one in the content, and newest first if no word is needed",
    async () => {
      assert.deepEqual(await kb.search("login"), [login, sales]);
      assert.deepEqual(await kb.search("データ"), [half, sales]);
      assert.deepEqual(await kb.search("type:issue"), [half, login]);
      assert.deepEqual(await kb.search(""), [half, sales, login]);
      assert.deepEqual(await kb.search("type:issue OR 設計"), [half, sales, login]);
    },
  );

  await t.step("shows the place of the hit, in the item's own spelling, and no contents", async () => {
    const { at, json } = await kb.ok("search_items", { query: "cookie" });
    assert.match(String(at("items.0.snippet")), /^….*the session cookie expires.*…$/);
    assert.ok(String(at("items.0.snippet")).length < 250);
    assert.equal(at("items.0.content"), undefined);
    assert.equal(json["warnings"], undefined);
    const halfWidth = await kb.ok("search_items", { query: "カタカナ" });
    assert.match(String(halfWidth.at("items.0.snippet")), /半角ｶﾀｶﾅの資料/);
    const japanese = await kb.ok("search_items", { query: "画面" });
    assert.match(String(japanese.at("items.0.snippet")), /ログイン画面が落ちる/);
  });

  await t.step("filters by types and pages", async () => {
    assert.deepEqual(await kb.search("login", { types: ["decision"] }), [sales]);
    assert.deepEqual(await kb.search("login OR 猫", { types: ["issue", "nothing"] }), [half, login]);
    const page = await kb.ok("search_items", { query: "", limit: 1, offset: 1 });
    assert.partialDeepStrictEqual(page.json, { total: 3, limit: 1, offset: 1 });
    assert.equal(page.at("items.0.id"), sales);
    assert.deepEqual(await kb.search("", { offset: 99 }), []);
  });

  await t.step("an unknown field is text, with a warning; an address is only text", async () => {
    const { json } = await kb.ok("search_items", { query: "colour:red" });
    assert.match(String(json["warnings"]), /no field "colour:"/);
    assert.equal((await kb.ok("search_items", { query: "https://example.org" })).json["warnings"], undefined);
  });

  const mistakes: Record<string, number> = {
    "(login": 1,
    "login)": 6,
    'a "b': 3,
    "a OR": 5,
    "OR a": 1,
    "a AND OR b": 7,
    "()": 1,
    '""': 1,
    "NOT": 4,
    "a created:2026-02-30": 3,
    "created:yesterday": 1,
    "created:2024-01-01-2024-02-01": 1,
    "created:2026-02-01..2026-01-01": 1,
    "created:..": 1,
    "status:done": 1,
    "priority:urgent": 1,
    "is:maybe": 1,
    "type:": 1,
    [`${"(".repeat(50)}a${")".repeat(50)}`]: 21,
  };
  for (const [query, position] of Object.entries(mistakes)) {
    await t.step(`says where ${query} is wrong`, async () => {
      const failure = await kb.fails("search_items", { query });
      assert.partialDeepStrictEqual(failure, {
        error: "invalid_argument",
        code: -32602,
        field: "query",
        position,
      });
      assert.ok(String(failure["message"]).includes(`(character ${position})`));
    });
  }

  await t.step("refuses limits out of bounds", async () => {
    for (const limit of [0, 101, -1, 1.5, "20"]) {
      assert.partialDeepStrictEqual(await kb.fails("search_items", { query: "a", limit }), {
        code: -32602,
        field: "limit",
      });
    }
    assert.partialDeepStrictEqual(await kb.fails("search_items", { query: "a", offset: -1 }), {
      field: "offset",
    });
    assert.partialDeepStrictEqual(await kb.fails("search_items"), { code: -32602, field: "query" });
  });
});
