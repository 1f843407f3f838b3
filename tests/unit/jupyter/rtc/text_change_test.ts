import assert from "node:assert/strict";
import { singleChange, tailChange } from "../../../../src/jupyter/rtc/text_diff.ts";

type Change = ReturnType<typeof singleChange>;

function apply(text: string, change: Change): string {
  if (change === null) return text;
  return text.slice(0, change.at) + change.insert + text.slice(change.at + change.remove);
}

/** The parts that the change cuts a text into hold whole characters. */
function cutsNothing(text: string, change: Change): boolean {
  if (change === null) return true;
  const parts = [
    text.slice(0, change.at),
    text.slice(change.at, change.at + change.remove),
    text.slice(change.at + change.remove),
    change.insert,
  ];
  return parts.every((part) => part.isWellFormed());
}

Deno.test("textChange is null for equal texts", () => {
  assert.equal(singleChange("a\nb", "a\nb"), null);
});

Deno.test("textChange replaces only what differs in the middle", () => {
  assert.deepEqual(singleChange("x = 1\nprint(x)\n", "x = 42\nprint(x)\n"), {
    at: 4,
    remove: 1,
    insert: "42",
  });
});

Deno.test("textChange does not count an overlap twice", () => {
  assert.deepEqual(singleChange("aa", "aaa"), { at: 2, remove: 0, insert: "a" });
  assert.deepEqual(singleChange("aaa", "aa"), { at: 2, remove: 1, insert: "" });
});

Deno.test("textChange never cuts a character of two units", () => {
  // The first units are equal in the first pair, the second units in the second.
  for (
    const [before, after] of [["a😀b", "a😁b"], ["a😀b", "a🈀b"], ["😀", "😀😀"], ["😀😁", "😁"]] as const
  ) {
    const change = singleChange(before, after);
    assert.equal(apply(before, change), after);
    assert.ok(cutsNothing(before, change));
  }
});

Deno.test("tailChange replaces everything after the common start", () => {
  assert.deepEqual(tailChange("10%|#  |", "20%|## |"), { at: 0, remove: 8, insert: "20%|## |" });
  assert.deepEqual(tailChange("a\n", "a\nb\n"), { at: 2, remove: 0, insert: "b\n" });
});

Deno.test("textChange and tailChange give the new text for random pairs", () => {
  const alphabet = ["a", "b", "\n", "é", "😀", "😁", "日"];
  const text = () =>
    Array.from({ length: Math.floor(Math.random() * 12) }, () => alphabet[Math.floor(Math.random() * 7)])
      .join(
        "",
      );
  for (let round = 0; round < 5_000; round++) {
    const [before, after] = [text(), text()];
    for (const change of [singleChange(before, after), tailChange(before, after)]) {
      assert.equal(apply(before, change), after);
      assert.ok(cutsNothing(before, change), JSON.stringify([before, after]));
    }
  }
});
