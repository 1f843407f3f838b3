import assert from "node:assert/strict";
import { LeadingBar, readBar } from "../../../src/output/progress_bar.ts";

const bar = (done: number, total: number, name = "") =>
  `${name}${Math.floor(done * 100 / total)}%|███  | ${done}/${total} [00:01<00:02, 20.0it/s]`;

Deno.test("readBar reads tqdm's numbers and units, and nothing else", () => {
  assert.deepEqual(readBar(bar(3, 40, "Epoch: ")), { done: 3, total: 40 });
  assert.deepEqual(readBar("12%|█ | 1.20k/10.0k [00:01<00:02]"), { done: 1_200, total: 10_000 });
  for (const line of ["", "50% done", "3/4", "12%|█ | 5/4 [00:01<00:02]"]) {
    assert.equal(readBar(line), undefined);
  }
});

Deno.test("LeadingBar follows the outer of nested bars, whichever was printed last", () => {
  const leading = new LeadingBar();
  let text = bar(0, 3, "outer: ");
  const seen: string[] = [];
  for (let outer = 0; outer < 3; outer++) {
    for (const inner of [0, 5, 10]) {
      text += `\n${bar(inner, 10, `inner ${outer}: `)}`;
      const state = leading.read(text);
      seen.push(`${state?.done}/${state?.total}`);
    }
    text += `\n${bar(outer + 1, 3, "outer: ")}`;
  }
  assert.deepEqual(seen, [0, 0, 0, 1, 1, 1, 2, 2, 2].map((done) => `${done}/3`));
});

Deno.test("LeadingBar keeps its bar while other text is printed, and takes the next when it is full", () => {
  const leading = new LeadingBar();
  assert.equal(leading.read("loading"), undefined);
  assert.deepEqual(leading.read(bar(2, 4)), { done: 2, total: 4 });
  assert.deepEqual(leading.read("some line"), { done: 2, total: 4 });
  assert.deepEqual(leading.read(`${bar(4, 4)}\n${bar(1, 9)}`), { done: 5, total: 13 });
  assert.deepEqual(leading.read(`${bar(4, 4)}\n${bar(1, 9)}\r${bar(9, 9)}`), { done: 13, total: 13 });
});

Deno.test("LeadingBar counts on where one bar follows another of the same length", () => {
  const leading = new LeadingBar();
  const seen = [[1, 5], [4, 5], [2, 5], [5, 5], [1, 5]].map(([done = 0, total = 0]) =>
    leading.read(bar(done, total))
  );
  const done = [1, 4, 7, 10, 11];
  const total = [5, 5, 10, 10, 15];
  assert.deepEqual(seen, done.map((count, index) => ({ done: count, total: total[index] })));
});

Deno.test("LeadingBar tells nested bars of the same length apart by their names", () => {
  const leading = new LeadingBar();
  const seen = [0, 1, 2].flatMap((outer) =>
    [0, 5, 10].map((inner) =>
      leading.read(`${bar(outer, 10, "epochs: ")}\n${bar(inner, 10, "batches: ")}`)?.done
    )
  );
  assert.deepEqual(seen, [0, 0, 0, 1, 1, 1, 2, 2, 2]);
});

Deno.test("LeadingBar follows a bar that is renamed as it goes", () => {
  const leading = new LeadingBar();
  const seen = [0, 1, 2].map((done) => leading.read(bar(done, 3, `loss ${9 - done}: `)));
  assert.deepEqual(seen, [0, 1, 2].map((done) => ({ done, total: 3 })));
});

Deno.test("readBar does not look for a bar in a line that no terminal shows", () => {
  assert.equal(readBar("1%|".repeat(500) + bar(3, 40)) === undefined, false);
  assert.equal(readBar("1%|".repeat(5_000) + bar(3, 40)), undefined);
});
