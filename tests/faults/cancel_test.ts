/** A client that no longer wants an answer, by saying so or by going away: the kernel is freed. */

import assert from "node:assert/strict";
import { connect, connectHttp } from "../harness/client.ts";
import type { Connection, Era } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { startHttpProgram } from "../harness/http_program.ts";
import { startProxy } from "../harness/proxy.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";
import type { TestSession } from "../harness/session.ts";

const jupyter = sharedJupyter("collaboration");
const eras: readonly Era[] = ["legacy", "modern"];
const long = "import time\nprint('begun', flush=True)\nfor _ in range(600): time.sleep(0.1)\nprint('never')";

/** The run that was given up ended as interrupted with its output, and the kernel takes the next one at once. */
async function isFree(connection: Connection, session: TestSession): Promise<void> {
  const next = await session.run("'free'", { timeout: 20 });
  assert.equal(next.at("result"), "'free'", next.text);
  const { string } = await connection.call("execution_list", { session_id: session.id, limit: 2 });
  assert.equal(string("executions.1.status"), "interrupted");
  const execution_id = string("executions.1.execution_id");
  assert.equal((await connection.call("execution_get", { execution_id })).at("stdout"), "begun\n");
}

/** Runs something long, and calls back when it has begun. */
function runLong(session: TestSession, onBegun: () => void, signal?: AbortSignal) {
  return session.run(long, { timeout: 100 }, {
    onProgress: ({ message = "" }) => message.includes("begun") && onBegun(),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Whether the run under way has printed something. */
async function hasBegun(connection: Connection, session: TestSession): Promise<boolean> {
  const { at } = await connection.call("execution_list", { session_id: session.id });
  const execution_id = at("executions.0.execution_id");
  if (typeof execution_id !== "string") return false;
  return (await connection.call("execution_get", { execution_id })).at("stdout") === "begun\n";
}

for (const era of eras) {
  Deno.test(`a cancelled run is interrupted, over stdio, ${era}`, async () => {
    await using connection = await connect({ jupyter, era });
    await using session = await openSession(connection);
    const aborter = new AbortController();
    await assert.rejects(runLong(session, () => aborter.abort("enough"), aborter.signal), /enough/);
    await isFree(connection, session);
  });
}

Deno.test("over HTTP", async (t) => {
  // On loopback it would refuse the Host of a client that comes through a proxy on another port.
  await using program = await startHttpProgram({ jupyter, args: ["--host", "0.0.0.0"] });
  await using onlooker = await program.connect();
  for (const era of eras) {
    await t.step(`a cancelled run is interrupted, ${era}`, async () => {
      await using connection = await program.connect({ era });
      await using session = await openSession(connection);
      const aborter = new AbortController();
      await assert.rejects(runLong(session, () => aborter.abort("enough"), aborter.signal), /enough/);
      await isFree(connection, session);
    });
  }

  for (const era of eras) {
    await t.step(`a run whose request is closed is interrupted, ${era}`, async () => {
      await using session = await openSession(onlooker);
      await using proxy = startProxy({ url: program.url, token: "", root: "" });
      await using connection = await connectHttp({ era, url: proxy.server.url, token: program.token });
      const asked = connection.call("execute_code", { session_id: session.id, code: long, timeout: 100 });
      // What the client makes of its lost connection is its own affair.
      const settled = asked.then(() => undefined, () => undefined);
      await eventually(() => hasBegun(onlooker, session), { what: "the run begins" });
      proxy.refuse(true);
      proxy.cut();
      await isFree(onlooker, session);
      await connection.client.close();
      await settled;
    });
  }
});
