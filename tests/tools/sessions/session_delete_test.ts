import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { listKernels } from "../../harness/rest.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

Deno.test("session_delete", async (t) => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });

  await t.step("ends the kernel, frees its images and leaves the notebook", async () => {
    const path = `ended-${crypto.randomUUID()}.ipynb`;
    const session = await openSession(connection, { notebook_path: path });
    const drawn = await session.run("from PIL import Image\nImage.new('RGB', (9, 9))");
    const uri = drawn.string("images.0.resource_uri");
    const { json } = await connection.call("session_delete", { session_id: path });
    assert.deepEqual(json, {
      session_id: session.id,
      kernel_id: session.kernelId,
      deleted: true,
      images_freed: 1,
    });
    assert.ok(!(await listKernels(jupyter)).some(({ id }) => id === session.kernelId));
    assert.ok((await Deno.stat(`${jupyter.root}/${path}`)).isFile);
    const image = await connection.call("get_image_resource", { resource_uri: uri });
    assert.equal(image.at("error"), "image_not_found");
    assert.match(image.string("message"), /its session was deleted/);
  });

  await t.step("leaves other sessions alone", async () => {
    await using kept = await openSession(connection);
    const gone = await openSession(connection);
    await gone[Symbol.asyncDispose]();
    assert.equal((await kept.run("'still here'")).at("result"), "'still here'");
  });

  await t.step("ends what still runs in it, and keeps the output", async () => {
    const session = await openSession(connection);
    const code = "import time\nprint('begun', flush=True)\ntime.sleep(60)";
    const running = await session.handOver(code, "begun\n");
    await connection.call("session_delete", { session_id: session.id });
    const after = await connection.call("execution_get", { execution_id: running.string("execution_id") });
    assert.equal(after.at("status"), "kernel_died");
    assert.equal(after.at("stdout"), "begun\n");
  });

  await t.step("answers session_not_found the second time, and for every tool", async () => {
    const session = await openSession(connection);
    await session[Symbol.asyncDispose]();
    for (const tool of ["session_delete", "kernel_restart", "kernel_interrupt"]) {
      const { isError, json } = await connection.call(tool, { session_id: session.id });
      assert.equal(isError, true);
      assert.equal(json["error"], "session_not_found", tool);
    }
    assert.equal((await session.run("1")).at("error"), "session_not_found");
  });
});
