import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { formatPath, parsePath, parseRPath } from "../../../../src/jupyter/inspect/variable_path.ts";
import type { PathStep } from "../../../../src/jupyter/inspect/variable_path.ts";
import { repeatableDice } from "../../../harness/repeatable_random.ts";

function isRefused(text: string): boolean {
  try {
    parsePath(text);
    return false;
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    assert.equal(error.code, "invalid_argument");
    return true;
  }
}

Deno.test("parsePath reads names, attributes and keys", () => {
  assert.deepEqual(parsePath("df"), { name: "df", steps: [] });
  assert.deepEqual(parsePath('cfg["a"].b[0]'), {
    name: "cfg",
    steps: [{ key: "a" }, { attribute: "b" }, { key: 0 }],
  });
  assert.deepEqual(parsePath(" x [ -1 ] . y ['it\\'s'] [1.5]").steps, [
    { key: -1 },
    { attribute: "y" },
    { key: "it's" },
    { key: 1.5 },
  ]);
});

Deno.test("parsePath reads the escapes of Python's texts", () => {
  assert.deepEqual(parsePath(String.raw`x["\n\t\b\f\\\"\x41\u3042\U0001F4A5"]`).steps, [{
    key: '\n\t\b\f\\"Aあ💥',
  }]);
});

Deno.test("parsePath takes names of any language, in the form that Python keeps them in", () => {
  assert.equal(parsePath("売上").name, "売上");
  assert.equal(parsePath("ﬁt").name, "fit");
  assert.equal(parsePath("_x1").name, "_x1");
});

Deno.test("parsePath refuses whatever is not a path", () => {
  const wrong = [
    ..."() [] {} 1 1x x+1 f() x.y() x[y] x[] x[1:2] x[1,2] x[ x] x. .x x..y x[a] x; x\n x=1 x[-] x[1e5] x[0x1]"
      .split(" "),
    ...[
      "",
      " ",
      "x y",
      "x['a]",
      'x["a',
      "x['\\q']",
      "x[99999999999999999999]",
      "lambda: 0",
      "x\0",
      "x['\\U00110000']",
    ],
    ...[
      "__import__('os').system('true')",
      "x[__import__('os')]",
      "x if y else z",
      "x # comment",
      "*x",
      "-x",
      "x@y",
    ],
    "x".repeat(1_001),
    `x${".a".repeat(51)}`,
  ];
  for (const text of wrong) assert.ok(isRefused(text), JSON.stringify(text));
});

const letters = [..."abzAZ_019é売ß"];
const anything = [..."ab\"'\\[]().;\n\t\r \0\u2028é売💥\ud800{}$#=+-*/0", "\u0000", "\x7f"];

Deno.test("parsePath gives back every path that formatPath writes", () => {
  for (let seed = 1; seed <= 2_000; seed++) {
    const below = repeatableDice(seed);
    const some = (from: readonly string[], most: number) =>
      Array.from({ length: below(most + 1) }, () => from[below(from.length)] ?? "").join("");
    const word = () => `x${some(letters, 6)}`.normalize("NFKC");
    const steps = Array.from({ length: below(6) }, (): PathStep => {
      const kind = below(3);
      if (kind === 0) return { attribute: word() };
      return kind === 1 ? { key: some(anything, 12) } : { key: below(1_000_000) - 500_000 };
    });
    const path = { name: word(), steps };
    assert.deepEqual(parsePath(formatPath(path)), path, `seed ${seed}: ${formatPath(path)}`);
  }
});

Deno.test("parsePath either reads a text wholly or refuses it, whatever it is", () => {
  for (let seed = 1; seed <= 5_000; seed++) {
    const below = repeatableDice(seed);
    const from = below(2) === 0 ? anything : [..."x.[\"a0']-"];
    const text = Array.from({ length: below(16) }, () => from[below(from.length)] ?? "").join("");
    if (isRefused(text)) continue;
    // What was read says the same when it is written and read again.
    const path = parsePath(text);
    assert.deepEqual(parsePath(formatPath(path)), path, JSON.stringify(text));
  }
});

Deno.test("parsePath says what to write instead of pairs of keys and slices", () => {
  assert.throws(() => parsePath("arr[0,5]"), /brackets take one key each, as in a\[0\]\[5\]/);
  for (const text of ["big[10:20]", "big[:3]"]) {
    assert.throws(() => parsePath(text), /slices are not part of paths/);
  }
});

Deno.test("parseRPath reads names with dots, and parts as R writes them", () => {
  assert.deepEqual(parseRPath("my.df"), { name: "my.df", steps: [] });
  assert.deepEqual(parseRPath('fit$coefficients[["x"]][[2]]'), {
    name: "fit",
    steps: [{ key: "coefficients" }, { key: "x" }, { key: 2 }],
  });
  assert.deepEqual(parseRPath("`odd name`$`a b`@slot"), {
    name: "odd name",
    steps: [{ key: "a b" }, { key: "slot" }],
  });
});

Deno.test("parseRPath refuses whatever is not a path", () => {
  for (
    const text of [
      "",
      "1x",
      "f()",
      "x + y",
      "x[1:2]",
      "x$",
      "x[[a]]",
      "system('ls')",
      "x; y",
      ".1",
      "x$f()",
      "`a",
      "x\ny",
    ]
  ) {
    assert.throws(() => parseRPath(text), { code: "invalid_argument" }, JSON.stringify(text));
  }
});
