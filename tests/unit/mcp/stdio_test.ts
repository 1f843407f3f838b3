import assert from "node:assert/strict";
import { invalidRequestReply, requestIdOfLongLine } from "../../../src/mcp/stdio.ts";

Deno.test("invalidRequestReply answers to the id of a request, whatever else is wrong with it", () => {
  assert.partialDeepStrictEqual(invalidRequestReply('{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}'), {
    id: 7,
    error: { code: -32600 },
  });
  assert.equal(invalidRequestReply('{"id":"a","method":"x","params":null}')?.id, "a");
});

Deno.test("invalidRequestReply is silent if nothing is owed", () => {
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

Deno.test("requestIdOfLongLine finds the id at either end of a line", () => {
  const tail = 'aaaa"}}}\n';
  assert.equal(
    requestIdOfLongLine({ head: '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"na', tail }),
    7,
  );
  assert.equal(requestIdOfLongLine({ head: '{"id": "a\\"b", "jsonrpc": "2.0", "params": {', tail }), 'a"b');
  const head = '{"method":"tools/call","params":{"name":"x","arguments":{"content":"aaa';
  assert.equal(requestIdOfLongLine({ head, tail: 'aaa"}},"jsonrpc":"2.0","id":12}\n' }), 12);
  assert.equal(requestIdOfLongLine({ head, tail: 'aaa"}}, "id": 3, "jsonrpc": "2.0"}\n' }), 3);
});

Deno.test("requestIdOfLongLine takes no id out of the arguments", () => {
  const head = '{"jsonrpc":"2.0","method":"tools/call","params":{"id":5,"content":"aaa';
  assert.equal(requestIdOfLongLine({ head, tail: 'aaa"}}\n' }), null);
  assert.equal(requestIdOfLongLine({ head, tail: '{"id":5}"}}\n' }), null);
});
