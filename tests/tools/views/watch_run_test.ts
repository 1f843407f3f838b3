import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";
import { viewsCapability } from "../../harness/views_capability.ts";

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
    assert.deepEqual(first.at("bar"), { done: 42, total: 100 });
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
