/** One kernel, several clients at once: copies of our program, and a person's JupyterLab. */

import assert from "node:assert/strict";
import { connect } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { Gate } from "../harness/gate.ts";
import { KernelClient, printed } from "../harness/kernel_client.ts";
import { jupyterJson } from "../harness/rest.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";
import type { ToolResult } from "../harness/tool_result.ts";

const jupyter = sharedJupyter("collaboration");
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Resolves when a client has seen this printed. */
function sees(client: KernelClient, text: string): Promise<true> {
  const look = () => printed(client.messages).includes(text);
  return eventually(look, { what: `the other client prints ${JSON.stringify(text)}` });
}

Deno.test("two copies of the program on one kernel, forty calls in flight", async (t) => {
  await using first = await connect({ jupyter });
  await using second = await connect({ jupyter });
  await using session = await openSession(first);
  await session.run("order = []");
  await second.call("session_connect", { session_id: session.id });
  const call = (connection: typeof first, name: string, n: number) =>
    connection.call("execute_code", {
      session_id: session.id,
      code: `order.append('${name}')\nfor part in range(5): print('${name}', ${n}, part, flush=True)`,
      timeout: 60,
    });
  const all = await Promise.all(numbers(20).flatMap((n) => [call(first, "a", n), call(second, "b", n)]));

  await t.step("each call gets exactly its own output, in order", () => {
    for (const [index, result] of all.entries()) {
      const name = index % 2 === 0 ? "a" : "b";
      const expected = numbers(5).map((part) => `${name} ${Math.floor(index / 2)} ${part}\n`).join("");
      assert.equal(result.at("stdout"), expected, result.text);
    }
  });

  await t.step("neither copy waits for the other to be through", async () => {
    const order = (await session.run("print(''.join(order))")).string("stdout").trim();
    assert.equal(order.length, 40);
    const [head = "", tail = ""] = [order.slice(0, 20), order.slice(20)];
    for (const half of [head, tail]) assert.match(half, /a.*b|b.*a/, order);
  });
});

Deno.test("a person who has queued ten cells", async (t) => {
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  await using person = await KernelClient.open(jupyter, session.kernelId);

  await t.step("is not disturbed by one of our runs that fails before them", async () => {
    await using gate = new Gate(jupyter);
    const ours = session.run(`print('ours', flush=True)\n${gate.wait}\n1 / 0`);
    await sees(person, "ours\n");
    const queued = numbers(10).map((n) => person.execute(`print('cell', ${n})`));
    await gate.open();
    const cells = await Promise.all(queued);
    assert.deepEqual(cells.map(({ reply }) => reply["status"]), numbers(10).map(() => "ok"));
    assert.deepEqual(cells.map(({ iopub }) => printed(iopub)), numbers(10).map((n) => `cell ${n}\n`));
    assert.equal((await ours).at("error_type"), "ZeroDivisionError");
  });

  await t.step(
    "keeps Jupyter's own rule for their failures, and our run is not dropped by it",
    async () => {
      const code = (n: number) =>
        `import time\ntime.sleep(0.1)\nprint('cell', ${n})${n === 8 ? "\n1 / 0" : ""}`;
      const cells = numbers(10).map((n) => person.execute(code(n)));
      await sees(person, "cell 0\n");
      const ours = await session.run("print('ours')\nundefined_name", { timeout: 60 });
      assert.equal(ours.at("status"), "error", ours.text);
      assert.equal(ours.at("stdout"), "ours\n");
      assert.equal(ours.at("error_type"), "NameError");
      const states = (await Promise.all(cells)).map(({ reply }) => reply["status"]);
      assert.deepEqual(states, [...numbers(8).map(() => "ok"), "error", "aborted"]);
    },
  );
});

Deno.test("one of our runs that waits behind a person's cell", async (t) => {
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  await using person = await KernelClient.open(jupyter, session.kernelId);
  /** A cell of theirs, which has begun and goes on until the test lets it end. */
  const begin = async (name: string) => {
    const gate = new Gate(jupyter);
    const theirs = person.execute(`print('${name} begins', flush=True)\n${gate.wait}\nprint('${name} ends')`);
    await sees(person, `${name} begins\n`);
    const ranWhole = async () => {
      await gate[Symbol.asyncDispose]();
      const executed = await theirs;
      assert.equal(executed.reply["status"], "ok");
      assert.equal(printed(executed.iopub), `${name} begins\n${name} ends\n`);
    };
    return { gate, ranWhole };
  };

  await t.step("is dropped by a cancel, and never runs", async () => {
    const theirs = await begin("first");
    const aborter = new AbortController();
    const ours = session.run("cancelled_ran = True", { timeout: 60 }, {
      signal: aborter.signal,
      onProgress: () => aborter.abort("no longer wanted"),
    });
    await assert.rejects(ours, /no longer wanted/);
    await theirs.ranWhole();
    assert.equal((await session.run("'cancelled_ran' in globals()")).at("result"), "False");
  });

  await t.step("is dropped at its timeout, which says why, for how long, and what to do", async () => {
    const theirs = await begin("second");
    const ours = await session.run("late_ran = True", { timeout: 1.2 });
    assert.equal(ours.at("error"), "kernel_busy", ours.text);
    assert.match(
      ours.string("message"),
      /within 1\.2 s.*another client's code, which has been running for \d+ s.*nothing of yours was executed/,
    );
    assert.match(ours.string("hint"), /timeout.*on_timeout.*kernel_interrupt/);
    await theirs.ranWhole();
    assert.equal((await session.run("'late_ran' in globals()")).at("result"), "False");
  });

  await t.step("is dropped by kernel_interrupt with its execution_id, and their cell continues", async () => {
    const theirs = await begin("third");
    const ours = await session.run("stopped_ran = True", { timeout: 0.2, on_timeout: "continue" });
    const execution_id = ours.string("execution_id");
    const stopped = await connection.call("kernel_interrupt", { execution_id });
    assert.partialDeepStrictEqual(stopped.json, { interrupted: true, was: "waiting" });
    await theirs.ranWhole();
    assert.equal((await session.run("'stopped_ran' in globals()")).at("result"), "False");
  });

  await t.step(
    "waits on while a third client looks into the kernel, and is dropped by a cancel",
    async () => {
      await using onlooker = await connect({ jupyter });
      const theirs = await begin("looked at");
      const aborter = new AbortController();
      const told: string[] = [];
      const ours = session.run("overtaken_ran = True", { timeout: 60 }, {
        signal: aborter.signal,
        onProgress: ({ message = "" }) => told.push(message) > 1 && aborter.abort("no longer wanted"),
      });
      // Answered in a subshell, which Jupyter takes for the end of the cell.
      const looked = await onlooker.call("get_variables", { session_id: session.id });
      assert.equal(looked.isError, false, looked.text);
      await assert.rejects(ours, /no longer wanted/);
      assert.match(told.at(-1) ?? "", /waiting for the kernel/);
      await theirs.ranWhole();
      assert.equal((await session.run("'overtaken_ran' in globals()")).at("result"), "False");
    },
  );

  await t.step("is dropped by a cancel also while a long row of their cells is in progress", async () => {
    // Longer than a run of ours stands back where others keep coming.
    const cells = numbers(5).map((n) =>
      person.execute(`import time\nprint('row', ${n}, flush=True)\ntime.sleep(2)`)
    );
    await sees(person, "row 0\n");
    const aborter = new AbortController();
    const ours = session.run("row_ran = True", { timeout: 60 }, { signal: aborter.signal });
    const dropped = assert.rejects(ours, /no longer wanted/);
    await sees(person, "row 4\n");
    aborter.abort("no longer wanted");
    await dropped;
    const states = (await Promise.all(cells)).map(({ reply }) => reply["status"]);
    assert.deepEqual(states, numbers(5).map(() => "ok"));
    assert.equal((await session.run("'row_ran' in globals()")).at("result"), "False");
  });

  await t.step("says that it waits, if progress is wanted, and then runs", async () => {
    const theirs = await begin("fourth");
    const told: string[] = [];
    const ours = await session.run("'ours'", { timeout: 60 }, {
      onProgress: ({ message = "" }) => {
        told.push(message);
        void theirs.gate.open();
      },
    });
    assert.equal(ours.at("result"), "'ours'");
    assert.match(told.join("\n"), /waiting for the kernel/);
    await theirs.ranWhole();
  });
});

Deno.test("a kernel that someone else restarts", async (t) => {
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  const restart = () =>
    jupyterJson(jupyter, `api/kernels/${session.kernelId}/restart`, { method: "POST", body: "{}" });
  const saysGone = (result: ToolResult) => {
    assert.equal(result.at("result"), "False", result.text);
    assert.match(JSON.stringify(result.at("notes")), /restarted by somebody else: all variables.* gone/);
  };

  await t.step("while idle: the next answer says that the variables are gone, once", async () => {
    await session.run("x = 1");
    await restart();
    saysGone(await session.run("'x' in globals()"));
    assert.equal((await session.run("1")).at("notes"), undefined);
  });

  await t.step("while our run executes: it ends with its output and says why", async () => {
    await session.run("x = 1");
    const begun = Promise.withResolvers<void>();
    const ours = session.run("import time\nprint('begun', flush=True)\ntime.sleep(60)", { timeout: 90 }, {
      onProgress: ({ message = "" }) => message.includes("begun") && begun.resolve(),
    });
    await begun.promise;
    await restart();
    const ended = await ours;
    assert.equal(ended.at("status"), "kernel_died", ended.text);
    assert.equal(ended.at("stdout"), "begun\n");
    assert.match(JSON.stringify(ended.at("notes")), /restarted by somebody else/);
    saysGone(await session.run("'x' in globals()"));
  });
});

Deno.test("a run that is sent at the same moment as a person's cell, and given up while it is queued", async (t) => {
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  await using person = await KernelClient.open(jupyter, session.kernelId);
  await session.run("done = []");

  /** The last run: its id, and how it stands. */
  const lastRun = async () => {
    const { string } = await connection.call("execution_list", { session_id: session.id, limit: 1 });
    return { id: string("executions.0.execution_id"), status: string("executions.0.status") };
  };

  // Which of the two the kernel takes first is up to chance: what must never happen may happen only now and then.
  for (const round of numbers(8)) {
    await t.step(`does not run, and leaves the person's cells alone, ${round}`, async () => {
      await using begun = new Gate(jupyter);
      await using gate = new Gate(jupyter);
      const aborter = new AbortController();
      const { id } = await lastRun();
      const before = person.execute(`${begun.opening}\n${gate.wait}\nprint('before')`);
      const ours = session.run(`done.append(${round})`, { timeout: 60 }, { signal: aborter.signal })
        .then(() => undefined, () => undefined);
      const behind = person.execute("import time\ntime.sleep(0.2)\nprint('behind')");
      await begun.opened();
      aborter.abort();
      await ours;
      const last = await eventually(async () => {
        const run = await lastRun();
        return run.status !== "running" && run;
      }, { what: "the run is given up or over" });
      // A call that is given up before it is taken makes no run.
      const hasRun = last.id !== id && last.status === "ok";
      await gate.open();
      const cells = await Promise.all([before, behind]);
      assert.deepEqual(cells.map(({ iopub }) => printed(iopub)), ["before\n", "behind\n"]);
      const { iopub } = await person.execute(`print(${round} in done)`);
      assert.equal(printed(iopub), hasRun ? "True\n" : "False\n");
    });
  }
});
