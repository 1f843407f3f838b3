import assert from "node:assert/strict";
import { Execution, externalEndOf } from "../../../../src/jupyter/kernel/execution.ts";
import type { Received } from "../../../../src/jupyter/kernel/messages.ts";
import { Clock } from "../../clock.ts";
import { busy, idle, message, status, stdout } from "./kernel_messages.ts";

const input = message("execute_input", { code: "1", execution_count: 4 });
const reply = (content: Record<string, unknown>) => message("execute_reply", content, "shell");
const ok = reply({ status: "ok", execution_count: 4 });

function run(): Execution {
  const execution = new Execution({ sessionId: "s", code: "1" });
  execution.sent();
  return execution;
}

/** A run that these messages have come for. */
function after(...messages: Received[]): Execution {
  const execution = run();
  for (const one of messages) execution.take(one);
  return execution;
}

function texts(execution: Execution): string[] {
  return execution.outputs.outputs().map((output) => output.output_type === "stream" ? output.text : "");
}

Deno.test("Execution is over when reply and idle have come, in either order", () => {
  assert.equal(after(busy, input, stdout("a\n"), ok, idle).status, "ok");
  assert.equal(after(busy, input, stdout("a\n"), idle, ok).status, "ok");
  for (const waiting of [after(busy, idle), after(busy, ok)]) {
    assert.equal(waiting.status, "running");
    waiting.end("kernel_died");
  }
});

Deno.test("Execution takes output between the reply and the idle status", () => {
  assert.deepEqual(texts(after(busy, ok, stdout("late\n"), idle)), ["late\n"]);
});

Deno.test("Execution takes a reply that comes before the busy status", () => {
  const execution = after(ok, busy, stdout("a\n"), idle);
  assert.equal(execution.status, "ok");
  assert.deepEqual(texts(execution), ["a\n"]);
});

Deno.test("Execution knows its number from the input or the reply", () => {
  assert.equal(after(busy).executionCount, null);
  assert.equal(after(busy, input).executionCount, 4);
  assert.equal(after(busy, reply({ status: "ok", execution_count: 9 }), idle).executionCount, 9);
  assert.equal(after(busy, input, reply({ status: "aborted" }), idle).executionCount, 4);
  const empty = reply({ status: "ok", execution_count: 3 });
  for (const order of [[input, empty], [empty, input]]) {
    assert.equal(after(busy, ...order, idle).executionCount, 3, "the reply knows better");
  }
  assert.equal(after(busy, reply({ status: "aborted" }), input, idle).executionCount, 4);
});

Deno.test("Execution keeps output that came before an exception and has the exception once", () => {
  const failure = { ename: "ValueError", evalue: "bad", traceback: ["t"] };
  const execution = after(
    busy,
    stdout("before\n"),
    message("error", failure),
    reply({ status: "error", ...failure }),
    idle,
  );
  assert.equal(execution.status, "error");
  assert.deepEqual(execution.outputs.outputs().map((output) => output.output_type), ["stream", "error"]);
});

Deno.test("Execution has an exception once whose reply came before its output", () => {
  const failure = { ename: "E", evalue: "v", traceback: [] };
  const execution = after(busy, reply({ status: "error", ...failure }), message("error", failure), idle);
  assert.deepEqual(execution.outputs.outputs().map((output) => output.output_type), ["error"]);
});

Deno.test("Execution takes the exception from the reply if no output had it", () => {
  const execution = after(busy, reply({ status: "error", ename: "E", evalue: "v", traceback: null }), idle);
  assert.deepEqual(execution.outputs.outputs(), [
    { output_type: "error", ename: "E", evalue: "v", traceback: [] },
  ]);
});

Deno.test("Execution is interrupted by a KeyboardInterrupt or an abort that we did not ask for", () => {
  const keyboard = reply({ status: "error", ename: "KeyboardInterrupt", evalue: "", traceback: [] });
  assert.equal(after(busy, keyboard, idle).status, "interrupted");
  assert.equal(after(busy, reply({ status: "abort" }), idle).status, "interrupted");
  const aborted = after(reply({ status: "aborted" }), idle);
  assert.equal(aborted.status, "interrupted");
  assert.match(aborted.notes.join(), /code before it failed/);
});

Deno.test("Execution that we stop ends for our reason, unless it ended well by itself", () => {
  const keyboard = reply({ status: "error", ename: "KeyboardInterrupt", evalue: "", traceback: [] });
  for (
    const [message, status] of [[keyboard, "timeout"], [reply({ status: "abort" }), "timeout"], [
      ok,
      "ok",
    ]] as const
  ) {
    const execution = run();
    execution.take(busy);
    execution.stopFor("timeout");
    execution.stopFor("interrupted");
    execution.take(message);
    execution.take(idle);
    assert.equal(execution.status, status);
  }
});

Deno.test("Execution of a kernel that is being shut down ends with it, unless it ended well before", () => {
  const keyboard = reply({ status: "error", ename: "KeyboardInterrupt", evalue: "", traceback: [] });
  for (const [message, status] of [[keyboard, "kernel_died"], [ok, "ok"]] as const) {
    const execution = run();
    execution.take(busy);
    execution.awaitShutdown();
    for (const one of [message, idle]) execution.take(one);
    execution.end("kernel_died", "The session was ended");
    assert.equal(execution.status, status);
  }
});

Deno.test("Execution ends as it did if its kernel was not shut down after all", () => {
  const execution = run();
  execution.take(busy);
  const takeBack = execution.awaitShutdown();
  const failed = reply({ status: "error", ename: "ValueError", evalue: "", traceback: [] });
  for (const one of [failed, idle]) execution.take(one);
  assert.equal(execution.status, "running");
  takeBack();
  assert.equal(execution.status, "error");
});

Deno.test("Execution whose idle status is lost ends with a note two seconds after its reply", () => {
  using clock = new Clock();
  const execution = after(busy, ok);
  clock.advance(1_999);
  assert.equal(execution.status, "running");
  clock.advance(1);
  assert.equal(execution.status, "ok");
  assert.match(execution.notes.join(), /The end of the output was not seen/);
});

Deno.test("Execution whose reply is lost ends when the main shell has answered something later", async () => {
  using clock = new Clock();
  const main = Promise.withResolvers<void>();
  const inspector = { outputsDelivered: () => Promise.resolve(), mainAnswers: () => main.promise };
  const execution = new Execution({ sessionId: "s", code: "1", inspector });
  execution.sent();
  for (const message of [busy, stdout("all\n")]) execution.take(message);
  execution.stopFor("timeout");
  execution.take(idle);
  await clock.pass(60_000);
  assert.equal(execution.status, "running");
  main.resolve();
  await clock.settle();
  assert.equal(execution.status, "timeout");
  assert.match(execution.notes.join(), /did not say how the run ended/);
  assert.equal(execution.outputs.count, 1);
});

Deno.test("Execution waits on while output comes after the reply", () => {
  using clock = new Clock();
  const execution = after(busy, ok);
  for (let piece = 0; piece < 6; piece++) {
    clock.advance(1_500);
    execution.take(stdout(`${piece}\n`));
  }
  execution.take(idle);
  assert.equal(execution.status, "ok");
  assert.deepEqual(texts(execution), ["0\n1\n2\n3\n4\n5\n"]);
  assert.deepEqual(execution.notes, []);
  assert.equal(clock.size, 0);
});

Deno.test("Execution takes a reply that comes twice without leaving a timer behind", () => {
  const execution = after(busy, ok, ok, idle);
  assert.equal(execution.status, "ok");
});

Deno.test("Execution once over changes no more, but for what its threads print", async () => {
  const execution = after(busy, stdout("a\n"), ok, idle);
  execution.take(stdout("b\n"));
  execution.take(reply({ status: "error", ename: "E" }));
  execution.end("kernel_died", "too late");
  await execution.ended;
  assert.equal(execution.status, "ok");
  assert.deepEqual(texts(execution), ["a\nb\n"]);
  assert.deepEqual(execution.notes, []);
});

Deno.test("Execution ended from outside keeps its output and says why", async () => {
  const execution = after(busy, stdout("a\n"), ok);
  execution.end("kernel_died", "The kernel died");
  await execution.ended;
  assert.equal(execution.status, "kernel_died");
  assert.deepEqual(texts(execution), ["a\n"]);
  assert.deepEqual(execution.notes, ["The kernel died"]);
});

Deno.test("Execution goes from queued to sent to executing to done", () => {
  const execution = new Execution({ sessionId: "s", code: "1" });
  assert.equal(execution.state, "queued");
  assert.equal(execution.elapsed, 0);
  execution.sent();
  assert.equal(execution.state, "sent");
  execution.take(busy);
  assert.equal(execution.state, "executing");
  execution.sent();
  assert.equal(execution.state, "executing");
  execution.take(ok);
  execution.take(idle);
  assert.equal(execution.state, "done");
});

Deno.test("Execution that never began took no time", () => {
  const execution = new Execution({ sessionId: "s", code: "1" });
  execution.end("interrupted");
  assert.equal(execution.elapsed, 0);
});

Deno.test("Execution tells listeners of outputs and of the end until they leave", () => {
  const execution = run();
  const seen: string[] = [];
  const leave = execution.subscribe(() => seen.push(execution.state));
  execution.take(busy);
  execution.take(stdout("a\n"));
  leave();
  execution.take(stdout("b\n"));
  assert.deepEqual(seen, ["executing", "executing"]);
  execution.subscribe(() => seen.push(execution.status));
  execution.end("kernel_died");
  assert.equal(seen.at(-1), "kernel_died");
});

Deno.test("Execution says once that Jupyter's rate limiter dropped output", () => {
  const notice = message("stream", { name: "stderr", text: "IOPub data rate exceeded.\nThe Jupyter server" });
  const execution = after(busy, notice, stdout("more\n"), notice, ok, idle);
  assert.equal(execution.notes.length, 1);
  assert.match(execution.notes.join(), /rate limiter/);
});

Deno.test("Execution keeps a note once", () => {
  const execution = run();
  execution.note("a");
  execution.note("a");
  assert.deepEqual(execution.notes, ["a"]);
});

Deno.test("Execution asks the person who attends it and remembers a question that nobody answered", async () => {
  const execution = run();
  assert.equal(
    await execution.inputRequests.ask({ prompt: "name? ", password: false }, execution.ended),
    undefined,
  );
  assert.equal(execution.inputRequests.refused?.prompt, "name? ");
  const leave = execution.inputRequests.answerWith(({ prompt }) => Promise.resolve(`answer to ${prompt}`));
  assert.equal(
    await execution.inputRequests.ask({ prompt: "age? ", password: false }, execution.ended),
    "answer to age? ",
  );
  assert.equal(execution.inputRequests.refused?.prompt, undefined);
  leave();
  assert.equal(
    await execution.inputRequests.ask({ prompt: "city? ", password: false }, execution.ended),
    undefined,
  );
});

Deno.test("Execution takes a failing asker as a refusal", async () => {
  const execution = run();
  execution.inputRequests.answerWith(() => Promise.reject(new Error("the client has gone")));
  assert.equal(
    await execution.inputRequests.ask({ prompt: "name? ", password: true }, execution.ended),
    undefined,
  );
  assert.equal(execution.inputRequests.refused?.prompt, "name? ");
});

Deno.test("Execution has begun if the kernel died of it before it could say so, not if it waited", () => {
  for (const sent of [after(), after(busy)]) {
    sent.end("kernel_died");
    assert.equal(sent.hasBegun, true);
  }
  const queued = new Execution({ sessionId: "s", code: "1" });
  queued.end("kernel_died");
  assert.equal(queued.hasBegun, false);
  const dropped = after(busy);
  dropped.end("interrupted");
  assert.equal(dropped.hasBegun, false);
});

const begun = () => {
  const execution = new Execution({ sessionId: "s", code: "1" });
  execution.sent();
  execution.take(status("busy"));
  return execution;
};

Deno.test("externalEndOf names what ended a run that did not come to its own end", () => {
  const [dead, lost] = [begun(), begun()];
  dead.end("kernel_died", "The kernel died");
  lost.endUnknown("The connection was cut");
  assert.deepEqual(externalEndOf(dead), { ename: "KernelDied", evalue: "The kernel died" });
  assert.deepEqual(externalEndOf(lost), { ename: "ConnectionLost", evalue: "The connection was cut" });
});

Deno.test("externalEndOf has nothing to say of the code's own errors, of runs that were stopped, and of those that continue", () => {
  const [failed, stopped, running] = [begun(), begun(), begun()];
  failed.take(message("execute_reply", { status: "error", ename: "E", evalue: "", traceback: [] }, "shell"));
  failed.take(status("idle"));
  stopped.stopFor("interrupted");
  stopped.endUnknown("The connection was cut");
  assert.equal(failed.status, "error");
  assert.equal(stopped.status, "interrupted");
  for (const execution of [failed, stopped, running]) assert.equal(externalEndOf(execution), undefined);
});

/** A run that has been sent, and how often it asked to be sent again. */
function sentRun(maxDrops: number) {
  const drops = { count: 0 };
  const onDropped = () => ++drops.count <= maxDrops;
  const run = new Execution({ sessionId: "s", code: "1", onDropped });
  run.sent();
  const take = (...messages: readonly Received[]) => messages.forEach((one) => run.take(one));
  return { run, drops, take };
}

Deno.test("Execution that the kernel drops is sent again and takes its second answer whole", async () => {
  const { run, drops, take } = sentRun(5);
  take(status("busy"), reply({ status: "aborted" }), status("idle"));
  assert.equal(run.state, "sent");
  take(status("idle"), reply({ status: "aborted" }));
  assert.equal(drops.count, 2, "in either order");
  take(status("busy"), reply({ status: "ok" }));
  assert.equal(run.status, "running", "the idle status of the first try does not count for the last");
  take(message("stream", { name: "stdout", text: "late\n" }), status("idle"));
  await run.ended;
  assert.equal(run.status, "ok");
  assert.deepEqual(run.outputs.outputs(), [{ output_type: "stream", name: "stdout", text: "late\n" }]);
  assert.deepEqual(run.notes, []);
});

Deno.test("Execution that is dropped too often ends and says that nothing was executed", async () => {
  const { run, take } = sentRun(1);
  take(reply({ status: "aborted" }), status("idle"), reply({ status: "aborted" }), status("idle"));
  await run.ended;
  assert.equal(run.status, "interrupted");
  assert.match(run.notes.join(), /nothing of it was executed/);
});

Deno.test("Execution that is dropped while it is being stopped is not sent again", async () => {
  const { run, drops, take } = sentRun(5);
  run.stopFor("timeout");
  take(reply({ status: "aborted" }), status("idle"));
  await run.ended;
  assert.equal(run.status, "timeout");
  assert.equal(drops.count, 0);
});
