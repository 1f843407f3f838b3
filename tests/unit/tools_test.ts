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

Deno.test("the help says what each toolset costs a model", () => {
  for (const { name, tools } of toolsets) {
    const listed = tools.map(({ name, title, description, inputSchema, annotations }) => ({
      ...{ name, title, description, inputSchema, annotations },
    }));
    const tokens = JSON.stringify(listed).length / 4;
    const told = toolsetNames.find((set) => set.name === name)?.tokens ?? 0;
    assert.ok(
      Math.abs(told - tokens) <= Math.max(50, tokens * 0.1),
      `${name}: ${Math.round(tokens)} tokens`,
    );
  }
});

Deno.test("tools/list of the default toolsets takes at most 20 kB for clients that show no views", () => {
  const names: readonly string[] = toolsetNames.filter((set) => set.default).map(({ name }) => name);
  const tools = toolsets.filter(({ name }) => names.includes(name)).flatMap((
    { tools },
  ) =>
    tools.filter(({ isRare, view, isForViews }) => !isRare && view === undefined && !isForViews).map((
      { name, title, description, inputSchema, annotations },
    ) => ({
      ...{ name, title, description, inputSchema, annotations },
    }))
  );
  const bytes = new TextEncoder().encode(JSON.stringify({ tools })).length;
  assert.ok(bytes <= 20_000, String(bytes));
});
