import assert from "node:assert/strict";
import { answerPatience, InputRequests } from "../../../../src/jupyter/kernel/input_requests.ts";

const question = { prompt: "Name? ", password: false };
const never = new Promise<never>(() => {});

Deno.test("InputRequests hands an answer on, an empty one too", async () => {
  const desk = new InputRequests();
  for (const answer of ["Ana", ""]) {
    desk.attend(() => Promise.resolve(answer));
    assert.equal(await desk.ask(question, never), answer);
    assert.equal(desk.refused, undefined);
  }
});

Deno.test("InputRequests says why there is no answer", async () => {
  const desk = new InputRequests();
  assert.equal(await desk.ask(question, never), undefined);
  assert.equal(desk.refused?.refusal, "nobody_to_ask");
  desk.attend(() => Promise.resolve(undefined));
  await desk.ask(question, never);
  assert.equal(desk.refused?.refusal, "declined");
  desk.attend(() => Promise.reject(new Error("the client broke")));
  await desk.ask(question, never);
  assert.equal(desk.refused?.refusal, "declined");
});

Deno.test("InputRequests closes a question that nobody answers in time, and tells who was asked", async () => {
  const desk = new InputRequests();
  let closed: AbortSignal | undefined;
  desk.attend((_, signal) => {
    closed = signal;
    return never;
  }, 20);
  const asked = desk.ask(question, never);
  assert.ok(desk.isAsking && !closed?.aborted);
  assert.equal(await asked, undefined);
  assert.deepEqual(desk.refused, { kind: "refused", prompt: "Name? ", refusal: "silence" });
  assert.ok(closed?.aborted && !desk.isAsking);
  assert.ok(desk.askedFor >= 15);
});

Deno.test("InputRequests closes a question whose run is over, which is no refusal", async () => {
  const desk = new InputRequests();
  let closed: AbortSignal | undefined;
  desk.attend((_, signal) => {
    closed = signal;
    return never;
  });
  assert.equal(await desk.ask(question, Promise.resolve()), undefined);
  assert.equal(desk.refused, undefined);
  assert.ok(closed?.aborted);
});

Deno.test("answerPatience gives a person minutes, and never holds a kernel for long", () => {
  assert.deepEqual([1, 30, 200, 86_400].map(answerPatience), [120_000, 120_000, 200_000, 300_000]);
});
