import assert from "node:assert/strict";
import { outsideRoot, plainPath } from "../../../../src/compat/datalayer/plain_path.ts";

Deno.test("plainPath resolves dots and drops empty segments", () => {
  const paths = {
    "": "",
    ".": "",
    "./": "",
    "/": "",
    "./a.ipynb": "a.ipynb",
    "/work//a.ipynb": "work/a.ipynb",
    "work/./a.ipynb": "work/a.ipynb",
    "work/../a.ipynb": "a.ipynb",
    "work/x/../../.hidden/..a": ".hidden/..a",
  };
  for (const [given, path] of Object.entries(paths)) {
    assert.equal(plainPath(given), path, given);
    assert.equal(outsideRoot(path), undefined, given);
  }
});

Deno.test("plainPath keeps what leads above the root, for outsideRoot to tell of", () => {
  for (const given of ["..", "../a.ipynb", "work/../../a.ipynb", "./..", "../../a"]) {
    assert.match(outsideRoot(plainPath(given)) ?? "", /above the root/, given);
  }
});
