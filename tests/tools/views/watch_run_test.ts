import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import { printedOnDisk, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";
import { viewsCapability } from "../../harness/views_capability.ts";

for (const kind of environmentKinds) {
  Deno.test(`watch_run shows and stops a run whose program has ended, on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using gate = new Gate(jupyter);
    const path = await putCells(jupyter, []);
    const begin = async (code: string) => {
      await using connection = await connect({ jupyter, capabilities: viewsCapability });
      await connection.call("session_create", { notebook_path: path });
      const args = { session_id: path, record: true, timeout: 1, on_timeout: "continue" };
      const begun = await connection.call("execute_code", { ...args, code });
      const cell = begun.string("cell_id");
      const isWritten = async () => (await printedOnDisk(jupyter, path, cell)).includes("early");
      await eventually(isWritten, { what: "the notebook has the first line" });
      return begun.string("execution_id");
    };
    const first = await begin(`print("early", flush=True)\n${gate.wait}\nprint("late")`);
    await using connection = await connect({ jupyter, capabilities: viewsCapability });
    const watch = (execution_id: string) => connection.call("watch_run", { execution_id });
    const read = (handle: string, args = {}) => connection.call("view_read", { handle, ...args });
    const shown = await watch(first);
    assert.equal(shown.at("status"), "running", shown.text);
    const handle = shown.string("handle");
    const now = await read(handle);
    assert.match(now.string("lines"), /^early\n/);
    assert.ok(Number(now.at("elapsed_ms")) >= 1_000, "it began before this program did");
    {
      await using third = await connect({ jupyter, capabilities: viewsCapability });
      const also = await third.call("watch_run", { execution_id: first });
      assert.equal(also.at("status"), "running", `a third program finds it too: ${also.text}`);
    }
    await gate.open();
    await eventually(async () => (await read(handle)).at("status") === "ok", { what: "the run ends" });
    assert.match((await read(handle)).string("lines"), /late$/m);

    const second = await begin('print("early", flush=True)\nimport time\ntime.sleep(600)');
    assert.equal((await watch(second)).at("status"), "running");
    await connection.call("view_stop", { handle: `run:${second}` });
    const isStopped = async () => (await read(`run:${second}`)).at("status") === "interrupted";
    await eventually(isStopped, { what: "the run is stopped" });

    const third = await begin('print("early", flush=True)\nimport time\ntime.sleep(600)');
    await using fresh = await connect({ jupyter });
    const found = await fresh.call("execution_get", { execution_id: third });
    assert.deepEqual([found.at("status"), found.string("stdout")], ["running", "early\n"], found.text);
    const stopped = await fresh.call("kernel_interrupt", { execution_id: third });
    assert.equal(stopped.at("interrupted"), true, stopped.text);
    await connection.call("session_delete", { session_id: path });
  });
}

Deno.test("watch_run", async (t) => {
  await using connection = await connect({
    jupyter: sharedJupyter("collaboration"),
    capabilities: viewsCapability,
  });
  await using session = await openSession(connection);
  const read = (handle: string, args: Record<string, unknown> = {}) =>
    connection.call("view_read", { handle, ...args });

  await t.step("shows a run that was handed over: progress, lines, and news as they come", async () => {
    const begun = await session.handOver(
      `
import sys, time
sys.stderr.write("\\r 42%|####      | 42/100 [00:01<00:02, 21.3it/s]"); sys.stderr.flush()
print("begun")
time.sleep(600)`,
      "begun",
    );
    const shown = await connection.call("watch_run", { execution_id: begun.string("execution_id") });
    assert.deepEqual([shown.at("shown"), shown.at("status")], ["run", "running"]);
    assert.match(shown.string("note"), /sees the run live/);
    const handle = shown.string("handle");
    const first = await read(handle);
    assert.deepEqual(first.at("bar"), { name: "", done: 42, total: 100, rest: 2_000 });
    assert.match(first.string("lines"), /42\/100[^]*begun/);
    assert.match(first.string("code"), /^\nimport sys/);
    const same = await read(handle, { cursor: first.string("cursor") });
    assert.deepEqual([same.at("lines"), same.at("code")], [undefined, undefined]);
    await connection.call("view_stop", { handle });
  });

  await t.step("does not take the news of its end from the model", async () => {
    const begun = await session.handOver("import time\nprint('on')\ntime.sleep(600)", "on");
    const id = begun.string("execution_id");
    const handle = `run:${id}`;
    const stopped = await connection.call("view_stop", { handle });
    assert.equal(stopped.at("status"), "interrupted");
    const ended = await read(handle, { wait: 20, cursor: "" });
    assert.equal(ended.at("status"), "interrupted");
    assert.match(ended.string("lines"), /^on\n[^]*KeyboardInterrupt/);
    const next = await connection.call("session_list");
    assert.match(JSON.stringify(next.at("notes")), new RegExp(`Background run ${id} has ended`));
  });

  await t.step("stops nothing but the run that is shown", async () => {
    await session.run("done = 1");
    const over = await session.lastRun();
    const other = await session.handOver("import time\nprint('other')\ntime.sleep(600)", "other");
    assert.equal((await connection.call("view_stop", { handle: `run:${over}` })).at("status"), "ok");
    const otherId = other.string("execution_id");
    assert.equal((await read(`run:${otherId}`)).at("status"), "running");
    await connection.call("view_stop", { handle: `run:${otherId}` });
  });

  await t.step("has the images of a run in chunks", async () => {
    await session.run(`
import numpy as np, io
from PIL import Image
from IPython.display import Image as Shown, display
noise = np.random.default_rng(1).integers(0, 255, (300, 300, 3), dtype=np.uint8)
file = io.BytesIO(); Image.fromarray(noise).save(file, "PNG")
display(Shown(data=file.getvalue()))`);
    const state = await read(`run:${await session.lastRun()}`);
    const handle = state.string("figures.0");
    const parts: Uint8Array[] = [];
    for (let offset = 0, size = 1; offset < size;) {
      const chunk = await read(handle, { offset });
      assert.ok(chunk.text.length <= 150_000, "some clients keep longer answers from the view");
      assert.equal(chunk.at("mime_type"), "image/png");
      const part = Uint8Array.fromBase64(chunk.string("data"));
      parts.push(part);
      offset += part.length;
      size = Number(chunk.at("size"));
    }
    assert.ok(parts.length > 1);
    const bytes = new Uint8Array(await new Blob(parts.map((part) => new Uint8Array(part))).arrayBuffer());
    assert.equal((await session.run("print(len(file.getvalue()))")).at("stdout"), `${bytes.length}\n`);
  });

  await t.step("says that there is no such run", async () => {
    const missing = await connection.call("watch_run", { execution_id: "nothing" });
    assert.equal(missing.at("error"), "execution_not_found");
    assert.equal((await read("run:nothing")).at("error"), "execution_not_found");
    assert.equal((await read("figure:kept/nothing")).at("error"), "image_not_found");
  });
});
