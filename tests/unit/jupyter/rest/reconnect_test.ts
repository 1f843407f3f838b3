import assert from "node:assert/strict";
import { reconnectDelay, reconnectLimit } from "../../../../src/jupyter/rest/reconnect.ts";

const attempts = Array.from({ length: 2_000 }, (_, attempt) => attempt);

Deno.test("reconnectDelay tries at once first", () => {
  assert.equal(reconnectDelay(0, () => 0.99), 0);
});

Deno.test("reconnectDelay grows up to four seconds and stays there", () => {
  const longest = attempts.map((attempt) => reconnectDelay(attempt, () => 1));
  assert.deepEqual(longest.slice(0, 8), [0, 250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
  assert.ok(longest.every((delay, index) => delay >= (longest[index - 1] ?? 0)));
  assert.equal(longest.at(-1), 4_000);
});

Deno.test("reconnectDelay is spread over the upper half of each delay", () => {
  for (const attempt of attempts.slice(1)) {
    const least = reconnectDelay(attempt, () => 0);
    const most = reconnectDelay(attempt, () => 1);
    assert.equal(least, most / 2);
    const own = reconnectDelay(attempt);
    assert.ok(own >= least && own <= most);
  }
});

Deno.test("reconnectDelay allows many tries before the limit", () => {
  let waited = 0;
  let tries = 0;
  while (waited < reconnectLimit) waited += reconnectDelay(tries++, () => 1);
  assert.ok(tries > 15);
});
