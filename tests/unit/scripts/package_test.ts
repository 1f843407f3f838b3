import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleName, missingBundles } from "../../../scripts/packages/mcpb.ts";
import { targets } from "../../../scripts/packages/targets.ts";
import { packageReadme, withWholeLinks } from "../../../scripts/packages/readme.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

function packageTask(...args: string[]) {
  return packageTaskIn(root, ...args);
}

async function packageTaskIn(folder: string, ...args: string[]) {
  const script = join(folder, "scripts", "package.ts");
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

Deno.test("deno task package names the command that makes the program which it lacks", async () => {
  const folder = await Deno.makeTempDir();
  try {
    for (const name of ["scripts", "src", "deno.json", "deno.lock"]) {
      await cp(join(root, name), join(folder, name), { recursive: true });
    }
    const target = "x86_64-unknown-linux-gnu";
    for (
      const [args, command] of [
        [["wheel"], /jupyter-mcp(\.exe)?": it does not exist; make it with deno task compile\n/],
        [["mcpb", "--target", target], new RegExp(`make it with deno task compile --target ${target}\n`)],
      ] as const
    ) {
      const { code, complained } = await packageTaskIn(folder, ...args);
      assert.equal(code, 2);
      assert.match(complained ?? "", command);
      assert.doesNotMatch(complained ?? "", /^ +at /m);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("missingBundles names those that a release lacks, as for the registry's entry", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const [first, ...others] = targets.map(bundleName);
    await Deno.writeTextFile(join(folder, first ?? ""), "");
    assert.deepEqual(missingBundles(folder), others);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the README of packages installs the package, and links to the repository, where its own links lead nowhere", async () => {
  assert.match(
    withWholeLinks("[a](docs/a.md#b) ![c](docs/c.png) [d](#d) [e](https://e.example/)"),
    new RegExp(
      "^\\[a\\]\\(https://[^ ]+/blob/main/docs/a\\.md#b\\) !\\[c\\]\\(https://[^ ]+/raw/main/docs/c\\.png\\) " +
        "\\[d\\]\\(#d\\) \\[e\\]\\(https://e\\.example/\\)$",
    ),
  );
  assert.match(
    withWholeLinks('<img width="9" src="docs/c.gif">'),
    /src="https:[^"]+\/raw\/main\/docs\/c\.gif"/,
  );
  const readme = await packageReadme();
  assert.deepEqual(readme.match(/\]\((?!https?:|#)[^)]*\)/g), null);
  assert.match(readme, /uvx jupyter-live-mcp/);
  assert.doesNotMatch(readme, /task compile/);
});
