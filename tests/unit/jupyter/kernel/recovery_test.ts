import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { Execution } from "../../../../src/jupyter/kernel/execution.ts";
import { noteDropped, noteMissed, recoverRun } from "../../../../src/jupyter/kernel/recovery.ts";
import { message, status } from "./kernel_messages.ts";

const ok = message("execute_reply", { status: "ok", execution_count: 4 }, "shell");

/** A run whose socket was cut and has come back; the server calls its kernel idle throughout. */
function recovering({ connections = 1 } = {}) {
  const execution = new Execution({ sessionId: "s", code: "1" });
  execution.sent();
  const main = Promise.withResolvers<void>();
  const model = { id: "k", name: "python3", execution_state: "idle", last_activity: "", connections };
  const recovered = () =>
    recoverRun(execution, {
      connect: () => Promise.resolve(),
      inspector: { mainQueueDrained: () => main.promise },
      loseContact: (reason) => execution.loseContact(reason),
      state: () => Promise.resolve(model),
    });
  return { execution, main, recovered };
}

Deno.test("recoverRun keeps a run whose messages are late, although the server calls the kernel idle", async () => {
  const { execution, main, recovered } = recovering();
  execution.take(status("busy"));
  const over = recovered();
  for (const one of [message("stream", { name: "stdout", text: "late\n" }), ok, status("idle")]) {
    assert.equal(execution.status, "running");
    execution.take(one);
  }
  main.resolve();
  await over;
  assert.equal(execution.status, "ok");
  assert.deepEqual(execution.notes, []);
});

Deno.test("recoverRun ends a run that the main shell has left behind silently", async () => {
  const { execution, main, recovered } = recovering();
  execution.take(status("busy"));
  main.resolve();
  await recovered();
  assert.equal(execution.status, "error");
  assert.equal(execution.isIncomplete, true);
  assert.match(execution.notes.join(), /ended before it was restored.*not known/);
});

Deno.test("recoverRun calls a run stopped that we had asked to stop", async () => {
  const { execution, main, recovered } = recovering();
  execution.take(status("busy"));
  execution.stopFor("timeout");
  main.resolve();
  await recovered();
  assert.equal(execution.status, "timeout");
});

Deno.test("recoverRun says of a run that never began that it may not have run at all", async () => {
  const { execution, main, recovered } = recovering();
  main.resolve();
  await recovered();
  assert.equal(execution.status, "error");
  assert.match(execution.notes.join(), /not known whether the code ran/);
});

Deno.test("recoverRun leaves a run to itself whose reply has come and whose output has not", async () => {
  const { execution, main, recovered } = recovering();
  for (const one of [status("busy"), ok]) execution.take(one);
  main.resolve();
  await recovered();
  assert.equal(execution.status, "running");
  execution.take(status("idle"));
  assert.equal(execution.status, "ok");
});

Deno.test("recoverRun leaves a run whose socket is cut again to the next recovery", async () => {
  const { execution, main, recovered } = recovering();
  const over = recovered();
  void main.promise.catch(() => undefined);
  main.reject(new AppError("jupyter_unreachable", "Cannot reach Jupyter"));
  await over;
  assert.equal(execution.status, "running");
});

Deno.test("recoverRun says of a run that continues what may be missing if Jupyter cannot have kept it", async () => {
  // Clients that left in the middle of their handshake make the count too low.
  for (const connections of [-1, 0, 1, 2]) {
    const { execution, main, recovered } = recovering({ connections });
    for (const one of [status("busy"), ok]) execution.take(one);
    main.resolve();
    await recovered();
    assert.deepEqual(
      execution.notes,
      connections === 1
        ? []
        : ["The connection was cut for a moment: output may be missing at its beginning"],
    );
    execution.take(status("idle"));
    assert.equal(execution.status, "ok");
  }
});

Deno.test("noteMissed says after which line output may be missing", () => {
  noteMissed(undefined);
  const { execution } = recovering();
  execution.take(message("stream", { name: "stdout", text: "line 1\nline 2\n" }));
  noteMissed(execution);
  execution.take(message("display_data", { data: { "text/plain": "shown" }, metadata: {} }));
  noteMissed(execution);
  execution.take(message("stream", { name: "stderr", text: "1/9\r2/9" }));
  noteMissed(execution);
  const cut = "The connection was cut for a moment: output may be missing after";
  assert.deepEqual(execution.notes, [`${cut} the line "line 2"`, `${cut} the line "2/9"`]);
  assert.ok(execution.isIncomplete);
});

const limiter = message("stream", {
  name: "stderr",
  text: "IOPub data rate exceeded.\nThe Jupyter server ...",
});

Deno.test("noteDropped says of the run concerned, and of no other, that output is missing", () => {
  const execution = new Execution({ sessionId: "s", code: "1" });
  noteDropped(undefined, { parent: { msg_id: "another" } });
  noteDropped(execution, { parent: { msg_id: "another" } });
  assert.ok(!execution.isIncomplete);
  for (let leap = 0; leap < 3; leap++) noteDropped(execution, { parent: { msg_id: execution.messageId } });
  assert.ok(execution.isIncomplete);
  assert.equal(execution.notes.length, 1, "it is said once");
  assert.match(execution.notes.join(), /dropped part of the output/);
});

Deno.test("noteDropped leaves the word to Jupyter's rate limiter", () => {
  const execution = new Execution({ sessionId: "s", code: "1" });
  execution.take(limiter);
  noteDropped(execution, { parent: { msg_id: execution.messageId } });
  assert.deepEqual(execution.notes, []);
});
