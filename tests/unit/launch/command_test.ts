import assert from "node:assert/strict";
import { splitArguments } from "../../../src/launch/command.ts";
import { UsageError } from "../../../src/base/options.ts";
import { suggestion } from "../../../src/launch/command.ts";

const flags = [{ flag: "--client", value: "<name>" }, { flag: "--print" }];

function mistake(args: readonly string[], words = 0): string {
  try {
    splitArguments(args, { command: "install", flags, words });
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return "";
}

Deno.test("splitArguments takes words, switches and values in any order", () => {
  const { words, given } = splitArguments(["a", "--print", "--client=x", "b"], { flags, words: 2 });
  assert.deepEqual(words, ["a", "b"]);
  assert.deepEqual([...given], [["--print", ""], ["--client", "x"]]);
});

Deno.test("splitArguments keeps every value of a flag that is given several times", () => {
  const { given, all } = splitArguments(["--client", "a", "--print", "--client=b"], { flags });
  assert.equal(given.get("--client"), "b");
  assert.deepEqual(all.get("--client"), ["a", "b"]);
});

Deno.test("splitArguments says what a wrong argument is", () => {
  assert.equal(mistake(["now"]), 'Cannot use "now" after "install": it takes no arguments');
  assert.equal(mistake(["a", "b"], 1), 'Cannot use "b" after "install": too many arguments');
  assert.equal(mistake(["--clint", "x"]), 'Unknown option "--clint" of "install": did you mean "--client"?');
  assert.match(mistake(["--client"]), /its value is missing, as in --client <name>/);
  assert.match(mistake(["--client", "--print"]), /its value is missing/);
  assert.match(mistake(["--print=yes"]), /it is a switch/);
  assert.match(mistake(["--token", "abc"]), /set JUPYTER_TOKEN or use --token-file$/);
});

Deno.test("splitArguments keeps the value of a secret flag out of its message", () => {
  assert.doesNotMatch(mistake(["--token=s3cret"]), /s3cret/);
});

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

Deno.test("suggestion names nothing if nothing is near", () => {
  for (const wrong of ["--abcd", "--verbose", "--x", "-x"]) {
    assert.equal(suggestion(wrong, { known }), "see jupyter-mcp --help", wrong);
  }
  assert.match(suggestion("--verbose", { known, command: "install" }), /^see jupyter-mcp install --help$/);
});
