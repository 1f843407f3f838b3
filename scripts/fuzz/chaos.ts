/**
 * Random calls, cancels and faults of the network, repeated by a seed: whatever happens, no call ends as `internal`, nothing
 * is unhandled, and the program answers as ever when the network is well again.
 */

import { delay } from "../../src/base/async.ts";
import { connect, type StdioConnection } from "../../tests/harness/client.ts";
import type { JupyterServer } from "../../tests/harness/jupyter.ts";
import { code, putCells } from "../../tests/harness/notebook.ts";
import type { ProgramKind } from "../../tests/harness/program.ts";
import { type Proxy, startProxy } from "../../tests/harness/proxy.ts";
import { openSession } from "../../tests/harness/session.ts";
import { Random } from "./random.ts";

export interface ChaosOptions {
  readonly program: ProgramKind;
  readonly jupyter: JupyterServer;
  readonly seed: number;
  readonly seconds: number;
}

export interface ChaosReport {
  readonly calls: number;
  readonly faults: number;
  /** Answers by their error code; `ok` for results. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** What must not be: each is a failure. */
  readonly failures: readonly string[];
}

const callers = 6;
/** Milliseconds in which every call is answered, whatever the network does. */
const answerLimit = 180_000;

const snippets = [
  "print('x' * 2000)",
  "import time\nfor i in range(20):\n  print(i, flush=True)\n  time.sleep(0.05)",
  "raise ValueError('no')",
  "import time; time.sleep(1)",
  "x = list(range(1000)); x",
  "import sys; sys.stdout.write('y' * 300_000)",
  "input('who? ')",
];

type Call = readonly [tool: string, args: Record<string, unknown>];

export async function chaos({ program, jupyter, seed, seconds }: ChaosOptions): Promise<ChaosReport> {
  await using proxy = startProxy(jupyter);
  await using connection = await connect({ program, jupyter: proxy.server });
  const paths = await Promise.all(
    [0, 1, 2].map(() =>
      putCells(jupyter, [
        code("a", "print('a', flush=True)\nimport time; time.sleep(0.3)"),
        code("b", "1 / 0"),
      ])
    ),
  );
  for (const notebook_path of paths) await openSession(connection, { notebook_path });
  const outcomes = new Map<string, number>();
  const failures: string[] = [];
  const deadline = performance.now() + seconds * 1_000;
  const isOver = () => performance.now() > deadline;
  let calls = 0;
  const caller = async (number: number) => {
    const random = new Random(seed * 1_000 + number);
    for (; !isOver(); calls++) {
      const outcome = await callOnce(connection, nextCall(random, paths), random);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  const [faults] = await Promise.all([
    harm(proxy, new Random(seed), isOver),
    ...Array.from({ length: callers }, (_, number) => caller(number)),
  ]);
  for (const name of ["internal", "unanswered"]) {
    if (outcomes.has(name)) failures.push(`${outcomes.get(name)} calls ended as ${name}`);
  }
  failures.push(...await afterwards(connection));
  return { calls, faults, outcomes, failures };
}

async function callOnce(connection: StdioConnection, [tool, args]: Call, random: Random): Promise<string> {
  const aborter = new AbortController();
  const isCancelled = random.chance(0.25);
  const timer = isCancelled ? setTimeout(() => aborter.abort("enough"), random.below(800)) : undefined;
  try {
    const options = { signal: aborter.signal, timeout: answerLimit };
    const { json, isError } = await connection.call(tool, args, options);
    return isError ? String(json["error"]) : "ok";
  } catch {
    return aborter.signal.aborted ? "cancelled" : "unanswered";
  } finally {
    clearTimeout(timer);
  }
}

function nextCall(random: Random, paths: readonly string[]): Call {
  const notebook_path = random.pick(paths);
  const snippet = random.pick(snippets);
  const timing = {
    timeout: 0.2 + 3 * random.next(),
    on_timeout: random.chance(0.4) ? "continue" : "interrupt",
  };
  const run: Call = ["execute_code", { session_id: notebook_path, code: snippet, ...timing }];
  const all: readonly Call[] = [
    run,
    run,
    run,
    ["notebook_execute_cell", { notebook_path, cell: "all", ...timing }],
    ["notebook_execute_cell", { notebook_path, cell: "a", ...timing }],
    ["notebook_get", { notebook_path }],
    ["notebook_add_cell", { notebook_path, source: snippet, cell_type: "code" }],
    ["notebook_search", { query: "print" }],
    ["notebook_list", {}],
    ["session_list", {}],
    ["session_create", { notebook_path }],
    ["get_variables", { session_id: notebook_path }],
    ["execution_list", {}],
    ["kernel_interrupt", { session_id: notebook_path }],
    ["kernel_list", {}],
    ["file_list", {}],
    ...(random.chance(0.2) ? [["kernel_restart", { session_id: notebook_path }] as const] : []),
  ];
  return random.pick(all);
}

/** Does to the network what networks do, one thing after the other; leaves it well. */
async function harm(proxy: Proxy, random: Random, isOver: () => boolean): Promise<number> {
  let faults = 0;
  for (; !isOver(); faults++) {
    await delay(300 + random.below(1_500));
    const length = random.chance(0.15) ? 6_000 : 50 + random.below(1_500);
    const faultKinds = [
      () => proxy.cut(),
      () => proxy.halfOpen(),
      () => {
        proxy.refuse(true);
        proxy.cut();
      },
      () => proxy.stall(true),
      () => proxy.drop("to_client"),
      () => proxy.trickle(20_000),
    ];
    random.pick(faultKinds)();
    await delay(length);
    proxy.refuse(false);
    proxy.stall(false);
    proxy.drop(undefined);
    proxy.trickle(undefined);
  }
  // What was dropped leaves connections that never say anything again.
  proxy.cut();
  return faults;
}

/** What is wrong with the program now that all is well; ends what it has started. */
async function afterwards(connection: StdioConnection): Promise<string[]> {
  const failures: string[] = [];
  const options = { timeout: answerLimit };
  try {
    const created = await connection.call("session_create", {}, options);
    const session_id = created.string("session_id");
    const run = await connection.call("execute_code", { session_id, code: "6 * 7", timeout: 60 }, options);
    if (run.at("result") !== "42") failures.push(`a healthy call is answered with ${run.text.slice(0, 500)}`);
    const { sessions } = (await connection.call("session_list", {}, options)).json;
    for (const one of Array.isArray(sessions) ? sessions : []) {
      if (one.ours === true) await connection.call("session_delete", { session_id: one.session_id }, options);
    }
  } catch (error) {
    failures.push(`a healthy call fails: ${error}`);
  }
  const bugs = connection.stderr().split("\n").filter((line) =>
    /internal error|unhandled|crashed/.test(line)
  );
  return [...failures, ...bugs];
}
