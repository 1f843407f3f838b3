import assert from "node:assert/strict";
import { answerPatience, InputRequests } from "../../../../src/jupyter/kernel/input_requests.ts";

const question = { prompt: "Name? ", password: false };
const never = new Promise<never>(() => {});

Deno.test("InputRequests hands an answer on, an empty one too", async () => {
  const requests = new InputRequests();
  for (const answer of ["Ana", ""]) {
    requests.answerWith(() => Promise.resolve(answer));
    assert.equal(await requests.ask(question, never), answer);
    assert.equal(requests.refused, undefined);
  }
});

Deno.test("InputRequests says why there is no answer", async () => {
  const requests = new InputRequests();
  assert.equal(await requests.ask(question, never), undefined);
  assert.equal(requests.refused?.refusal, "nobody_to_ask");
  requests.answerWith(() => Promise.resolve(undefined));
  await requests.ask(question, never);
  assert.equal(requests.refused?.refusal, "declined");
  requests.answerWith(() => Promise.reject(new Error("the client broke")));
  await requests.ask(question, never);
  assert.equal(requests.refused?.refusal, "declined");
});

Deno.test("InputRequests closes a question that nobody answers in time, and tells who was asked", async () => {
  const requests = new InputRequests();
  let closed: AbortSignal | undefined;
  requests.answerWith((_, signal) => {
    closed = signal;
    return never;
  }, 20);
  const asked = requests.ask(question, never);
  assert.ok(requests.isAsking && !closed?.aborted);
  assert.equal(await asked, undefined);
  assert.deepEqual(requests.refused, { kind: "refused", prompt: "Name? ", refusal: "silence" });
  assert.ok(closed?.aborted && !requests.isAsking);
  assert.ok(requests.waitedFor >= 15);
});

Deno.test("InputRequests closes a question whose run is over, which is no refusal", async () => {
  const requests = new InputRequests();
  let closed: AbortSignal | undefined;
  requests.answerWith((_, signal) => {
    closed = signal;
    return never;
  });
  assert.equal(await requests.ask(question, Promise.resolve()), undefined);
  assert.equal(requests.refused, undefined);
  assert.ok(closed?.aborted);
});

Deno.test("answerPatience gives a person minutes, and never holds a kernel for long", () => {
  assert.deepEqual([1, 30, 200, 86_400].map(answerPatience), [120_000, 120_000, 200_000, 300_000]);
});
