import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { parseQuery } from "../../../../src/knowledge/search/parse_query.ts";
import type { Query } from "../../../../src/knowledge/search/parse_query.ts";
import { openKnowledge } from "../../../harness/knowledge_folder.ts";
import { repeatableRandom } from "../../../harness/repeatable_random.ts";

const text = (value: string, exact = false): Query => ({ kind: "text", text: value, exact });
const and = (...parts: Query[]): Query => ({ kind: "and", parts });
const or = (...parts: Query[]): Query => ({ kind: "or", parts });
const not = (part: Query): Query => ({ kind: "not", part });
const day = (date: string) => Date.parse(`${date}T00:00:00Z`);

const table: readonly (readonly [string, Query])[] = [
  ["", { kind: "all" }],
  [" \t\u3000 ", { kind: "all" }],
  ["a", text("a")],
  ["a b", and(text("a"), text("b"))],
  ["売上　監視", and(text("売上"), text("監視"))],
  ["a AND b", and(text("a"), text("b"))],
  ["a OR b", or(text("a"), text("b"))],
  ["a or b", and(text("a"), text("or"), text("b"))],
  ["a OR b c", or(text("a"), and(text("b"), text("c")))],
  ["(a OR b) c", and(or(text("a"), text("b")), text("c"))],
  ["-a", not(text("a"))],
  ["NOT a", not(text("a"))],
  ["NOT -a", text("a")],
  ["a -b", and(text("a"), not(text("b")))],
  ["a-b", text("a-b")],
  ["--flag", text("--flag")],
  ["a - b", and(text("a"), text("-"), text("b"))],
  ["-(a OR b)", not(or(text("a"), text("b")))],
  ['"a b"', text("a b", true)],
  ['-"a b"', not(text("a b", true))],
  ['x"a b"y', and(text("x"), text("a b", true), text("y"))],
  ["plot()", text("plot()")],
  ["plot(a, b)", and(text("plot"), and(text("a,"), text("b")))],
  ["type:issue", { kind: "type", values: ["issue"] }],
  ["TYPE:Issue,task", { kind: "type", values: ["issue", "task"] }],
  ['tag:"a b",c', { kind: "tag", values: ["a b", "c"] }],
  ["tag:a tag:b", and({ kind: "tag", values: ["a"] }, { kind: "tag", values: ["b"] })],
  ['status:"in progress",OPEN', { kind: "status", values: ["In Progress", "Open"] }],
  ["priority:high", { kind: "priority", values: ["HIGH"] }],
  ["category:x", { kind: "category", values: ["x"] }],
  ["is:open", { kind: "closed", closed: false }],
  ["-is:closed", not({ kind: "closed", closed: true })],
  ["created:2026-01-31", { kind: "created", from: day("2026-01-31"), until: day("2026-02-01") }],
  ["updated:>=2026-01-31", { kind: "updated", from: day("2026-01-31"), until: undefined }],
  ["updated:>2026-01-31", { kind: "updated", from: day("2026-02-01"), until: undefined }],
  ["date:<2026-01-31", { kind: "date", from: undefined, until: day("2026-01-31") }],
  ["date:<=2026-01-31", { kind: "date", from: undefined, until: day("2026-02-01") }],
  ["date:2026-01-01..2026-01-31", { kind: "date", from: day("2026-01-01"), until: day("2026-02-01") }],
  ["date:2026-01..", { kind: "date", from: day("2026-01-01"), until: undefined }],
  ["date:..2026", { kind: "date", from: undefined, until: day("2027-01-01") }],
  [
    "created:2026-01-31T09:00:00+09:00",
    { kind: "created", from: day("2026-01-31"), until: day("2026-01-31") + 1_000 },
  ],
  ["12:30", text("12:30")],
  ["売上　ＯＲ　人工", or(text("売上"), text("人工"))],
  ["ＮＯＴ a", not(text("a"))],
  ["a －売上", and(text("a"), not(text("売上")))],
  ["a－b", text("a－b")],
  ["type：issue,task", { kind: "type", values: ["issue", "task"] }],
  ["ｉｓ：open", { kind: "closed", closed: false }],
  ["注意：売上", text("注意：売上")],
  ["memo：売上", text("memo：売上")],
];

for (const [query, expected] of table) {
  Deno.test(`parseQuery reads ${JSON.stringify(query)}`, () => {
    const { query: read, warnings } = parseQuery(query);
    assert.deepEqual(read, expected);
    assert.deepEqual(warnings, []);
  });
}

Deno.test("parseQuery takes an unknown field for text and says so", () => {
  const { query, warnings } = parseQuery("colour:red a");
  assert.deepEqual(query, and(text("colour:red"), text("a")));
  assert.equal(warnings.length, 1);
});

Deno.test("parseQuery counts characters, not their halves, to say where", () => {
  const table: readonly (readonly [string, number])[] = [
    ["a (b", 3],
    ["💥💥 (b", 4],
    ["売上 )", 4],
    ["𠮷 created:soon", 3],
    ['💥 "x', 3],
    ["💥 OR", 5],
    ["a ()", 3],
  ];
  for (const [query, position] of table) {
    assert.throws(() => parseQuery(query), (error) => {
      assert.ok(error instanceof AppError);
      assert.deepEqual(error.details, { field: "query", position }, query);
      return error.message.endsWith(`(character ${position})`);
    });
  }
});

/** A query as a person would write it. */
function write(query: Query): string {
  switch (query.kind) {
    case "text":
      return query.exact ? `"${query.text}"` : query.text;
    case "and":
      return query.parts.map((part) =>
        part.kind === "or" || part.kind === "and" ? `(${write(part)})` : write(part)
      )
        .join(" ");
    case "or":
      return query.parts.map((part) => part.kind === "or" ? `(${write(part)})` : write(part)).join(" OR ");
    case "not":
      return `-${
        query.part.kind === "and" || query.part.kind === "or" ? `(${write(query.part)})` : write(query.part)
      }`;
    case "type":
      return `type:${query.values.join(",")}`;
    default:
      throw new Error(query.kind);
  }
}

function randomQuery(random: () => number, depth: number): Query {
  const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
  const kind = depth === 0 ? "text" : pick(["text", "and", "or", "not", "type"]);
  const some = () =>
    Array.from({ length: 2 + Math.floor(random() * 2) }, () => randomQuery(random, depth - 1));
  switch (kind) {
    case "and":
      return { kind, parts: some() };
    case "or":
      return { kind, parts: some() };
    case "not": {
      const part = randomQuery(random, depth - 1);
      return part.kind === "not" ? part : { kind, part };
    }
    case "type":
      return { kind, values: ["issue", "task"] };
    default: {
      const exact = random() < 0.3;
      return text(
        exact ? "b c" : pick(["a", "売上", "x_y", "it's", "50%", "*", "+", "データ"]) ?? "a",
        exact,
      );
    }
  }
}

Deno.test("parseQuery reads back every query that is written out", () => {
  const random = repeatableRandom(1);
  for (let round = 0; round < 2_000; round++) {
    const query = randomQuery(random, 4);
    assert.deepEqual(parseQuery(write(query)).query, query, write(query));
  }
});

Deno.test("whatever is typed is either searched for or refused with its place; SQLite never objects", async () => {
  await using knowledge = await openKnowledge();
  await knowledge.base.createItem({ type: "issue", title: "a 売上 b", content: "x_y it's 50% データ" });
  const random = repeatableRandom(2);
  const bits = [
    '"',
    "(",
    ")",
    "-",
    "OR",
    "AND",
    "NOT",
    " ",
    "　",
    ":",
    ",",
    "..",
    "type:",
    "tag:",
    "created:",
    "date:",
  ];
  bits.push(
    "2026",
    "-01",
    "a",
    "売",
    "上",
    "*",
    "^",
    "{title}",
    "NEAR(",
    "+",
    "'",
    ";",
    "%",
    "_",
    "\\",
    "\0",
    "\ud83d",
    "💥",
    "é",
    "ﾞ",
  );
  for (let round = 0; round < 2_000; round++) {
    const query = Array.from(
      { length: 1 + Math.floor(random() * 8) },
      () => bits[Math.floor(random() * bits.length)],
    )
      .join("");
    try {
      const page = await knowledge.base.searchItems({ query, limit: 5, offset: 0 });
      assert.ok(page.total <= 1);
    } catch (error) {
      assert.ok(error instanceof AppError, `${query}: ${error}`);
      assert.equal(error.code, "invalid_argument", query);
      const position = error.details["position"];
      assert.ok(typeof position === "number" && position >= 1 && position <= query.length + 1, query);
    }
  }
});

Deno.test("the longest queries that are read are also run", async () => {
  await using knowledge = await openKnowledge();
  const words = Array.from({ length: 32 }, (_, n) => `w${n}`);
  await knowledge.base.createItem({ type: "t", title: "t", content: words.join(" ") });
  const deep = `${"(".repeat(20)}w1${")".repeat(20)}`;
  const queries = [
    words.join(" "),
    [...words, ...words].join(" OR "),
    [...words, ...words].map((word) => `(type:t OR -${word})`).slice(0, 32).join(" "),
    Array.from({ length: 64 }, () => "NOT type:u").join(" OR "),
    deep,
    `w1 ${"-".repeat(1)}z `.repeat(32),
    `"${"w ".repeat(140)}"`,
  ];
  for (const query of queries) {
    const { total } = await knowledge.base.searchItems({ query, limit: 1, offset: 0 });
    assert.equal(total, query.startsWith('"') ? 0 : 1, query);
  }
});

Deno.test("parseQuery takes 64 words, however they are joined, and says where the next is", () => {
  const words = Array.from({ length: 64 }, () => "a");
  for (const joint of [" OR ", " AND ", " -", ") ("]) {
    const query = `(${words.join(joint)})`;
    parseQuery(query);
    const place = `\\(character ${query.length + 2}\\)`;
    assert.throws(() => parseQuery(`${query} a`), new RegExp(`more than 64 words ${place}`), joint);
  }
});

Deno.test("parseQuery says of groups within groups that they are nested, however many words they are", () => {
  for (const deep of [21, 100, 500]) {
    const query = `${"(".repeat(deep)}a${")".repeat(deep)}`;
    assert.throws(() => parseQuery(query), /nested too deeply \(character 21\)/, String(deep));
  }
});
