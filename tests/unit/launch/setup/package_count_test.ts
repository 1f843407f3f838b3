import assert from "node:assert/strict";
import { PackageCount } from "../../../../src/launch/setup/package_count.ts";

function after(...lines: string[]): PackageCount {
  const count = new PackageCount();
  for (const line of lines) count.read(line);
  return count;
}

const looked = [
  "Requirement already satisfied: jupyterlab in ./venv/lib (4.5.0)",
  "Requirement already satisfied: numpy>=2 in ./venv/lib (from pandas) (2.1.0)",
  "Requirement already satisfied: Numpy>=1.23 in ./venv/lib (from matplotlib) (2.1.0)",
];

Deno.test("PackageCount counts what pip looks at in an upgrade, each once, also if nothing is newer", () => {
  assert.equal(after(...looked).progress, "2 packages found");
  assert.equal(after(...looked).outcome, "Nothing newer to install");
});

Deno.test("PackageCount counts what pip fetches and installs", () => {
  const count = after(...looked, "Collecting numpy>=2 (from pandas)", "  Downloading numpy.whl (1 MB)");
  assert.equal(count.progress, "2 packages found");
  assert.equal(count.outcome, "Installed 1 package");
  count.read("Installing collected packages: numpy, pandas");
  assert.equal(count.progress, "installing 2 packages");
  assert.equal(count.outcome, "Installed 2 packages");
});

Deno.test("PackageCount takes uv's word for the number", () => {
  assert.equal(
    after("Resolved 113 packages in 2s", "Installed 113 packages in 1s").outcome,
    "Installed 113 packages",
  );
});
