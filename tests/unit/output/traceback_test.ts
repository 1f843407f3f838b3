import assert from "node:assert/strict";
import { foldGroups, foldTraceback } from "../../../src/output/traceback.ts";

const rule = "-".repeat(75);
const header = "KeyError                                  Traceback (most recent call last)";
const own = "Cell In[3], line 2, in f()\n      1 def f():\n----> 2     return df['nope']";
const pandas = (file: string, name: string) =>
  `File ~/env/lib/python3.13/site-packages/pandas/${file}, in ${name}(self, key)\n     11 x\n---> 12 y\n\n     13 z`;
const cython = "File pandas/_libs/index.pyx:167, in pandas._libs.index.IndexEngine.get_loc()";
const standard =
  "File /usr/lib/python3.13/json/decoder.py:353, in JSONDecoder.raw_decode(self, s)\n    352 try:\n--> 353     x";
const theirs = "File ~/project/load.py:7, in load(path)\n      6 x = 1\n----> 7 read(x)";

const cases: readonly (readonly [what: string, text: string, folded: string])[] = [
  [
    "the rule and the repeated header go",
    [rule, header, own, "", "KeyError: 'nope'"].join("\n"),
    [
      own,
      "KeyError: 'nope'",
    ].join("\n"),
  ],
  [
    "frames of one library in a row become one line",
    [own, "", pandas("core/frame.py:4107", "DataFrame.__getitem__"), "", cython, "", "KeyError: 'nope'"].join(
      "\n",
    ),
    [
      own,
      "[2 frames in pandas, the last at index.pyx:167 in pandas._libs.index.IndexEngine.get_loc]",
      "KeyError: 'nope'",
    ]
      .join("\n"),
  ],
  [
    "the standard library is folded, the person's own files are not",
    [theirs, "", standard, "", "ValueError: bad"].join("\n"),
    [
      theirs,
      "[1 frame in the standard library, the last at decoder.py:353 in JSONDecoder.raw_decode]",
      "ValueError: bad",
    ].join("\n"),
  ],
  [
    "both exceptions of a chain are kept",
    [
      rule,
      header,
      own,
      "",
      "KeyError: 1",
      "",
      "The above exception was the direct cause:",
      "",
      rule,
      header,
      own,
      "",
      "E: 2",
    ]
      .join("\n"),
    [own, "KeyError: 1\n\nThe above exception was the direct cause:", own, "E: 2"].join("\n"),
  ],
  [
    "a recursion of the person's own functions stands once",
    [own, ...Array(9).fill(theirs), "ValueError: bad"].join("\n\n"),
    [own, theirs, "[the frame above 8 more times]", "ValueError: bad"].join("\n"),
  ],
  [
    "and so do functions that call each other, with a library in between",
    [...Array(5).fill(`${theirs}\n\n${own}\n\n${standard}`), "ValueError: bad"].join("\n\n"),
    [
      theirs,
      own,
      "[1 frame in the standard library, the last at decoder.py:353 in JSONDecoder.raw_decode]",
      "[the 3 frames above 4 more times]",
      "ValueError: bad",
    ].join("\n"),
  ],
  [
    "a recursion that IPython has shortened stands once, with all that it left out",
    [
      own,
      ...Array(2).fill(theirs),
      "    [... skipping similar frames: load at line 7 (17 times)]",
      ...Array(2).fill(theirs),
      "ValueError: bad",
    ].join("\n\n"),
    [own, theirs, "[the frame above 20 more times]", "ValueError: bad"].join("\n"),
  ],
  [
    "a recursion that takes its ways in any order stands once",
    [own, ...[theirs, own, theirs, theirs, own, theirs, theirs], "ValueError: bad"].join("\n\n"),
    [own, theirs, "[the 2 frames above again, 6 in all]", "ValueError: bad"].join("\n"),
  ],
  ["a text of another form stays", "Error in f(): no\n  at line 3", "Error in f(): no\n  at line 3"],
  [
    "a message of several lines stays whole",
    `${own}\n\nE: one\n  two\n\nthree`,
    `${own}\nE: one\n  two\n\nthree`,
  ],
];

for (const [what, text, folded] of cases) {
  Deno.test(`foldTraceback: ${what}`, () => {
    assert.equal(foldTraceback(text), folded);
  });
}

Deno.test("foldGroups keeps the person's frames and all exceptions of a group, and what else was printed", () => {
  const group = [
    "  + Exception Group Traceback (most recent call last):",
    '  |   File "/env/lib/python3.13/site-packages/IPython/core/interactiveshell.py", line 3823, in run_code',
    "  |     exec(code_obj, self.user_global_ns, self.user_ns)",
    '  |   File "/tmp/ipykernel_1/2.py", line 11, in <module>',
    '  |     raise ExceptionGroup("several", errors)',
    "  | ExceptionGroup: several (2 sub-exceptions)",
    "  +-+---------------- 1 ----------------",
    "    | Traceback (most recent call last):",
    '    |   File "/tmp/ipykernel_1/2.py", line 8, in <module>',
    "    |     json.loads('{')",
    "    |     ~~~~~~~~~~^^^^^",
    '    |   File "/usr/lib/python3.13/json/__init__.py", line 346, in loads',
    "    |     return _default_decoder.decode(s)",
    '    |   File "/usr/lib/python3.13/json/decoder.py", line 353, in raw_decode',
    "    |     obj, end = self.scan_once(s, idx)",
    "    | JSONDecodeError: no",
    "    +---------------- 2 ----------------",
    "    | ValueError: 2",
    "    +------------------------------------",
  ];
  const folded = [
    "  + Exception Group Traceback (most recent call last):",
    '  |   File "/tmp/ipykernel_1/2.py", line 11, in <module>',
    '  |     raise ExceptionGroup("several", errors)',
    "  | ExceptionGroup: several (2 sub-exceptions)",
    "  +-+- 1 -",
    '    |   File "/tmp/ipykernel_1/2.py", line 8, in <module>',
    "    |     json.loads('{')",
    "    | [2 frames in the standard library, the last at decoder.py:353 in raw_decode]",
    "    | JSONDecodeError: no",
    "    +- 2 -",
    "    | ValueError: 2",
  ];
  assert.equal(
    foldGroups(["before", ...group, "after", ""].join("\n")),
    ["before", ...folded, "after", ""].join("\n"),
  );
  assert.equal(foldGroups("no group\n"), "no group\n");
});
