import assert from "node:assert/strict";
import { reference } from "../../../../src/launch/tools/reference.ts";
import { referenceText } from "../../../../src/launch/tools/tools_command.ts";

const plain = (text: string) => text;

Deno.test("referenceText tells of each argument its type, its default or that it is required, and its meaning", () => {
  const text = referenceText(reference.filter(({ name }) => name === "execute_code"), { paint: plain });
  for (
    const part of [
      "EXECUTION\n\n  execute_code  may destroy something\n    Runs code",
      "\n      code  string, required\n          In the kernel",
      "\n      timeout  number, default 30\n",
      '\n      record  "auto" or boolean, default "auto"\n',
      '\n      on_timeout  "interrupt" | "continue", default "interrupt"\n',
    ]
  ) assert.ok(text.includes(part), part);
});

Deno.test("referenceText keeps to the width of the terminal, and to a hundred columns of a wide one", () => {
  for (const [width, most] of [[60, 60], [300, 100], [undefined, 100]] as const) {
    const lines = referenceText(reference, { paint: plain, width }).split("\n");
    const long = lines.filter((line) =>
      line.length > most && line.trim().includes(" ") && !/^ {6}\S/.test(line)
    );
    assert.deepEqual(long, []);
  }
});
