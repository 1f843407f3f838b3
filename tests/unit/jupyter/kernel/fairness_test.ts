import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { BusyState } from "../../../../src/jupyter/kernel/busy_state.ts";
import { maxDeference, whenMaySend } from "../../../../src/jupyter/kernel/fairness.ts";
import type { Received } from "../../../../src/jupyter/kernel/messages.ts";
import { reportLostAfter } from "../../../../src/jupyter/rest/reconnect.ts";
import { Clock } from "../../clock.ts";

function status(state: string, request = "cell", date?: string): Received {
  return {
    channel: "iopub",
    header: { msg_id: "1", msg_type: "status" },
    parent: { msg_id: request, msg_type: "execute_request", date },
    content: () => ({ execution_state: state }),
  };
}

/** A kernel that others use, and what becomes of our turn on it. */
function shared() {
  const busy = new BusyState();
  const questions: PromiseWithResolvers<void>[] = [];
  const told: string[] = [];
  const queue = { through: Promise.resolve() };
  const kernel = {
    connect: () => Promise.resolve(),
    inspector: {
      mainQueueDrained: () => queue.through,
      mainAnswers: () => {
        const question = Promise.withResolvers<void>();
        questions.push(question);
        return question.promise;
      },
    },
  };
  const loseContact = (reason: AppError) => told.push(reason.code);
  const turn = () => whenMaySend({ busy, ...kernel, loseContact });
  const wait = () => {
    turn()?.then(() => told.push("our turn"), (error) => told.push(error.code));
  };
  return { busy, questions, queue, told, turn, wait };
}

Deno.test("whenMaySend is now on a kernel that is idle", () => {
  assert.equal(shared().turn(), undefined);
});

Deno.test("whenMaySend is now after one of our runs that nobody else waits for", () => {
  const { busy, turn } = shared();
  busy.take(status("busy"), "ours");
  busy.take(status("idle"), "ours");
  assert.equal(turn(), undefined);
});

Deno.test("whenMaySend comes a moment after someone else's cell has ended", async () => {
  using clock = new Clock();
  const { busy, told, wait } = shared();
  busy.take(status("busy"), "foreign");
  wait();
  await clock.pass(500);
  busy.take(status("idle"), "foreign");
  await clock.pass(29);
  assert.deepEqual(told, []);
  await clock.pass(1);
  assert.deepEqual(told, ["our turn"]);
  assert.equal(clock.size, 0);
});

Deno.test("whenMaySend waits until the kernel is through with its queue, however slow it is", async () => {
  using clock = new Clock();
  const { busy, queue, told, wait } = shared();
  const through = Promise.withResolvers<void>();
  queue.through = through.promise;
  busy.take(status("busy"), "foreign");
  wait();
  busy.take(status("idle"), "foreign");
  await clock.pass(500);
  busy.take(status("busy", "second"), "foreign");
  await clock.pass(500);
  busy.take(status("idle", "second"), "foreign");
  await clock.pass(500);
  assert.deepEqual(told, []);
  through.resolve();
  await clock.pass(0);
  assert.deepEqual(told, ["our turn"]);
});

Deno.test("whenMaySend waits for the cell that follows at once as well", async () => {
  using clock = new Clock();
  const { busy, told, wait } = shared();
  busy.take(status("busy"), "foreign");
  wait();
  busy.take(status("idle"), "foreign");
  busy.take(status("busy", "second"), "foreign");
  await clock.pass(900);
  assert.deepEqual(told, []);
  busy.take(status("idle", "second"), "foreign");
  await clock.pass(30);
  assert.deepEqual(told, ["our turn"]);
});

Deno.test("whenMaySend comes in the end on a kernel that others never leave idle", async () => {
  using clock = new Clock();
  const { busy, told, wait } = shared();
  busy.take(status("busy", "0"), "foreign");
  wait();
  for (let cell = 0; cell * 500 <= maxDeference; cell++) {
    assert.deepEqual(told, []);
    await clock.pass(500);
    busy.take(status("idle", `${cell}`), "foreign");
    busy.take(status("busy", `${cell + 1}`), "foreign");
  }
  await clock.pass(0);
  assert.deepEqual(told, ["our turn"]);
});

Deno.test("whenMaySend waits for all cells that were queued before, however long they take", async () => {
  using clock = new Clock();
  const { busy, told, wait } = shared();
  const before = new Date(Date.now() - 1_000).toISOString();
  busy.take(status("busy", "0", before), "foreign");
  wait();
  for (let cell = 0; cell * 2_000 <= 10 * maxDeference; cell++) {
    await clock.pass(2_000);
    busy.take(status("idle", `${cell}`, before), "foreign");
    await clock.pass(5);
    busy.take(status("busy", `${cell + 1}`, before), "foreign");
    assert.deepEqual(told, []);
  }
  const later = new Date(Date.now() + 60_000).toISOString();
  busy.take(status("idle", "last", before), "foreign");
  await clock.pass(5);
  busy.take(status("busy", "overtakes", later), "foreign");
  await clock.pass(2_000);
  assert.deepEqual(told, []);
  busy.take(status("idle", "overtakes", later), "foreign");
  await clock.pass(0);
  assert.deepEqual(told, ["our turn"]);
});

Deno.test("whenMaySend leaves a moment to others after our run", async () => {
  using clock = new Clock();
  const { busy, told, turn, wait } = shared();
  for (const owner of ["foreign", "ours"] as const) {
    busy.take(status("busy"), owner);
    busy.take(status("idle"), owner);
  }
  wait();
  await clock.pass(100);
  assert.deepEqual(told, ["our turn"]);
  assert.equal(turn(), undefined);
});

Deno.test("whenMaySend comes when the kernel itself answers, although the end of the cell was not seen", async () => {
  using clock = new Clock();
  const { busy, questions, told, wait } = shared();
  busy.take(status("busy"), "foreign");
  wait();
  await clock.pass(3_600_000);
  assert.equal(questions.length, 1, "it is asked once, and answers in its turn");
  assert.deepEqual(told, []);
  questions[0]?.resolve();
  await clock.pass(30);
  assert.deepEqual(told, ["our turn"]);
  assert.equal(clock.size, 0);
});

Deno.test("whenMaySend waits for a cell that began while the kernel's answer was on its way", async () => {
  using clock = new Clock();
  const { busy, questions, told, wait } = shared();
  busy.take(status("busy"), "foreign");
  wait();
  await clock.pass(1_000);
  busy.take(status("busy", "second"), "foreign");
  questions[0]?.resolve();
  await clock.pass(999);
  assert.deepEqual(told, []);
  await clock.pass(1);
  questions[1]?.resolve();
  await clock.pass(30);
  assert.deepEqual(told, ["our turn"]);
});

Deno.test("whenMaySend keeps asking a kernel that is out of reach, and says so after a while", async () => {
  using clock = new Clock();
  const { busy, questions, told, wait } = shared();
  busy.take(status("busy"), "foreign");
  wait();
  for (let asked = 0; asked * 1_000 <= reportLostAfter; asked++) {
    await clock.pass(1_000);
    assert.deepEqual(told, []);
    questions[asked]?.reject(new AppError("jupyter_unreachable", "Cannot reach Jupyter"));
  }
  await clock.pass(1_000);
  questions.at(-1)?.reject(new AppError("jupyter_unreachable", "Cannot reach Jupyter"));
  await clock.pass(1_000);
  assert.deepEqual(told, ["jupyter_unreachable"]);
  questions.at(-1)?.resolve();
  await clock.pass(30);
  assert.deepEqual(told, ["jupyter_unreachable", "our turn"]);
});

Deno.test("whenMaySend never comes on a kernel that is gone", async () => {
  using clock = new Clock();
  const { busy, questions, told, wait } = shared();
  busy.take(status("busy"), "foreign");
  wait();
  await clock.pass(1_000);
  questions[0]?.reject(new AppError("kernel_not_found", "Cannot use the kernel: it is gone"));
  await clock.pass(0);
  assert.deepEqual(told, ["kernel_not_found"]);
  assert.equal(clock.size, 0);
});
