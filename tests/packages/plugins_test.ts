/** The skill and the plugin manifests, checked by a linter that knows what Claude Code, Codex and the skill format want. */

import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import config from "../../deno.json" with { type: "json" };
import { pluginManifests } from "../../scripts/packages/plugins.ts";
import { toolsets } from "../../src/tools/mod.ts";
import { environmentOf } from "../harness/environment.ts";
import { projectRoot } from "../harness/program.ts";
import { run } from "./run.ts";

Deno.test("skillsaw finds nothing wrong with the skill and the plugins", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const { python } = environmentOf("plain");
    const linter = join(folder, "linter");
    await run([
      python,
      "-m",
      "pip",
      "install",
      "--quiet",
      "--no-input",
      "--target",
      linter,
      "skillsaw==0.22.0",
    ]);
    const plugin = join(folder, "plugin");
    const files = [
      "skills",
      ".claude-plugin",
      ".codex-plugin",
      ".agents",
      "README.md",
      "gemini-extension.json",
    ];
    for (const name of files) {
      await cp(join(projectRoot, name), join(plugin, name), { recursive: true });
    }
    const lint = ["-m", "skillsaw", "lint", "--strict", "--no-color", "--no-progress", "."];
    const said = await run([python, ...lint], { cwd: plugin, env: { PYTHONPATH: linter } });
    assert.match(said, /Skills: +1\n/);
    assert.match(said, /Plugins: +1\n/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the skill names tools that exist", async () => {
  const skill = await Deno.readTextFile(join(projectRoot, "skills/jupyter/SKILL.md"));
  const names = toolsets.flatMap(({ tools }) => tools.map(({ name }) => name));
  const named = [...skill.matchAll(/`((?:session|kernel|execut|notebook|get|data|file|chartelier)\w*_\w+)`/g)]
    .map(([, name = ""]) => name).filter((name) => name !== "execution_id");
  assert.ok(named.length >= 12, named.join());
  for (const name of named) assert.ok(names.includes(name), name);
});

/** The fields that Gemini CLI documents; it has published no schema. */
const geminiExtension = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/),
  version: z.string(),
  description: z.string(),
  mcpServers: z.record(z.string(), z.strictObject({ command: z.string(), args: z.array(z.string()) })),
});

Deno.test("the Gemini extension has the fields that Gemini CLI knows", () => {
  const manifest = geminiExtension.parse(pluginManifests(config.version)["gemini-extension.json"]);
  assert.deepEqual(manifest.mcpServers.jupyter, { command: "uvx", args: ["jupyter-live-mcp"] });
});
