import assert from "node:assert/strict";
import { outputsDelivered } from "../../../../src/jupyter/kernel/outputs_delivered.ts";
import type { Received } from "../../../../src/jupyter/kernel/messages.ts";

const silence = 20;

class Line {
  looks = 0;
  forgotten = 0;
  answer: ((message: Received) => void) | undefined;
  readonly #talksFor: number;

  /** Something comes on it at each of so many looks. */
  constructor(talksFor: number) {
    this.#talksFor = talksFor;
  }

  get lastHeard(): number {
    return ++this.looks <= this.#talksFor ? performance.now() : 0;
  }

  request(_: unknown, route: (message: Received) => void): string {
    this.answer = route;
    return "probe";
  }

  forget(): void {
    this.forgotten++;
  }
}

function message(channel: string): Received {
  const header = { msg_id: "1", msg_type: "status", session: "s" };
  return { channel, header, parent: {}, content: () => ({}), exactContent: () => ({}) };
}

Deno.test("outputsDelivered", async (t) => {
  const { signal } = new AbortController();

  await t.step("waits as long as anything comes, however long that is", async () => {
    const line = new Line(50);
    await outputsDelivered(line, { signal, silence });
    assert.ok(line.looks > 50, `${line.looks} looks`);
  });

  await t.step("ends with the status of its question, not with the reply", async () => {
    const line = new Line(Infinity);
    let isIn = false;
    const waiting = outputsDelivered(line, { signal, silence }).then(() => isIn = true);
    line.answer?.(message("control"));
    await Promise.resolve();
    assert.equal(isIn, false);
    line.answer?.(message("iopub"));
    await waiting;
    assert.equal(line.forgotten, 1);
  });

  await t.step("rejects if the connection is cut", async () => {
    const line = new Line(Infinity);
    const cut = new AbortController();
    const waiting = outputsDelivered(line, { signal: cut.signal, silence });
    cut.abort(new Error("cut"));
    await assert.rejects(waiting, /cut/);
    assert.equal(line.forgotten, 1);
  });
});
