import assert from "node:assert/strict";
import { answerOf, Dialogue, elicitParams } from "../../../src/mcp/elicitation.ts";

const never = new AbortController().signal;
const question = (prompt: string) => ({ prompt, password: false });

Deno.test("Dialogue of work that asks nothing is done in one step", async () => {
  const dialogue = new Dialogue<number>();
  dialogue.start(() => Promise.resolve(5));
  assert.deepEqual(await dialogue.step(never), { kind: "done", value: 5 });
});

Deno.test("Dialogue stops at each question and continues with its answer", async () => {
  const dialogue = new Dialogue<string>();
  dialogue.start(async () => {
    const name = await dialogue.ask(question("name? "));
    const age = await dialogue.ask(question("age? "));
    return `${name} ${age}`;
  });
  const first = await dialogue.step(never);
  assert.deepEqual(first, { kind: "question", id: dialogue.id, question: question("name? ") });
  dialogue.answer("Ana");
  const second = await dialogue.step(never);
  assert.ok(second.kind === "question" && first.kind === "question");
  assert.notEqual(second.id, first.id);
  assert.equal(second.question.prompt, "age? ");
  dialogue.answer(undefined);
  assert.deepEqual(await dialogue.step(never), { kind: "done", value: "Ana undefined" });
});

Deno.test("Dialogue gives the failure of its work to the caller who takes the next step", async () => {
  const dialogue = new Dialogue<string>();
  dialogue.start(async () => {
    await dialogue.ask(question("name? "));
    throw new Error("no such name");
  });
  await dialogue.step(never);
  dialogue.answer("Ana");
  await assert.rejects(dialogue.step(never), /no such name/);
});

Deno.test("Dialogue tells its work when the client cancels the request in progress", async () => {
  const dialogue = new Dialogue<string>();
  dialogue.start(() =>
    new Promise((_, reject) =>
      dialogue.signal.addEventListener("abort", () => reject(dialogue.signal.reason), { once: true })
    )
  );
  const client = new AbortController();
  const step = dialogue.step(client.signal);
  client.abort(new Error("cancelled"));
  await assert.rejects(step, /cancelled/);
  assert.equal(dialogue.signal.aborted, true);
});

Deno.test("Dialogue is not cancelled by the end of a request that was answered", async () => {
  const dialogue = new Dialogue<string | undefined>();
  dialogue.start(() => dialogue.ask(question("name? ")));
  const first = new AbortController();
  await dialogue.step(first.signal);
  first.abort();
  assert.equal(dialogue.signal.aborted, false);
  dialogue.answer("Ana");
  assert.deepEqual(await dialogue.step(never), { kind: "done", value: "Ana" });
});

Deno.test("elicitParams shows the code's own prompt", () => {
  const params = elicitParams({ prompt: "Your name: ", password: false });
  assert.equal(params.message, "The code asks: Your name:");
  assert.deepEqual(Object.keys(params.requestedSchema.properties), ["answer"]);
});

Deno.test("elicitParams says that a secret is asked for, and names a question without a prompt", () => {
  assert.match(elicitParams({ prompt: "", password: true }).message, /asks for a secret: Password/);
  assert.equal(elicitParams({ prompt: "  ", password: false }).message, "The code asks: Input");
});

Deno.test("answerOf takes an accepted answer, an empty one too, and nothing else", () => {
  assert.equal(answerOf("accept", { answer: "Ana" }), "Ana");
  assert.equal(answerOf("accept", { answer: "" }), "");
  assert.equal(answerOf("accept", {}), "");
  assert.equal(answerOf("accept", undefined), "");
  assert.equal(answerOf("accept", { answer: 5 }), "5");
  assert.equal(answerOf("decline", { answer: "Ana" }), undefined);
  assert.equal(answerOf("cancel", undefined), undefined);
});
