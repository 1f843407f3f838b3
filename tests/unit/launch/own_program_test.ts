import assert from "node:assert/strict";
import { join } from "node:path";
import { typedCommand } from "../../../src/launch/own_program.ts";

Deno.test("hints name the program as a person starts it", async () => {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  try {
    const file = async (...parts: readonly string[]) => {
      const path = join(folder, ...parts);
      await Deno.mkdir(join(path, ".."), { recursive: true });
      await Deno.writeTextFile(path, "{}");
      return path;
    };
    const [bin, spaced, other] = [join(folder, "bin"), join(folder, "my bin"), join(folder, "other")];
    const program = await file("bin", "jupyter-mcp");
    const copy = await file("my bin", "jupyter-mcp-linux-x64");
    await file("other", "jupyter-mcp");
    await Deno.mkdir(join(folder, "links"));
    await Deno.symlink(copy, join(folder, "links", "jupyter-mcp"));
    const ofNpm = await file("lib", "node_modules", "@jupyter-live-mcp", "linux-x64", "bin", "jupyter-mcp");
    const ofNpx = await file(
      "_npx",
      "a1",
      "node_modules",
      "@jupyter-live-mcp",
      "linux-x64",
      "bin",
      "jupyter-mcp",
    );
    await Deno.writeTextFile(
      join(folder, "_npx", "a1", "package.json"),
      JSON.stringify({
        _npx: { packages: ["jupyter-live-mcp"] },
        dependencies: { "jupyter-live-mcp": "^1.0.0" },
      }),
    );
    const cases = [
      [program, bin, "jupyter-mcp"],
      [program, "/usr/bin", program],
      [program, other, program],
      [copy, spaced, "jupyter-mcp-linux-x64"],
      [copy, join(folder, "links"), "jupyter-mcp"],
      [copy, "/usr/bin", `"${copy}"`],
      [ofNpm, other, "jupyter-mcp"],
      [ofNpm, "/usr/bin", ofNpm],
      [ofNpx, other, "npx -y jupyter-live-mcp"],
    ] as const;
    for (const [path, searched, command] of cases) {
      assert.equal(typedCommand({ os: "linux", env: { PATH: searched } }, path), command);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
