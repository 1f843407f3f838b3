import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import type { RequestConnection } from "../../../../src/jupyter/kernel/messages.ts";
import { Displacement } from "../../../../src/jupyter/kernel/displacement.ts";

type Answers = "control" | "shell" | "nowhere";

class Line implements RequestConnection {
  questions = 0;
  readonly #answers: Answers;

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  request: RequestConnection["request"] = ({ channel, type }, route) => {
    this.questions++;
    const header = { msg_id: "reply", msg_type: "kernel_info_reply" };
    if (this.#answers === channel) {
      queueMicrotask(() => route({ channel, header, parent: {}, content: () => ({}) }));
    }
    return type;
  };

  reply(): void {}
  forget(): void {}
}

const greetingOf = (session: string) => ({ parent: { msg_type: "kernel_info_request", session } });
const concerned = { isAffected: () => Promise.resolve(true) };

Deno.test("Displacement asks the kernel once after someone else has connected", async () => {
  for (const channel of ["control", "shell"] as const) {
    const line = new Line(channel);
    const newcomers = new Displacement(concerned);
    newcomers.notice(greetingOf("ours"), "ours");
    newcomers.notice({ parent: { msg_type: "execute_request", session: "theirs" } }, "ours");
    assert.deepEqual([await newcomers.canReachKernel(line), line.questions], [true, 0]);

    newcomers.notice(greetingOf("theirs"), "ours");
    assert.ok(newcomers.isPossible);
    assert.deepEqual(await Promise.all([newcomers.canReachKernel(line), newcomers.canReachKernel(line)]), [
      true,
      true,
    ]);
    assert.ok(!newcomers.isPossible);
    assert.deepEqual(
      [await newcomers.canReachKernel(line), line.questions],
      [true, 2],
      "once on either channel",
    );
  }
});

Deno.test("Displacement finds out that the kernel no longer hears us, until we connect again", async () => {
  const line = new Line("nowhere");
  const newcomers = new Displacement({ ...concerned, limit: 1 });
  newcomers.notice(greetingOf("theirs"), "ours");
  assert.equal(await newcomers.canReachKernel(line), false);
  assert.equal(await newcomers.canReachKernel(line), false);
  newcomers.clear();
  assert.deepEqual([await newcomers.canReachKernel(line), line.questions], [true, 4]);
});

Deno.test("Displacement asks nothing on a server on which everyone is heard", async () => {
  const line = new Line("nowhere");
  let looks = 0;
  const newcomers = new Displacement({ isAffected: () => Promise.resolve(++looks < 0), limit: 1 });
  for (let greeting = 0; greeting < 3; greeting++) {
    newcomers.notice(greetingOf("theirs"), "ours");
    assert.ok(await newcomers.canReachKernel(line));
    assert.ok(!newcomers.isPossible);
  }
  assert.deepEqual([looks, line.questions], [1, 0]);
});

Deno.test("Displacement asks the kernel if the server does not tell its kind", async () => {
  const line = new Line("nowhere");
  const unreachable = () => Promise.reject(new AppError("jupyter_unreachable", "it is gone"));
  const newcomers = new Displacement({ isAffected: unreachable, limit: 1 });
  newcomers.notice(greetingOf("theirs"), "ours");
  assert.equal(await newcomers.canReachKernel(line), false);
  assert.equal(line.questions, 2);
});
