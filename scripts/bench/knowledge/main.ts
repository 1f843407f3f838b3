/**
 * Measures the knowledge base with 100,000 items of 4 KB, inside and through a real client of the compiled program.
 *
 *     deno run -A scripts/bench/knowledge/main.ts [--items 100000] [--folder <kept for the next time>]
 *
 * Filling a base takes a few minutes; a folder that holds one already is used as it is.
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import { KnowledgeBase } from "../../../src/knowledge/knowledge_base.ts";
import type { ListOptions } from "../../../src/knowledge/list_items.ts";
import { startKnowledge } from "../../../tests/harness/knowledge.ts";
import { programOf } from "../../../tests/harness/program.ts";
import { StdioTransport } from "../../../tests/harness/stdio_transport.ts";
import { compile } from "../../compile.ts";
import { duration, say } from "../../terminal.ts";
import { atMost, type Measurement, table } from "../measurement.ts";
import { median } from "../statistics.ts";
import { commonTags, commonWord, fillBase, rareWord } from "./fill_base.ts";

const rounds = 15;
const content = "The login of the customer 売上の分析、".repeat(100);

type Call = (name: string, args: Record<string, unknown>) => Promise<unknown>;

interface Task {
  readonly what: string;
  readonly limit: number;
  readonly run: (call: Call, round: number) => Promise<unknown>;
}

const lists: Readonly<Record<string, Partial<ListOptions>>> = {
  "list, no filter": {},
  "list, a type and a status": { type: "issue", status: ["Open"] },
  "list, two common tags": { tags: [...commonTags] },
  "list, two common tags, two statuses, by priority": {
    tags: [...commonTags],
    status: ["Closed", "Review"],
    sortBy: "priority",
  },
  "list, a tag and a type, the oldest first": {
    tags: commonTags.slice(0, 1),
    type: "decision",
    sortBy: "created",
    sortOrder: "asc",
  },
  "list, a page far down": { offset: 90_000 },
};

const tasks: readonly Task[] = [
  { what: "search, a word of one item", limit: 5, run: (call) => call("search_items", { query: rareWord }) },
  {
    what: "search, a word of nearly all",
    limit: 400,
    run: (call) => call("search_items", { query: commonWord }),
  },
  {
    what: "search, a digit and a common character",
    limit: 400,
    run: (call) => call("search_items", { query: "3の" }),
  },
  {
    what: "search, the beginning of common words",
    limit: 400,
    run: (call) => call("search_items", { query: "re" }),
  },
  {
    what: "search, the beginning of a thousand words",
    limit: 400,
    run: (call) => call("search_items", { query: "12" }),
  },
  { what: "search, a sign", limit: 400, run: (call) => call("search_items", { query: "→" }) },
  {
    what: "search, without a common character",
    limit: 400,
    run: (call) => call("search_items", { query: "-の" }),
  },
  {
    what: "create, 4 KB",
    limit: 5,
    run: (call, round) =>
      call("create_item", { type: "bench", title: `new ${round}`, content, tags: ["bench"] }),
  },
  ...Object.entries(lists).map(([what, args]) => ({
    what,
    limit: 50,
    run: (call: Call) => call("list_items", args),
  })),
  { what: "statistics", limit: 50, run: (call) => call("get_stats", {}) },
  { what: "statistics by type", limit: 50, run: (call) => call("get_type_stats", {}) },
  {
    what: "walk of depth 3",
    limit: 10,
    run: (call, round) => call("get_related_items", { id: 40_000 + round, depth: 3 }),
  },
];

async function measure(where: string, call: Call): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const { what, limit, run } of tasks) {
    const times: number[] = [];
    for (let round = 0; round < rounds + 2; round++) {
      const started = performance.now();
      await run(call, round);
      if (round >= 2) times.push(performance.now() - started);
    }
    rows.push(atMost(`${what}, ${where}`, median(times), { limit, unit: "ms" }));
  }
  return rows;
}

async function inside(folder: string): Promise<Measurement[]> {
  const base = await KnowledgeBase.open({ folder });
  const page = { limit: 20, offset: 0 };
  const order = { sortBy: "updated", sortOrder: "desc" } as const;
  const list = new Map<unknown, Partial<ListOptions>>(Object.values(lists).map((args) => [args, args]));
  try {
    return await measure("inside", (name, args) => {
      switch (name) {
        case "search_items":
          return base.searchItems({ query: String(args["query"]), ...page });
        case "create_item":
          return base.createItem({ type: "bench", title: String(args["title"]), content, tags: ["bench"] });
        case "list_items":
          return base.listItems({ ...page, ...order, ...list.get(args) });
        case "get_stats":
          return base.stats();
        case "get_type_stats":
          return base.typeStats();
        default:
          return base.relatedItems({ id: Number(args["id"]), depth: 3, types: undefined });
      }
    });
  } finally {
    base.close();
  }
}

async function through(folder: string): Promise<Measurement[]> {
  await using kb = await startKnowledge({ folder, program: "compiled" });
  return await measure("through a client", async (name, args) => {
    // Not what the tests check besides.
    const { isError, text } = await kb.connection.call(name, args);
    if (isError) throw new Error(text);
  });
}

/** From the start of the process to the answer to `initialize`, with a small base and with this one. */
async function starts(folder: string): Promise<Measurement[]> {
  const small = await Deno.makeTempDir();
  const times: { large: number[]; small: number[] } = { large: [], small: [] };
  for (let round = 0; round < rounds; round++) {
    times.small.push(await startOnce(small));
    times.large.push(await startOnce(folder));
  }
  await Deno.remove(small, { recursive: true });
  const shown = `${median(times.small).toFixed(0)} / ${median(times.large).toFixed(0)} ms`;
  return [{ what: "start → `initialize`, empty base / this one", value: shown }];
}

async function startOnce(folder: string): Promise<number> {
  const args = ["--toolsets", "all", "--knowledge-dir", folder, "--jupyter-url", "http://127.0.0.1:9/"];
  const transport = new StdioTransport(programOf({ program: "compiled", args }));
  const answered = new Promise<void>((resolve) => transport.onmessage = () => resolve());
  const started = performance.now();
  await transport.start();
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "0" },
  };
  await transport.send({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  await answered;
  const elapsed = performance.now() - started;
  await transport.close();
  return elapsed;
}

async function isFilled(folder: string): Promise<boolean> {
  return await Deno.stat(join(folder, "knowledge.db")).then(() => true, () => false);
}

if (import.meta.main) {
  const { values } = parseArgs({
    args: Deno.args,
    options: { items: { type: "string", default: "100000" }, folder: { type: "string" } },
  });
  const folder = values.folder ?? await Deno.makeTempDir();
  await Deno.mkdir(folder, { recursive: true });
  if (!await isFilled(folder)) {
    say(`filling a base with ${values.items} items`);
    const started = performance.now();
    await fillBase(folder, Number(values.items));
    say(`filled in ${duration(performance.now() - started)}`);
  }
  say("compiling");
  await compile();
  say(`\n${table([...await inside(folder), ...await through(folder), ...await starts(folder)])}`);
  if (values.folder === undefined) await Deno.remove(folder, { recursive: true });
}
