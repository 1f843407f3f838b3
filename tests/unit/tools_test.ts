import assert from "node:assert/strict";
import { toolsetNames } from "../../src/base/options.ts";
import { toolsets } from "../../src/tools/mod.ts";

Deno.test("every toolset can be named on the command line, and every name is a toolset", () => {
  assert.deepEqual(toolsets.map(({ name }) => name), toolsetNames.map(({ name }) => name));
});

Deno.test("every tool is in the folder of its toolset under its own name", async () => {
  for (const { name: toolset, tools } of toolsets) {
    for (const { name } of tools) {
      await Deno.stat(new URL(`../../src/tools/${toolset}/${name}.ts`, import.meta.url));
    }
  }
});
