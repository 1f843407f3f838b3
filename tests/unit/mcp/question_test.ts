import assert from "node:assert/strict";
import { answerOf, elicitParams } from "../../../src/mcp/elicitation.ts";

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
