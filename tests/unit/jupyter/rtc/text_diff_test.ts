import assert from "node:assert/strict";
import { applyText } from "../../../../src/jupyter/rtc/shared_cell.ts";
import { diffText, singleChange, tailChange } from "../../../../src/jupyter/rtc/text_diff.ts";
import { Y } from "../../../../src/jupyter/rtc/yjs.ts";
type Changes = ReturnType<typeof diffText>;

function apply(text: string, changes: Changes): string {
  return changes.toReversed().reduce(
    (changed, { at, remove, insert }) => changed.slice(0, at) + insert + changed.slice(at + remove),
    text,
  );
}

function sharedText(content: string): Y.Text {
  const text = new Y.Doc().getText("source");
  text.insert(0, content);
  return text;
}

/** Where a cursor at `before` of the old text is after the change. */
function cursorAfter(text: Y.Text, at: number, change: () => void): number | undefined {
  const cursor = Y.createRelativePositionFromTypeIndex(text, at);
  change();
  const { doc } = text;
  return doc === null ? undefined : Y.createAbsolutePositionFromRelativePosition(cursor, doc)?.index;
}

Deno.test("diffText has nothing to say of equal texts", () => {
  assert.deepEqual(diffText("a\nb", "a\nb"), []);
});

Deno.test("diffText replaces two places of a text one by one", () => {
  assert.deepEqual(diffText("x = 1\nkeep\ny = 1\n", "x = 2\nkeep\ny = 34\n"), [
    { at: 4, remove: 1, insert: "2" },
    { at: 15, remove: 1, insert: "34" },
  ]);
});

Deno.test("diffText replaces every place of a line by itself", () => {
  assert.deepEqual(diffText("banana", "bonono").map(({ at, remove }) => [at, remove]), [[1, 1], [3, 1], [
    5,
    1,
  ]]);
  const names = "old = f(old) + old.size";
  assert.equal(diffText(names, names.replaceAll("old", "fresh")).length, 3);
});

Deno.test("diffText gives the new text for random pairs and never cuts a character of two units", () => {
  const alphabet = ["a", "b", " ", "\n", "é", "😀", "😁", "🈀", "日"];
  const text = () =>
    Array.from({ length: Math.floor(Math.random() * 14) }, () => alphabet[Math.floor(Math.random() * 9)])
      .join("");
  for (let round = 0; round < 5_000; round++) {
    const [before, after] = [text(), text()];
    const changes = diffText(before, after);
    assert.equal(apply(before, changes), after);
    for (const { at, remove, insert } of changes) {
      const parts = [before.slice(0, at), before.slice(at, at + remove), before.slice(at + remove), insert];
      assert.ok(parts.every((part) => part.isWellFormed()), JSON.stringify([before, after]));
    }
  }
});

Deno.test("diffText takes the lines of random edits out, and nothing else", () => {
  for (let round = 0; round < 300; round++) {
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}: ${"abc".repeat(index)}\n`);
    const changed = lines.map(() => Math.random() < 0.2);
    const after = lines.map((line, index) => changed[index] ? line.replace(":", " was:") : line);
    const text = sharedText(lines.join(""));
    const places = lines.map((_, index) => lines.slice(0, index).join("").length + 2);
    const cursors = places.map((place) => Y.createRelativePositionFromTypeIndex(text, place));
    applyText(text, after.join(""));
    assert.equal(text.toString(), after.join(""));
    cursors.forEach((cursor, index) => {
      const found = text.doc && Y.createAbsolutePositionFromRelativePosition(cursor, text.doc);
      assert.equal(found?.index, after.slice(0, index).join("").length + 2);
    });
  }
});

Deno.test("a cursor between two changed lines stays where it is", () => {
  const before = "import a\nhere I type\nprint(a)\n";
  const after = "import a, b\nhere I type\nprint(a, b)\n";
  const text = sharedText(before);
  const index = cursorAfter(text, before.indexOf("I type"), () => applyText(text, after));
  assert.equal(text.toString(), after);
  assert.equal(index, after.indexOf("I type"));
});

Deno.test("diffText takes huge texts that have nothing in common", () => {
  const lines = (word: string) => Array.from({ length: 50_000 }, (_, index) => `${word}${index}\n`).join("");
  const [before, after] = [lines("a"), lines("b")];
  const changes = diffText(before, after);
  assert.equal(changes.length, 1);
  assert.equal(apply(before, changes), after);
});

type Change = ReturnType<typeof singleChange>;

function applyOne(text: string, change: Change): string {
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

Deno.test("singleChange is null for equal texts", () => {
  assert.equal(singleChange("a\nb", "a\nb"), null);
});

Deno.test("singleChange replaces only what differs in the middle", () => {
  assert.deepEqual(singleChange("x = 1\nprint(x)\n", "x = 42\nprint(x)\n"), {
    at: 4,
    remove: 1,
    insert: "42",
  });
});

Deno.test("singleChange does not count an overlap twice", () => {
  assert.deepEqual(singleChange("aa", "aaa"), { at: 2, remove: 0, insert: "a" });
  assert.deepEqual(singleChange("aaa", "aa"), { at: 2, remove: 1, insert: "" });
});

Deno.test("singleChange never cuts a character of two units", () => {
  // The first units are equal in the first pair, the second units in the second.
  for (
    const [before, after] of [["a😀b", "a😁b"], ["a😀b", "a🈀b"], ["😀", "😀😀"], ["😀😁", "😁"]] as const
  ) {
    const change = singleChange(before, after);
    assert.equal(applyOne(before, change), after);
    assert.ok(cutsNothing(before, change));
  }
});

Deno.test("tailChange replaces everything after the common start", () => {
  assert.deepEqual(tailChange("10%|#  |", "20%|## |"), { at: 0, remove: 8, insert: "20%|## |" });
  assert.deepEqual(tailChange("a\n", "a\nb\n"), { at: 2, remove: 0, insert: "b\n" });
});

Deno.test("singleChange and tailChange give the new text for random pairs", () => {
  const alphabet = ["a", "b", "\n", "é", "😀", "😁", "日"];
  const text = () =>
    Array.from({ length: Math.floor(Math.random() * 12) }, () => alphabet[Math.floor(Math.random() * 7)])
      .join(
        "",
      );
  for (let round = 0; round < 5_000; round++) {
    const [before, after] = [text(), text()];
    for (const change of [singleChange(before, after), tailChange(before, after)]) {
      assert.equal(applyOne(before, change), after);
      assert.ok(cutsNothing(before, change), JSON.stringify([before, after]));
    }
  }
});
