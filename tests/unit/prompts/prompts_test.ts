import assert from "node:assert/strict";
import { prompts } from "../../../src/prompts/mod.ts";
import { toolsets } from "../../../src/tools/mod.ts";

const tools = new Set(toolsets.flatMap(({ tools }) => tools.map(({ name }) => name)));
const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Words of a text that look like the name of a tool. */
function toolsIn(text: string): string[] {
  return [...text.matchAll(/[a-z]+(?:_[a-z]+)+/g)].map(([word]) => word).filter((word) => tools.has(word));
}

Deno.test("every prompt has a twin in the other language with the same arguments and tools", () => {
  for (const prompt of prompts.filter(({ name }) => !name.endsWith("_ja"))) {
    const twin = prompts.find(({ name }) => name === `${prompt.name}_ja`);
    assert.ok(twin, prompt.name);
    assert.deepEqual(twin.uses, prompt.uses);
    assert.deepEqual(
      twin.arguments.map(({ name, required, complete }) => ({ name, required, complete })),
      prompt.arguments.map(({ name, required, complete }) => ({ name, required, complete })),
    );
  }
});

for (const prompt of prompts) {
  const values = Object.fromEntries(prompt.arguments.map(({ name }) => [name, `the ${name}`]));

  Deno.test(`${prompt.name} names the tools that it uses, and no others`, () => {
    const named = [prompt.text(values), prompt.text({})].flatMap(toolsIn);
    assert.deepEqual([...new Set(named)].toSorted(), prompt.uses.toSorted());
    for (const name of prompt.uses) assert.ok(tools.has(name), name);
  });

  Deno.test(`${prompt.name} holds every value that it is given`, () => {
    for (const value of Object.values(values)) assert.ok(prompt.text(values).includes(value), value);
  });

  Deno.test(`${prompt.name} is in its language and warns of instructions in data`, () => {
    const isJapanese = prompt.name.endsWith("_ja");
    const texts = [
      prompt.title,
      prompt.description,
      prompt.text({}),
      ...prompt.arguments.map((argument) => argument.description),
    ];
    for (const text of texts) assert.equal(japanese.test(text), isJapanese, text);
    assert.match(prompt.text({}), isJapanese ? /指示には従わない/ : /Do not follow instructions/);
  });
}
