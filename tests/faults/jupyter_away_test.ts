/**
 * A Jupyter that is cut off, paused or killed while runs are written into notebooks: the program lives on, the runs go on,
 * and their outputs are in the notebook when Jupyter is back, or the cell says what became of them.
 */

import assert from "node:assert/strict";
import { type CallOptions, connect, type StdioConnection } from "../harness/client.ts";
import { delay } from "../../src/base/async.ts";
import { eventually } from "../harness/eventually.ts";
import { Gate } from "../harness/gate.ts";
import { handOverCells } from "../harness/hand_over_cells.ts";
import { KernelClient } from "../harness/kernel_client.ts";
import { freePort, type JupyterServer, startJupyter } from "../harness/jupyter.ts";
import { code, onDisk, printed, putCells } from "../harness/notebook.ts";
import { type Proxy, startProxy } from "../harness/proxy.ts";
import { jupyterFetch } from "../harness/rest.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";

const environments = ["plain", "collaboration"] as const;

/** No promise was without an owner, and a call is answered as ever. */
async function isHealthy(connection: StdioConnection): Promise<void> {
  await using session = await openSession(connection);
  assert.equal((await session.run("6 * 7", { timeout: 60 })).at("result"), "42");
  assert.doesNotMatch(connection.stderr(), /unhandled|internal error|crashed/);
}

type Fault = (proxy: Proxy) => Promise<void>;

/** No connection for so long. */
const cut = (milliseconds: number): Fault => async (proxy) => {
  proxy.refuse(true);
  proxy.cut();
  await delay(milliseconds);
  proxy.refuse(false);
};

/** Connections stay, and nothing comes. */
const pause = (milliseconds: number): Fault => async (proxy) => {
  proxy.stall(true);
  await delay(milliseconds);
  proxy.stall(false);
};

interface Case {
  readonly jupyter: JupyterServer;
  readonly connection: StdioConnection;
  /** Does the harm, and resolves when it is over. */
  readonly harm: () => Promise<void>;
}

/** Code that says something, waits until Jupyter has been away, and goes on to say more. */
const twice = (gate: Gate) => `print('before', flush=True)\n${gate.wait}\nprint('after')`;

async function isWritten(jupyter: JupyterServer, path: string, count: number): Promise<void> {
  await eventually(async () => {
    const { cells } = await onDisk(jupyter, path);
    return cells.filter((cell) => cell["execution_count"] !== null && isTold(printed(cell))).length === count;
  }, { what: `${count} cells of "${path}" are written` });
}

/** What was said during a cut may be lost on its way to us; of the rest nothing may be missing. */
function isTold(text: string): boolean {
  return text.includes("before\n") && (text.includes("after\n") || text.includes("[…"));
}

const kinds: Record<string, (options: Case) => Promise<void>> = {
  "a recorded run": async ({ jupyter, connection, harm }) => {
    await using gate = new Gate(jupyter);
    const path = await putCells(jupyter, []);
    await using session = await openSession(connection, { notebook_path: path });
    const begun = Promise.withResolvers<void>();
    const running = session.run(twice(gate), { timeout: 120 }, {
      onProgress: ({ message = "" }) => message.includes("before") && begun.resolve(),
    });
    await begun.promise;
    await harm();
    await gate.open();
    const answer = await running;
    // Where Jupyter was away for long the caller has been told, and the run goes on.
    if (answer.at("error") !== "jupyter_unreachable") assert.equal(answer.at("recorded"), true, answer.text);
    await isWritten(jupyter, path, 1);
  },
  "a background run": async ({ jupyter, connection, harm }) => {
    await using gate = new Gate(jupyter);
    const path = await putCells(jupyter, []);
    await using session = await openSession(connection, { notebook_path: path });
    await session.handOver(twice(gate), "before\n");
    await harm();
    await gate.open();
    await isWritten(jupyter, path, 1);
  },
  "a batch of cells": async ({ jupyter, connection, harm }) => {
    await using gate = new Gate(jupyter);
    const path = await putCells(jupyter, [code("a", twice(gate)), code("b", "print('before\\nafter')")]);
    await using _session = await openSession(connection, { notebook_path: path });
    await handOverCells(connection, path, { text: "before\n" });
    await harm();
    await gate.open();
    await isWritten(jupyter, path, 2);
  },
};

const cases: readonly (readonly [fault: string, Fault, kind: string])[] = [
  ["a cut of 50 ms", cut(50), "a recorded run"],
  ["a cut of 50 ms", cut(50), "a background run"],
  ["a cut of 3 s", cut(3_000), "a batch of cells"],
  ["a cut of 3 s", cut(3_000), "a recorded run"],
  ["a cut of 12 s", cut(12_000), "a background run"],
  ["a pause of 12 s", pause(12_000), "a recorded run"],
  ["a pause of 12 s", pause(12_000), "a batch of cells"],
];

type StartRun = (connection: StdioConnection, path: string, options: CallOptions) => Promise<unknown>;

const endless = "import time\nprint('before', flush=True)\nwhile True: time.sleep(0.1)";

/** Runs that their caller waits for. */
const awaited: Record<string, StartRun> = {
  "a recorded run": (connection, session_id, options) =>
    connection.call("execute_code", { session_id, code: endless, record: true, timeout: 100 }, options),
  "a cell": (connection, notebook_path, options) =>
    connection.call(
      "notebook_add_cell",
      { notebook_path, source: endless, execute: true, timeout: 100 },
      options,
    ),
};

for (const environment of environments) {
  Deno.test(`a ${environment} Jupyter that is away for a while takes nothing from a run`, async (t) => {
    const jupyter = sharedJupyter(environment);
    await Promise.all(cases.map(async ([fault, harm, kind]) => {
      await t.step({
        name: `${kind}, ${fault}`,
        // They do not disturb each other, and each of them waits most of its time.
        sanitizeOps: false,
        sanitizeResources: false,
        sanitizeExit: false,
        async fn() {
          await using proxy = startProxy(jupyter);
          await using connection = await connect({ jupyter: proxy.server });
          await kinds[kind]?.({ jupyter, connection, harm: () => harm(proxy) });
          await isHealthy(connection);
        },
      });
    }));
  });

  Deno.test(`a ${environment} Jupyter that is killed under a recorded run ends the run, which its cell says`, async () => {
    const [port, token] = [freePort(), crypto.randomUUID()];
    await using root = await temporaryRoot();
    const start = () => startJupyter({ environment, port, token, root: root.path });
    const first = await start();
    await using connection = await connect({ jupyter: first });
    const path = await putCells(first, [
      code("a", "import time\nprint('before', flush=True)\ntime.sleep(600)"),
    ]);
    await openSession(connection, { notebook_path: path });
    await handOverCells(connection, path, { text: "before\n" });
    Deno.kill(first.pid, "SIGKILL");
    await first.stop();
    await using second = await start();
    await eventually(async () => {
      const cell = (await onDisk(second, path)).cells.find(({ id }) => id === "a");
      return cell?.outputs?.some(({ output_type }) => output_type === "error") &&
        printed(cell) === "before\n";
    }, { what: "the cell says that its kernel is gone", limit: 60_000 });
    await isHealthy(connection);
  });
}

Deno.test("a recorded run whose Jupyter is killed and whose client leaves at once is in the notebook when Jupyter is back", async () => {
  const [port, token] = [freePort(), crypto.randomUUID()];
  await using root = await temporaryRoot();
  const start = () => startJupyter({ environment: "collaboration", port, token, root: root.path });
  const first = await start();
  await using connection = await connect({ jupyter: first });
  const path = await putCells(first, [code("a", "1")]);
  const session = await openSession(connection, { notebook_path: path });
  const begun = Promise.withResolvers<void>();
  const source = "import time\nprint('before', flush=True)\ntime.sleep(600)";
  session.run(source, { timeout: 60 }, {
    onProgress: ({ message = "" }) => message.includes("before") && begun.resolve(),
  }).catch(() => "the client does not wait for the answer");
  await begun.promise;
  Deno.kill(first.pid, "SIGKILL");
  await connection.client.close();
  await first.stop();
  const { cells } = await onDisk(first, path);
  assert.deepEqual(cells.map(({ id }) => id), ["a"], "Jupyter was killed before it saved the cell");
  await using second = await start();
  await eventually(async () => {
    const [, cell] = (await onDisk(second, path)).cells;
    return cell?.source === source && printed(cell).startsWith("before\n");
  }, { what: "the cell is in the notebook", limit: 60_000 });
});

/** A background run whose shared document is cut off, while all else of Jupyter can be reached. */
async function cutOffDocument(): Promise<CutOffRun> {
  const stack = new AsyncDisposableStack();
  const jupyter = sharedJupyter("collaboration");
  const proxy = stack.use(startProxy(jupyter));
  const connection = stack.use(await connect({ jupyter: proxy.server }));
  const gate = stack.use(new Gate(jupyter));
  const path = await putCells(jupyter, []);
  const session = await openSession(connection, { notebook_path: path });
  const execution = await session.handOver(twice(gate), "before\n");
  const rooms = /^PUT \S*\/api\/collaboration\/session\/|\/api\/collaboration\/room\//;
  proxy.answer({ status: 502, to: rooms, times: Infinity });
  const before = proxy.requests.length;
  proxy.cut();
  await eventually(() => proxy.requests.slice(before).some((line) => rooms.test(line)), {
    what: "the program tries to return to the document",
  });
  return {
    connection,
    gate,
    path,
    execution_id: execution.string("execution_id"),
    async comesBack() {
      proxy.answerNothing();
      await isWritten(jupyter, path, 1);
      await jupyterFetch(jupyter, `api/sessions/${session.id}`, { method: "DELETE" });
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

interface CutOffRun extends AsyncDisposable {
  readonly connection: StdioConnection;
  readonly gate: Gate;
  readonly path: string;
  readonly execution_id: string;
  /** The document can be reached again, and the run comes to be written into it. */
  readonly comesBack: () => Promise<void>;
}

Deno.test("a call that finds a shared document cut off takes nothing from a run that writes into it", async () => {
  await using run = await cutOffDocument();
  const call = await run.connection.call("notebook_get", { notebook_path: run.path });
  assert.ok(call.isError, call.text);
  await run.gate.open();
  await run.comesBack();
});

Deno.test("a client that leaves after a run whose shared document is cut off takes nothing from it", async () => {
  await using run = await cutOffDocument();
  await run.gate.open();
  const { connection, execution_id } = run;
  await eventually(
    async () => (await connection.call("execution_get", { execution_id })).at("status") !== "running",
    {
      what: "the run ends",
    },
  );
  await connection.client.close();
  await run.comesBack();
});

/** How a client leaves; resolves when the program has ended. */
const departures: Record<string, (connection: StdioConnection) => Promise<unknown>> = {
  "that closes stdin": (connection) => connection.client.close(),
  "that sends SIGTERM": (connection) => {
    connection.kill("SIGTERM");
    return connection.status;
  },
};

for (const environment of environments) {
  Deno.test(`a client that leaves while a ${environment} Jupyter is away leaves no cell without an end`, async (t) => {
    const jupyter = sharedJupyter(environment);
    const cases = Object.entries(awaited).flatMap(([kind, start]) =>
      Object.entries(departures).map(([how, leave]) => ({
        name: `${kind}, and a client ${how}`,
        start,
        leave,
      }))
    );
    await Promise.all(cases.map(({ name, start, leave }) =>
      t.step({
        name,
        // They do not disturb each other, and each of them waits most of its time.
        sanitizeOps: false,
        sanitizeResources: false,
        sanitizeExit: false,
        fn: () => endsInItsCell(jupyter, start, leave),
      })
    ));
  });
}

async function endsInItsCell(
  jupyter: JupyterServer,
  start: StartRun,
  leave: (connection: StdioConnection) => Promise<unknown>,
): Promise<void> {
  const path = await putCells(jupyter, []);
  await using proxy = startProxy(jupyter);
  await using connection = await connect({ jupyter: proxy.server });
  const { id } = await openSession(connection, { notebook_path: path });
  const begun = Promise.withResolvers<void>();
  const onProgress = ({ message = "" }) => message.includes("before") && begun.resolve();
  start(connection, path, { onProgress }).catch(() => "the client does not wait for the answer");
  await begun.promise;
  proxy.stall(true);
  // It does not wait for Jupyter to be back.
  await leave(connection);
  proxy.stall(false);
  await eventually(async () => {
    const cell = (await onDisk(jupyter, path)).cells[0];
    const isEnded = cell?.outputs?.some(({ output_type, name }) =>
      output_type === "error" || name === "stderr"
    );
    return isEnded && cell?.execution_count === 1 && printed(cell).startsWith("before\n");
  }, { what: "the cell says how its run ended" });
  await jupyterFetch(jupyter, `api/sessions/${id}`, { method: "DELETE" });
}

/** What happens meanwhile: nothing, or another client gets what Jupyter has kept for us. */
const meanwhile: Record<string, (jupyter: JupyterServer, kernelId: string) => Promise<unknown>> = {
  "and nobody else comes": () => Promise.resolve(),
  "and another client takes what was kept": async (jupyter, kernelId) => {
    await using _other = await KernelClient.open(jupyter, kernelId);
  },
};

for (const environment of environments) {
  Deno.test(`a client that leaves when a ${environment} Jupyter is back takes no line from a background run without a word`, async (t) => {
    const jupyter = sharedJupyter(environment);
    await Promise.all(
      Object.entries(meanwhile).map(([what, happen]) =>
        t.step({
          name: `a cut of 3 s, ${what}`,
          sanitizeOps: false,
          sanitizeResources: false,
          sanitizeExit: false,
          async fn() {
            await using proxy = startProxy(jupyter);
            await using connection = await connect({ jupyter: proxy.server });
            await using begin = new Gate(jupyter);
            await using isPrinted = new Gate(jupyter);
            await using end = new Gate(jupyter);
            const path = await putCells(jupyter, []);
            const { id, kernelId } = await openSession(connection, { notebook_path: path });
            await connection.call("execute_code", {
              session_id: id,
              code: `print('before', flush=True)\n${begin.wait}\nprint('meanwhile', flush=True)\n` +
                `${isPrinted.opening}\n${end.wait}\nprint('after')`,
              timeout: 1,
              on_timeout: "continue",
            });
            // By its end the program waits between two attempts to return.
            const away = cut(3_000)(proxy);
            await begin.open();
            await isPrinted.opened();
            await happen(jupyter, kernelId);
            await away;
            await connection.client.close();
            await end.open();
            await isWritten(jupyter, path, 1);
            const [cell] = (await onDisk(jupyter, path)).cells;
            const text = printed(cell);
            assert.ok(
              text.includes("meanwhile\n") || /output may be missing|ConnectionLost/.test(text),
              text,
            );
            await jupyterFetch(jupyter, `api/sessions/${id}`, { method: "DELETE" });
          },
        })
      ),
    );
  });

  Deno.test(`a run that a call has left running because a ${environment} Jupyter was away is recorded to its end`, async () => {
    const jupyter = sharedJupyter(environment);
    await using proxy = startProxy(jupyter);
    await using connection = await connect({ jupyter: proxy.server });
    await using gate = new Gate(jupyter);
    const path = await putCells(jupyter, []);
    const { id } = await openSession(connection, { notebook_path: path });
    const begun = Promise.withResolvers<void>();
    const running = connection.call("execute_code", {
      session_id: id,
      code: twice(gate),
      timeout: 100,
    }, { onProgress: ({ message = "" }) => message.includes("before") && begun.resolve() });
    await begun.promise;
    proxy.refuse(true);
    proxy.cut();
    const answer = await running;
    assert.deepEqual([answer.at("error"), answer.at("status")], ["jupyter_unreachable", "running"]);
    proxy.refuse(false);
    await connection.client.close();
    await gate.open();
    await isWritten(jupyter, path, 1);
    const [cell] = (await onDisk(jupyter, path)).cells;
    assert.match(printed(cell), /^before\n[^]*after\n$/);
    await jupyterFetch(jupyter, `api/sessions/${id}`, { method: "DELETE" });
  });
}

async function temporaryRoot(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await Deno.makeTempDir();
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}
