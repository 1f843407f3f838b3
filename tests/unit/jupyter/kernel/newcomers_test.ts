import assert from "node:assert/strict";
import type { AskedConnection } from "../../../../src/jupyter/kernel/ask.ts";
import { Newcomers } from "../../../../src/jupyter/kernel/newcomers.ts";

class Line implements AskedConnection {
  questions = 0;
  readonly #isHeard: boolean;

  constructor(isHeard: boolean) {
    this.#isHeard = isHeard;
  }

  request: AskedConnection["request"] = ({ channel, type }, route) => {
    this.questions++;
    const header = { msg_id: "reply", msg_type: "kernel_info_reply" };
    if (this.#isHeard) queueMicrotask(() => route({ channel, header, parent: {}, content: () => ({}) }));
    return type;
  };

  reply(): void {}
  forget(): void {}
}

const greetingOf = (session: string) => ({ parent: { msg_type: "kernel_info_request", session } });

Deno.test("Newcomers asks the kernel once after somebody else has connected", async () => {
  const line = new Line(true);
  const newcomers = new Newcomers();
  newcomers.notice(greetingOf("ours"), "ours");
  newcomers.notice({ parent: { msg_type: "execute_request", session: "theirs" } }, "ours");
  assert.deepEqual([await newcomers.isHeard(line), line.questions], [true, 0]);

  newcomers.notice(greetingOf("theirs"), "ours");
  assert.deepEqual(await Promise.all([newcomers.isHeard(line), newcomers.isHeard(line)]), [true, true]);
  assert.deepEqual([await newcomers.isHeard(line), line.questions], [true, 1]);
});

Deno.test("Newcomers finds out that the kernel no longer hears us, until we connect again", async () => {
  const line = new Line(false);
  const newcomers = new Newcomers(1);
  newcomers.notice(greetingOf("theirs"), "ours");
  assert.equal(await newcomers.isHeard(line), false);
  assert.equal(await newcomers.isHeard(line), false);
  newcomers.forget();
  assert.deepEqual([await newcomers.isHeard(line), line.questions], [true, 2]);
});
