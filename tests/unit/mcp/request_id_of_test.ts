import assert from "node:assert/strict";
import { requestIdOfLongLine } from "../../../src/mcp/stdio.ts";

Deno.test("requestIdOf finds the id at either end of a line", () => {
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

Deno.test("requestIdOf takes no id out of the arguments", () => {
  const head = '{"jsonrpc":"2.0","method":"tools/call","params":{"id":5,"content":"aaa';
  assert.equal(requestIdOfLongLine({ head, tail: 'aaa"}}\n' }), null);
  assert.equal(requestIdOfLongLine({ head, tail: '{"id":5}"}}\n' }), null);
});
