import assert from "node:assert/strict";
import { join } from "node:path";
import { z } from "zod";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { jupyterJson, listKernels } from "../../harness/rest.ts";
import { putFile } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const notebookSchema = z.object({
  type: z.literal("notebook"),
  content: z.object({
    cells: z.array(z.unknown()),
    nbformat: z.number(),
    metadata: z.object({ kernelspec: z.object({ name: z.string() }) }),
  }),
});

for (const kind of environmentKinds) {
  Deno.test(`session_create on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });

    await t.step("starts a kernel that runs code", async () => {
      await using session = await openSession(connection, { name: "analysis" });
      const { created_at, session_id, kernel_id, ...rest } = session.created.json;
      assert.deepEqual(rest, {
        status: "idle",
        kernel_name: "python3",
      });
      assert.ok(Math.abs(Date.parse(String(created_at)) - Date.now()) < 60_000);
      assert.equal(session_id, session.id);
      assert.ok((await listKernels(jupyter)).some(({ id }) => id === kernel_id));
      assert.equal((await session.run("6 * 7")).at("result"), "42");
    });

    await t.step("creates the notebook that is not there, with its kernel", async () => {
      const path = `new-${crypto.randomUUID()}`;
      await using session = await openSession(connection, { notebook_path: path });
      assert.equal(session.created.at("notebook_path"), `${path}.ipynb`);
      const { content } = notebookSchema.parse(await jupyterJson(jupyter, `api/contents/${path}.ipynb`));
      assert.deepEqual(content.cells, []);
      assert.equal(content.nbformat, 4);
      assert.equal(content.metadata.kernelspec.name, "python3");
      assert.equal((await session.run("'in the notebook'")).at("result"), "'in the notebook'");
    });

    await t.step("joins the session that the notebook has", async () => {
      const path = `joined-${crypto.randomUUID()}.ipynb`;
      await using first = await openSession(connection, { notebook_path: path });
      await first.run("x = 'mine'");
      const second = await connection.call("session_create", { notebook_path: `/${path}` });
      assert.equal(second.at("joined"), true);
      assert.equal(second.at("session_id"), first.id);
      assert.equal(second.at("kernel_id"), first.kernelId);
    });

    await t.step("leaves a notebook that is there as it is", async () => {
      const path = `kept-${crypto.randomUUID()}.ipynb`;
      const cell = {
        cell_type: "code",
        id: "a",
        source: "1",
        metadata: {},
        outputs: [],
        execution_count: null,
      };
      const content = { cells: [cell], metadata: { mine: 1 }, nbformat: 4, nbformat_minor: 5 };
      const body = JSON.stringify({ type: "notebook", format: "json", content });
      await jupyterJson(jupyter, `api/contents/${path}`, { method: "PUT", body });
      await using _session = await openSession(connection, { notebook_path: path });
      const file: unknown = JSON.parse(await Deno.readTextFile(`${jupyter.root}/${path}`));
      assert.partialDeepStrictEqual(file, { cells: [{ source: ["1"], id: "a" }], metadata: { mine: 1 } });
    });
  });
}

Deno.test("session_create refuses", async (t) => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });

  await t.step("a kernelspec that is not installed, and lists what is", async () => {
    for (const extra of [{}, { notebook_path: `spec-${crypto.randomUUID()}` }]) {
      const { isError, json } = await connection.call("session_create", { kernel_name: "cobol", ...extra });
      assert.equal(isError, true);
      assert.equal(json["error"], "kernelspec_not_found");
      assert.ok(z.array(z.string()).parse(json["available"]).includes("python3"));
      assert.match(String(json["message"]), /"cobol"/);
    }
  });

  await t.step("a kernel that does not start, and says that the server is not at fault", async () => {
    const name = `broken-${crypto.randomUUID()}`;
    const folder = join(jupyter.root, "..", "data", "kernels", name);
    await Deno.mkdir(folder, { recursive: true });
    const spec = { argv: ["no-such-program", "{connection_file}"], display_name: "Broken", language: "none" };
    await Deno.writeTextFile(join(folder, "kernel.json"), JSON.stringify(spec));
    const { json } = await connection.call("session_create", { kernel_name: name });
    await Deno.remove(folder, { recursive: true });
    assert.equal(json["error"], "kernel_died", JSON.stringify(json));
    assert.match(
      String(json["message"]),
      /Cannot start kernel "broken-.*the Jupyter server failed to start it/,
    );
    assert.match(String(json["hint"]), /kernel_list/);
  });

  await t.step("another kernel for a notebook that has one", async () => {
    const path = `conflict-${crypto.randomUUID()}`;
    await using _session = await openSession(connection, { notebook_path: path });
    const { json } = await connection.call("session_create", { notebook_path: path, kernel_name: "other" });
    assert.equal(json["error"], "conflict");
  });

  await t.step("a notebook in a folder that is not there", async () => {
    const { isError, json } = await connection.call("session_create", { notebook_path: "no/such/folder/a" });
    assert.equal(isError, true);
    assert.equal(json["error"], "file_not_found");
    assert.match(String(json["message"]), /no\/such\/folder\/a\.ipynb/);
  });

  await t.step("a folder named like a notebook", async () => {
    const path = `folder-${crypto.randomUUID()}.ipynb`;
    await Deno.mkdir(`${jupyter.root}/${path}`);
    const { json } = await connection.call("session_create", { notebook_path: path });
    assert.equal(json["error"], "not_a_notebook");
  });

  await t.step("a notebook that cannot be read, before a kernel is started for it", async () => {
    const path = await putFile(jupyter, "not JSON");
    const { at, string } = await connection.call("session_create", { notebook_path: path });
    assert.equal(at("error"), "not_a_notebook");
    assert.match(string("message"), /not JSON/);
    const { json } = await connection.call("session_list");
    assert.ok(!JSON.stringify(json).includes(path));
  });

  await t.step("a path that leaves Jupyter's root", async () => {
    for (const path of ["../outside", "a/../../outside", "./../outside", "a/./b/../../../x"]) {
      const { isError, json } = await connection.call("session_create", { notebook_path: path });
      assert.equal(isError, true, path);
      assert.equal(json["error"], "invalid_argument", JSON.stringify(json));
    }
  });
});

Deno.test("session_create keeps to --max-sessions, and only our own sessions count", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using others = await connect({ jupyter });
  await using _theirs = await openSession(others);
  await using connection = await connect({ jupyter, args: ["--max-sessions", "2"] });
  await using _first = await openSession(connection);
  {
    await using _second = await openSession(connection);
    const { isError, json } = await connection.call("session_create");
    assert.equal(isError, true);
    assert.equal(json["error"], "too_many_sessions");
    assert.match(String(json["message"]), /2 of 2/);
    assert.match(String(json["hint"]), /session_delete.*--max-sessions/);
  }
  await using _third = await openSession(connection);
});
