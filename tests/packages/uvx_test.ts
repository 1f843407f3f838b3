/** The wheel as `uvx` runs it: into an environment of its own, from the file. */

import assert from "node:assert/strict";
import { join } from "node:path";
import config from "../../deno.json" with { type: "json" };
import { thisTarget } from "../../scripts/packages/targets.ts";
import { buildWheel } from "../../scripts/packages/wheel.ts";
import { environmentOf } from "../harness/environment.ts";
import { binaryPath } from "../harness/program.ts";
import { run } from "./run.ts";

Deno.test("uvx runs the program out of the wheel, with no other package, and does not install it out of its cache", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const { python } = environmentOf("plain");
    const { version } = config;
    const wheel = await buildWheel({
      target: thisTarget(),
      program: binaryPath(),
      version,
      folder,
      level: 0,
    });
    const options = ["--quiet", "--no-input", "--no-deps", "--target", join(folder, "uv")];
    await run([python, "-m", "pip", "install", ...options, "uv==0.13.7"]);
    const uvx = join(folder, "uv", "bin", "uvx");
    // Offline, with an empty cache: nothing else is needed.
    const from = ["--quiet", "--offline", "--python", python, "--from", wheel, "jupyter-live-mcp"];
    const env = {
      HOME: folder,
      UV_CACHE_DIR: join(folder, "cache"),
      UV_TOOL_DIR: join(folder, "tools"),
    };
    assert.equal(await run([uvx, ...from, "--version"], { env }), `jupyter-mcp ${version}\n`);
    const args = [...from, "install", "--client", "cursor", "--print"];
    const { code, stderr } = await new Deno.Command(uvx, { args, env, stdin: "null" }).output();
    assert.equal(code, 2);
    assert.match(new TextDecoder().decode(stderr), /in a cache that may be emptied at any time/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
