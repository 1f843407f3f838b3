/** Kernels that end as they start, until Jupyter gives them up, that are slow to come up, or that answer nobody. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { startJupyter } from "../harness/jupyter.ts";
import { openSession } from "../harness/session.ts";

/** Gives up with the first death, and notices it soon. */
const impatient = [
  "--AsyncIOLoopKernelRestarter.restart_limit=0",
  "--AsyncIOLoopKernelRestarter.time_to_dead=0.2",
];

interface Stillborn {
  readonly name: string;
  /** What its program does instead of starting. */
  readonly act: string;
  /** A file that is made then; where it is there, the kernel starts. */
  readonly mark?: string;
}

async function writeKernelspec(root: string, { name, act, mark }: Stillborn): Promise<void> {
  const folder = join(root, "..", "data", "kernels", name);
  const end = mark === undefined ? act : `[ -e ${mark} ] || { touch ${mark}; ${act}; }`;
  const argv = ["sh", "-c", `${end}; exec python -m ipykernel_launcher -f "$0"`, "{connection_file}"];
  await Deno.mkdir(folder, { recursive: true });
  const spec = { argv, display_name: name, language: "python" };
  await Deno.writeTextFile(join(folder, "kernel.json"), JSON.stringify(spec));
}

Deno.test("a kernel that ends as it starts", async (t) => {
  await using jupyter = await startJupyter({ environment: "plain", extraArgs: impatient });
  await using connection = await connect({ jupyter });

  await t.step("is started once more", async () => {
    await writeKernelspec(jupyter.root, {
      name: "once",
      act: "exit 1",
      mark: join(jupyter.root, "has-ended"),
    });
    await using session = await openSession(connection, { kernel_name: "once" });
    const ran = await session.run("6 * 7");
    assert.equal(ran.at("result"), "42", ran.text);
    assert.equal(ran.at("notes"), undefined, ran.text);
  });

  await t.step("again and again is said not to start", async () => {
    await writeKernelspec(jupyter.root, { name: "never", act: "exit 1" });
    const { json, text } = await connection.call("session_create", { kernel_name: "never" });
    assert.equal(json["error"], "kernel_died", text);
    assert.match(String(json["message"]), /Cannot start kernel "never": it ended as it started/);
    const { at } = await connection.call("session_list");
    assert.deepEqual(at("sessions"), []);
  });

  await t.step("slowly is ended if the caller goes before it is up", async () => {
    await writeKernelspec(jupyter.root, { name: "slow", act: "sleep 1000" });
    const caller = new AbortController();
    const { signal } = caller;
    const create = connection.call("session_create", { kernel_name: "slow" }, { signal });
    const isCancelled = assert.rejects(create, /enough/);
    const isListed = async () => (await connection.call("session_list")).at("sessions.0") !== undefined;
    await eventually(isListed, { what: "the session is there" });
    caller.abort("enough");
    await isCancelled;
    await eventually(async () => !await isListed(), { what: "the session is ended" });
  });

  // Python's kernel does so where the port of its output is taken. The real half minute passes.
  await t.step("or lives on and answers nobody is ended, and another is started", async () => {
    const notebook_path = "deaf.ipynb";
    await writeKernelspec(jupyter.root, {
      name: "deaf",
      act: "exec sleep 1000",
      mark: join(jupyter.root, "was-deaf"),
    });
    await using session = await openSession(connection, { notebook_path, kernel_name: "deaf" });
    assert.equal((await session.run("6 * 7")).at("result"), "42");
    const { at } = await connection.call("session_list");
    assert.deepEqual([at("sessions.0.session_id"), at("sessions.1")], [session.id, undefined]);
  });
});
