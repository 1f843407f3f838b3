import assert from "node:assert/strict";
import { secretFile } from "../../../../src/launch/install/secret_file.ts";

const machine = { os: "linux", env: { HOME: "/h" } } as const;
const fileOf = (name: string) => secretFile(machine, { folder: "tokens", client: "codex", name });

Deno.test("secretFile is named after client and server", () => {
  assert.equal(fileOf("my_jupyter-2"), "/h/.local/share/jupyter-mcp/tokens/codex-my_jupyter-2");
  assert.equal(
    secretFile(machine, { folder: "passwords", client: "cursor", name: "日本" }),
    "/h/.local/share/jupyter-mcp/passwords/cursor-.e6.97.a5.e6.9c.ac",
  );
});

Deno.test("secretFile is another for every name, on any disk", () => {
  const names = [
    "a b",
    "a.b",
    "a_b",
    "a/b",
    "a.20b",
    "A B",
    "..",
    "日本",
    "東京",
    "__",
    "か\u3099",
    "が",
    "😀",
  ];
  const files = names.map((name) => fileOf(name).toLowerCase());
  assert.equal(new Set(files).size, names.length);
  for (const file of files) {
    assert.match(file, /^\/h\/\.local\/share\/jupyter-mcp\/tokens\/codex-[a-z0-9_.-]+$/);
  }
});
