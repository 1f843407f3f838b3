/** The threat model names tests; this holds it to them. */

import assert from "node:assert/strict";

const root = new URL("../../../", import.meta.url);

/** Every `file` and the name of a test behind it. */
async function namedTests(): Promise<{ readonly file: string; readonly name: string }[]> {
  const page = await Deno.readTextFile(new URL("docs/security.md", root));
  const [, table = ""] = /<!-- threats:start -->([\s\S]*)<!-- threats:end -->/.exec(page) ?? [];
  return [...table.matchAll(/`(tests\/[\w/]+_test\.ts)` ([^;|]+?) *(?=[;|])/g)]
    .map(([, file = "", name = ""]) => ({ file, name }));
}

Deno.test("docs/security.md names tests that exist, for every threat", async () => {
  const named = await namedTests();
  assert.ok(named.length >= 20, `${named.length} tests are named`);
  for (const { file, name } of named) {
    const text = await Deno.readTextFile(new URL(file, root));
    assert.ok(text.includes(name), `${file} has no test "${name}"`);
  }
});

Deno.test("docs/security.md has a row for each threat", async () => {
  const page = await Deno.readTextFile(new URL("docs/security.md", root));
  for (
    const threat of [
      "Prompt injection",
      "Theft of a token",
      "DNS rebinding",
      "SSRF",
      "Path escape",
      "Log leaks",
      "Resource exhaustion",
    ]
  ) assert.match(page, new RegExp(`^\\| ${threat}.*tests/`, "m"));
});
