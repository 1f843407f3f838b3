import assert from "node:assert/strict";
import { invalidRequestReply } from "../../../src/mcp/stdio.ts";

Deno.test("answerToRefused answers to the id of a request, whatever else is wrong with it", () => {
  assert.partialDeepStrictEqual(invalidRequestReply('{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}'), {
    id: 7,
    error: { code: -32600 },
  });
  assert.equal(invalidRequestReply('{"id":"a","method":"x","params":null}')?.id, "a");
});

Deno.test("answerToRefused is silent where nothing is owed", () => {
  for (
    const line of [
      "",
      "{",
      "[]",
      "7",
      '{"method":"ping"}',
      '{"id":null,"method":"x"}',
      '{"id":1,"result":{}}',
    ]
  ) {
    assert.equal(invalidRequestReply(line), undefined);
  }
});
