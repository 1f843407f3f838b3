import assert from "node:assert/strict";
import { boundedText } from "../../../../src/base/net/bounded_text.ts";
import { hasMoreParts, textStart } from "../../../../src/jupyter/rest/body.ts";

/** An answer of which it is known how much was read. */
function counted(part: string, times: number) {
  const answer = { read: 0, response: new Response() };
  const bytes = new TextEncoder().encode(part);
  answer.response = new Response(
    new ReadableStream({
      pull(controller) {
        if (answer.read++ < times) controller.enqueue(bytes);
        else controller.close();
      },
    }, { highWaterMark: 0 }),
  );
  return answer;
}

Deno.test("boundedText reads an answer up to its limit and no further", async () => {
  assert.deepEqual(await boundedText(counted("é€", 3).response, 15), { text: "é€é€é€", isWhole: true });
  const over = counted("é€", 1_000_000);
  assert.equal((await boundedText(over.response, 14)).isWhole, false);
  assert.ok(over.read < 10, `${over.read} parts read`);
});

Deno.test("textStart gives what an endless answer begins with, also of a clone", async () => {
  const { response } = counted("abc", Infinity);
  assert.equal(await textStart(response.clone(), 5), "abcab");
  assert.equal(await textStart(response, 4), "abca");
  assert.equal(await textStart(new Response(null), 4), "");
});

Deno.test("hasMoreParts counts values, not characters of texts", () => {
  const cases: readonly (readonly [json: string, most: number, hasMore: boolean])[] = [
    ["[1,2,3]", 3, false],
    ["[1,2,3,4]", 3, true],
    ["[{},{},{}]", 3, true],
    ["[[[[[", 4, true],
    ['["a,b,c,d,e,f"]', 3, false],
    [String.raw`["a\",[,{,\\",1]`, 2, false],
    [String.raw`["a\\",1,2,3,4]`, 3, true],
    ['["never ends,,,,,', 3, false],
    ["", 0, false],
  ];
  for (const [json, most, hasMore] of cases) assert.equal(hasMoreParts(json, most), hasMore, json);
});
