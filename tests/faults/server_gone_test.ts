/** A Jupyter that is not there, does not answer, or comes back as a new process. */

import assert from "node:assert/strict";
import { connect } from "../harness/client.ts";
import type { Connection } from "../harness/client.ts";
import { Gate } from "../harness/gate.ts";
import { freePort, startJupyter } from "../harness/jupyter.ts";
import { code, putCells } from "../harness/notebook.ts";
import { startProxy } from "../harness/proxy.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";

/** Calls every tool that needs Jupyter at the same time. */
async function allUnreachable(
  connection: Connection,
  options: { url: string; session_id: string },
): Promise<void> {
  const { url, session_id } = options;
  const calls: Record<string, Record<string, unknown>> = {
    session_create: {},
    session_list: {},
    session_connect: { session_id },
    session_delete: { session_id },
    kernel_list: {},
    kernel_interrupt: { session_id },
    kernel_restart: { session_id },
    execute_code: { session_id, code: "1" },
    execution_list: { session_id },
  };
  await Promise.all(
    Object.entries(calls).map(async ([tool, args]) => {
      const { isError, json, text } = await connection.call(tool, args);
      assert.equal(isError, true, tool);
      assert.equal(json["error"], "jupyter_unreachable", `${tool}: ${text}`);
      assert.ok(String(json["message"]).includes(url), `${tool}: ${text}`);
    }),
  );
}

Deno.test("a Jupyter that ends and comes back", async (t) => {
  const port = freePort();
  const token = crypto.randomUUID();
  const start = () => startJupyter({ environment: "plain", port, token });
  const first = await start();
  await using connection = await connect({ jupyter: first });
  const session = await openSession(connection);
  await session.run("x = 1");
  const begun = await session.handOver("import time\nprint('begun', flush=True)\ntime.sleep(300)", "begun\n");
  await first.stop();

  await t.step("gone: every tool says so, with the address, within ten seconds", async () => {
    await allUnreachable(connection, { url: first.url, session_id: session.id });
  });

  await using second = await start();
  assert.equal(second.url, first.url);

  await t.step("back: works again without a restart of this program", async () => {
    await using fresh = await openSession(connection);
    assert.equal((await fresh.run("6 * 7")).at("result"), "42");
  });

  await t.step("old sessions are reported as gone", async () => {
    const result = await session.run("x");
    assert.equal(result.at("error"), "session_not_found", result.text);
    assert.match(result.string("message"), /gone.*Jupyter was restarted/);
  });

  await t.step("a run that was in progress ends with its output", async () => {
    const execution_id = begun.string("execution_id");
    const ended = await connection.call("execution_get", { execution_id, wait: 60 });
    assert.equal(ended.at("status"), "kernel_died", ended.text);
    assert.equal(ended.at("stdout"), "begun\n");
  });
});

Deno.test("a Jupyter that accepts connections and says nothing", async (t) => {
  await using proxy = startProxy(sharedJupyter("collaboration"));
  await using connection = await connect({ jupyter: proxy.server });
  proxy.stall(true);

  await t.step("every tool says so, with the address, within ten seconds", async () => {
    await allUnreachable(connection, { url: proxy.server.url, session_id: crypto.randomUUID() });
  });

  await t.step("and works again when it answers", async () => {
    proxy.stall(false);
    await using session = await openSession(connection);
    assert.equal((await session.run("6 * 7")).at("result"), "42");
  });
});

Deno.test("a Jupyter that goes away tells who waits for a run, and what waits in line never runs", async () => {
  await using proxy = startProxy(sharedJupyter("collaboration"));
  await using connection = await connect({ jupyter: proxy.server });
  await using session = await openSession(connection);
  const begun = Promise.withResolvers<void>();
  const first = session.run("import time\nprint('begun', flush=True)\ntime.sleep(300)", { timeout: 400 }, {
    onProgress: ({ message = "" }) => message.includes("begun") && begun.resolve(),
  });
  await begun.promise;
  const second = session.run("second_ran = True", { timeout: 400 });
  // Answers come in order where nothing is waited for: the second run is in line.
  await connection.call("execution_list");
  proxy.refuse(true);
  proxy.cut();
  for (const [running, status] of [[first, "running"], [second, "interrupted"]] as const) {
    const { json, text } = await running;
    assert.equal(json["error"], "jupyter_unreachable", text);
    assert.equal(json["status"], status, text);
  }
  proxy.refuse(false);
  await connection.call("kernel_interrupt", { session_id: session.id });
  assert.equal((await session.run("'second_ran' in globals()", { timeout: 60 })).at("result"), "False");
});

Deno.test("a Jupyter that goes away tells which cells of a call were not run", async () => {
  const jupyter = sharedJupyter("plain");
  await using proxy = startProxy(jupyter);
  await using connection = await connect({ jupyter: proxy.server });
  await using gate = new Gate(jupyter);
  const path = await putCells(jupyter, [code("a", gate.wait), code("b", "1"), code("c", "2")]);
  const begun = Promise.withResolvers<void>();
  const running = connection.call(
    "notebook_execute_cell",
    { notebook_path: path, cell: "all", timeout: 300 },
    { onProgress: () => begun.resolve() },
  );
  await begun.promise;
  proxy.refuse(true);
  proxy.cut();
  const { json, text } = await running;
  assert.equal(json["error"], "jupyter_unreachable", text);
  assert.deepEqual(json["not_run"], ["b", "c"], text);
  proxy.refuse(false);
  await gate.open();
  const { json: later } = await connection.call("execution_get", {
    execution_id: json["execution_id"],
    wait: 60,
  });
  assert.match(JSON.stringify(later["notes"]), /not run: b, c/);
});

Deno.test("a Jupyter that is not there when the program starts is found when it is", async () => {
  await using proxy = startProxy(sharedJupyter("collaboration"));
  proxy.refuse(true);
  await using connection = await connect({ jupyter: proxy.server });
  const absent = await connection.call("session_list");
  assert.equal(absent.at("error"), "jupyter_unreachable");
  assert.match(absent.string("message"), /connection refused/);
  proxy.refuse(false);
  const there = await connection.call("session_list");
  assert.equal(there.isError, false, there.text);
});
