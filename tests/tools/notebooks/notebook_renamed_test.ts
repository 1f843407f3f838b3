/** A notebook that is renamed, moved or deleted while its cells run: the run goes along, or says what it left out. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect, type Connection } from "../../harness/client.ts";
import { type EnvironmentKind, environmentKinds } from "../../harness/environment.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import type { JupyterServer } from "../../harness/jupyter.ts";
import {
  code,
  freshPath,
  onDisk,
  openRoom,
  printed,
  printedOnDisk,
  putCells,
} from "../../harness/notebook.ts";
import { jupyterJson } from "../../harness/rest.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession, type TestSession } from "../../harness/session.ts";
import { untilBegun } from "../../harness/until_saved.ts";

interface Rename {
  readonly path: string;
  readonly session?: TestSession;
}

/** As a page does it: the file first, then the session. */
async function rename(jupyter: JupyterServer, { path, session }: Rename): Promise<string> {
  const renamed = freshPath("renamed");
  const patch = { method: "PATCH", body: JSON.stringify({ path: renamed }) };
  await jupyterJson(jupyter, `api/contents/${path}`, patch);
  if (session !== undefined) await jupyterJson(jupyter, `api/sessions/${session.id}`, patch);
  return renamed;
}

/** Runs all cells, the first of which stops at a gate; resolves when its first output is on disk. */
async function runToGate(connection: Connection, kind: EnvironmentKind, gate: Gate) {
  const jupyter = sharedJupyter(kind);
  const path = await putCells(jupyter, [
    code("a", `print("begun", flush=True)\n${gate.wait}\nprint("through")`),
    code("b", `print("second")`),
  ]);
  const session = await openSession(connection, { notebook_path: path });
  const running = connection.call("notebook_execute_cell", { notebook_path: path, cell: "all" });
  await untilBegun(jupyter, kind, path);
  return { path, session, running };
}

const isShared = (kind: EnvironmentKind) => kind === "collaboration";

for (const kind of environmentKinds) {
  Deno.test(`cells whose notebook goes away while they run, on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });

    await t.step("renamed by a page: all run, and are written under the new name", async () => {
      await using gate = new Gate(jupyter);
      const { path, running, ...rest } = await runToGate(connection, kind, gate);
      await using session = rest.session;
      const renamed = await rename(jupyter, { path, session });
      await gate.open();
      const ran = await running;
      const told = { success: true, notebook_path: renamed, saved: true };
      assert.partialDeepStrictEqual(ran.json, told, ran.text);
      assert.equal(ran.json["not_run"], undefined, ran.text);
      assert.ok(!ran.text.includes("could not be written"), ran.text);
      assert.equal(await printedOnDisk(jupyter, renamed, "a"), "begun\nthrough\n");
      assert.equal(await printedOnDisk(jupyter, renamed, "b"), "second\n");
      await assert.rejects(Deno.stat(join(jupyter.root, path)), Deno.errors.NotFound);
      const { text } = await connection.call("notebook_get", { notebook_path: renamed });
      assert.doesNotMatch(text, /interrupted|waiting|running|changed/);
    });

    await t.step("renamed by a page: execute_code is recorded under the new name", async () => {
      await using gate = new Gate(jupyter);
      const path = await putCells(jupyter, [code("mine", "mine")]);
      await using session = await openSession(connection, { notebook_path: path });
      const running = session.run(`print("begun", flush=True)\n${gate.wait}\nprint("through")`);
      await untilBegun(jupyter, kind, path);
      const renamed = await rename(jupyter, { path, session });
      await gate.open();
      const ran = await running;
      assert.equal(ran.at("recorded"), true, ran.text);
      await eventually(
        async () => printed((await onDisk(jupyter, renamed)).cells[1]) === "begun\nthrough\n",
        { what: "the run is on disk" },
      );
      await assert.rejects(Deno.stat(join(jupyter.root, path)), Deno.errors.NotFound);
    });

    await t.step("moved without a trace: what was not run is said, and not marked as waiting", async () => {
      await using gate = new Gate(jupyter);
      const { path, running, ...rest } = await runToGate(connection, kind, gate);
      await using _session = rest.session;
      await using room = isShared(kind) ? await openRoom(jupyter, path) : undefined;
      await Deno.rename(join(jupyter.root, path), join(jupyter.root, freshPath("moved")));
      await gate.open();
      const ran = await running;
      const told = { success: false, status: "error", notebook_path: path, not_run: ["b"], saved: false };
      assert.partialDeepStrictEqual(ran.json, told, ran.text);
      assert.match(ran.text, /begun\\nthrough/);
      assert.match(ran.text, /could not be written to the notebook: .*file does not exist/);
      assert.match(ran.text, /cells after it were not run: .*file does not exist/);
      await room?.flush();
      assert.notEqual(room?.read().cells[1]?.execution_state, "running");
      await assert.rejects(Deno.stat(join(jupyter.root, path)), Deno.errors.NotFound);
    });
  });
}

Deno.test("a run follows a shared document whose session nobody took along", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  await using gate = new Gate(jupyter);
  const { path, running, ...rest } = await runToGate(connection, "collaboration", gate);
  await using _session = rest.session;
  await using room = await openRoom(jupyter, path);
  const renamed = await rename(jupyter, { path });
  const { text } = await connection.call("notebook_get", { notebook_path: renamed });
  assert.match(text, /begun|waiting|running/);
  await gate.open();
  const ran = await running;
  assert.partialDeepStrictEqual(ran.json, { success: true, notebook_path: renamed, saved: true }, ran.text);
  assert.equal(await printedOnDisk(jupyter, renamed, "b"), "second\n");
  await room.flush();
  assert.deepEqual(room.read().cells.map(({ execution_state }) => execution_state), ["idle", "idle"]);
});
