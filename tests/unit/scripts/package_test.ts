import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

async function packageTask(...args: string[]) {
  const script = fileURLToPath(new URL("../../../scripts/package.ts", import.meta.url));
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--allow-all", script, ...args],
  }).output();
  const [said, complained] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, said, complained };
}

Deno.test("deno task package tells what it takes", async () => {
  const { code, said } = await packageTask("--help");
  assert.equal(code, 0);
  assert.match(said ?? "", /^Usage:\n {2}deno task package \[word \.\.\.\]/m);
});

Deno.test("deno task package tells a mistake in a line, without a stack", async () => {
  for (
    const [args, line] of [
      [["--no-such-option"], /no-such-option/],
      [["whale"], /^Cannot package "whale": known are wheel, npm, /],
      [["--target", "pdp-11"], /^Cannot package for "pdp-11": known are x86_64-/],
      [["registry", "--published", "cpan"], /^Cannot name registry "cpan": known are npm, pypi/],
    ] as const
  ) {
    const { code, complained } = await packageTask(...args);
    assert.equal(code, 2);
    assert.match(complained ?? "", line);
    assert.doesNotMatch(complained ?? "", /^ +at /m);
  }
});
