import assert from "node:assert/strict";
import { openKnowledge } from "../../../harness/knowledge_folder.ts";
import { repeatableRandom } from "../../../harness/repeatable_random.ts";

const words = ["alpha", "beta", "gamma", "売上", "の"];
const types = ["issue", "task"];

interface Thing {
  readonly type: string;
  readonly words: readonly string[];
}

/** A query as text, and what it means. */
interface Asked {
  readonly text: string;
  readonly holds: (thing: Thing) => boolean;
}

function asked(random: () => number, depth: number): Asked {
  const pick = (values: readonly string[]) => values[Math.floor(random() * values.length)] ?? "";
  const inner = () => asked(random, depth - 1);
  switch (depth === 0 ? Math.floor(random() * 2) : Math.floor(random() * 5)) {
    case 0: {
      const type = pick(types);
      return { text: `type:${type}`, holds: (thing) => thing.type === type };
    }
    case 1: {
      const word = pick(words);
      return { text: word, holds: (thing) => thing.words.includes(word) };
    }
    case 2: {
      const { text, holds } = inner();
      return { text: `-(${text})`, holds: (thing) => !holds(thing) };
    }
    case 3: {
      const parts = [inner(), inner(), inner()];
      return {
        text: parts.map(({ text }) => `(${text})`).join(" "),
        holds: (thing) => parts.every(({ holds }) => holds(thing)),
      };
    }
    default: {
      const parts = [inner(), inner(), inner()];
      return {
        text: parts.map(({ text }) => `(${text})`).join(" OR "),
        holds: (thing) => parts.some(({ holds }) => holds(thing)),
      };
    }
  }
}

Deno.test("words, fields, groups and negations mean what they say in every combination", async () => {
  await using knowledge = await openKnowledge();
  const things = Array.from({ length: 64 }, (_, n): Thing => ({
    type: types[n % 2] ?? "",
    words: words.filter((_, bit) => (n >> (bit + 1)) % 2 === 1),
  }));
  for (const { type, words } of things) {
    await knowledge.base.createItem({ type, title: "x", content: words.join(" ") });
  }
  const random = repeatableRandom(11);
  for (let round = 0; round < 500; round++) {
    const { text, holds } = asked(random, 3);
    const { items, total } = await knowledge.base.searchItems({ query: text, limit: 100, offset: 0 });
    const expected = things.flatMap((thing, at) => holds(thing) ? [at + 1] : []);
    assert.deepEqual(items.map(({ id }) => id).sort((a, b) => a - b), expected, text);
    assert.equal(total, expected.length, text);
  }
});
