import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../../harness/client.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import type { JupyterServer } from "../../harness/jupyter.ts";
import { code, notebookOf, putFile } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

Deno.test("execution_list", async (t) => {
  await using connection = await connect({ jupyter: sharedJupyter("collaboration") });

  await t.step("is empty at first, without asking Jupyter", async () => {
    assert.deepEqual((await connection.call("execution_list")).json, { executions: [], total: 0 });
  });

  await using first = await openSession(connection);
  await using second = await openSession(connection, { name: "second" });
  await first.run("\n# a comment comes first\n1 / 0");
  await second.run(`x = '${"long".repeat(100)}'\ny = 2`);
  const endless = "import time\nprint('begun', flush=True)\ntime.sleep(60)";
  const running = await second.handOver(endless, "begun\n");

  await t.step("shows all runs, the newest first, with their first line", async () => {
    const { json, at } = await connection.call("execution_list");
    assert.equal(json["total"], 3);
    assert.deepEqual([0, 1, 2].map((n) => at(`executions.${n}.status`)), ["running", "ok", "error"]);
    assert.equal(at("executions.0.execution_id"), running.string("execution_id"));
    assert.equal(at("executions.0.session_id"), second.id);
    assert.equal(at("executions.2.code"), "# a comment comes first");
    assert.equal(String(at("executions.1.code")).length, 120);
    assert.ok(Math.abs(Date.parse(String(at("executions.2.started_at"))) - Date.now()) < 60_000);
    assert.equal(typeof at("executions.2.execution_time_ms"), "number");
  });

  await t.step("shows the runs of one session, and no more than asked for", async () => {
    const ofFirst = await connection.call("execution_list", { session_id: first.id });
    assert.equal(ofFirst.at("total"), 1);
    const one = await connection.call("execution_list", { session_id: "second", limit: 1 });
    assert.equal(one.at("total"), 2);
    assert.equal(one.at("executions.0.status"), "running");
    assert.equal(one.at("executions.1"), undefined);
  });

  await t.step("answers session_not_found for a session that is not there", async () => {
    const { isError, json } = await connection.call("execution_list", { session_id: "nobody" });
    assert.equal(isError, true);
    assert.equal(json["error"], "session_not_found");
  });

  await connection.call("kernel_interrupt", { execution_id: running.string("execution_id") });
});

/** A kernelspec that only this test has, until disposal. */
async function addKernelspec({ root }: JupyterServer, argv: readonly string[]) {
  const name = `slow-${crypto.randomUUID().slice(0, 8)}`;
  const folder = join(root, "..", "data", "kernels", name);
  await Deno.mkdir(folder, { recursive: true });
  const spec = { argv, display_name: name, language: "python" };
  await Deno.writeTextFile(join(folder, "kernel.json"), JSON.stringify(spec));
  return { name, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
}

Deno.test("execution_list tells of a call that was cancelled while its kernel started", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  await using gate = new Gate(jupyter);
  await using started = new Gate(jupyter);
  const wait = `${started.opening}; ${gate.wait}; from ipykernel.kernelapp import main; main()`;
  await using kernelspec = await addKernelspec(jupyter, ["python", "-c", wait, "-f", "{connection_file}"]);
  const { name } = kernelspec;
  const metadata = { kernelspec: { name, display_name: name, language: "python" } };
  const path = await putFile(jupyter, notebookOf([code("a", "1"), code("b", "2")], { metadata }));
  await using _session = {
    [Symbol.asyncDispose]: async () => void await connection.call("session_delete", { session_id: path }),
  };
  const aborter = new AbortController();
  const running = connection.call("notebook_execute_cell", { notebook_path: path, cell: "all" }, {
    signal: aborter.signal,
  });
  await started.opened();
  aborter.abort("enough");
  await assert.rejects(running, /enough/);
  const listed = await eventually(async () => {
    const list = await connection.call("execution_list");
    return list.json["notes"] !== undefined && list;
  }, { what: "the cancel is noticed" });
  assert.deepEqual(listed.at("executions"), []);
  assert.match(listed.string("notes.0"), /before any ran; cells that were not run: a, b/);
  await gate.open();
  const ran = await connection.call("notebook_execute_cell", { notebook_path: path, cell: "all" });
  assert.equal(ran.at("cells.length"), 2, ran.text);
  await using other = await openSession(connection);
  assert.equal((await connection.call("execution_list", { session_id: other.id })).json["notes"], undefined);
  assert.match(
    (await connection.call("execution_list", { session_id: path })).string("notes.0"),
    /before any ran/,
  );
});
