import assert from "node:assert/strict";
import { suggestion } from "../../../src/launch/suggestion.ts";

const known = ["--host", "--port", "--token-file", "--toolsets", "--log-level", "--log-code", "--ca-cert"];

Deno.test("suggestion names what was meant, also by the first of its words", () => {
  for (
    const [wrong, meant] of [
      ["--hots", "--host"],
      ["--tokn", "--token-file"],
      ["--token", "--token-file"],
      ["--toolset", "--toolsets"],
      ["--log-lvl", "--log-level"],
      ["-port", "--port"],
    ] as const
  ) assert.equal(suggestion(wrong, { known }), `did you mean "${meant}"?`, wrong);
});

Deno.test("suggestion names nothing where nothing is near", () => {
  for (const wrong of ["--abcd", "--verbose", "--x", "-x"]) {
    assert.equal(suggestion(wrong, { known }), "jupyter-mcp --help shows what there is", wrong);
  }
  assert.match(suggestion("--verbose", { known, command: "install" }), /^jupyter-mcp install --help/);
});
