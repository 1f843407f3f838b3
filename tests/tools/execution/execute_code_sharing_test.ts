/** One kernel, several users: our own calls at once, and other clients. */

import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import { KernelClient, printed } from "../../harness/kernel_client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const jupyter = sharedJupyter("collaboration");

Deno.test("execute_code on a kernel that others use", async (t) => {
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  await using other = await KernelClient.open(jupyter, session.kernelId);

  await t.step("neither client gets the other's output", async () => {
    const rounds = Array.from({ length: 20 }, (_, index) => index);
    const theirs = rounds.map((n) => other.execute(`print('theirs', ${n})\nshared_${n} = ${n}`));
    const ours = rounds.map((n) => session.run(`print('ours', ${n})`));
    for (const [n, result] of (await Promise.all(ours)).entries()) {
      assert.equal(result.at("stdout"), `ours ${n}\n`);
    }
    for (const [n, { iopub }] of (await Promise.all(theirs)).entries()) {
      assert.equal(printed(iopub), `theirs ${n}\n`);
    }
    assert.equal((await session.run("shared_19")).at("result"), "19", "it is one kernel");
  });

  await t.step("a thread that prints after its run is over disturbs nobody", async () => {
    await using gate = new Gate(jupyter);
    await session.run(
      `import threading\ndef late():\n  ${gate.wait}\n  print('late')\nth = threading.Thread(target=late)\nth.start()`,
    );
    const result = await session.run(`${gate.opening}\nth.join()\nprint('mine')`);
    assert.match(result.string("stdout"), /mine\n$/);
  });

  await t.step("a timeout while someone else's cell runs does not interrupt theirs", async () => {
    await using gate = new Gate(jupyter);
    const theirs = other.execute(`${gate.wait}\nprint('whole')`);
    await eventually(() => other.messages.at(-1)?.type === "execute_input", { what: "their cell runs" });
    const ours = await session.run("print('never')", { timeout: 0.5 });
    assert.equal(ours.isError, true);
    assert.equal(ours.at("error"), "kernel_busy");
    assert.match(ours.string("message"), /another client's code.*nothing of yours was executed/);
    await gate.open();
    const { reply, iopub } = await theirs;
    assert.equal(reply["status"], "ok");
    assert.equal(printed(iopub), "whole\n");
    assert.equal((await session.run("'free'")).at("result"), "'free'");
  });

  await t.step("calls at once on one session run one after the other, each with its own output", async () => {
    await session.run("order = []");
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, n) => session.run(`order.append(${n})\nprint(${n})`)),
    );
    assert.deepEqual(results.map(({ at }) => at("stdout")), results.map((_, n) => `${n}\n`));
    assert.equal((await session.run("order")).at("result"), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]");
  });

  await t.step("sessions run at the same time", async () => {
    await using second = await openSession(connection);
    await using ours = new Gate(jupyter);
    await using theirs = new Gate(jupyter);
    // Each ends only once the other has begun.
    const [a, b] = await Promise.all([
      session.run(`${ours.opening}\n${theirs.wait}\n'met'`),
      second.run(`${theirs.opening}\n${ours.wait}\n'met'`),
    ]);
    assert.deepEqual([a.at("result"), b.at("result")], ["'met'", "'met'"]);
  });
});

Deno.test("execute_code finds its session", async (t) => {
  await using connection = await connect({ jupyter });
  const name = `named ${crypto.randomUUID()}`;
  const path = `shared-${crypto.randomUUID()}.ipynb`;
  await using session = await openSession(connection, { name, notebook_path: path });
  await session.run("here = 'yes'");
  const references = {
    "its id": session.id,
    "a prefix of its id": session.id.slice(0, 8),
    "its name": name,
    "its notebook's path": path,
    "its notebook's path without the extension": path.replace(/\.ipynb$/, ""),
    "its notebook's path with a slash in front": `/${path}`,
  };
  for (const [what, reference] of Object.entries(references)) {
    await t.step(`by ${what}`, async () => {
      const result = await connection.call("execute_code", { session_id: reference, code: "here" });
      assert.equal(result.at("result"), "'yes'", result.text);
    });
  }

  await t.step("but not by five characters, and says what exists", async () => {
    const result = await connection.call("execute_code", { session_id: session.id.slice(0, 5), code: "1" });
    assert.equal(result.isError, true);
    assert.equal(result.at("error"), "session_not_found");
    assert.ok(JSON.stringify(result.at("available")).includes(session.id));
    assert.match(result.string("hint"), /session_create/);
  });
});
