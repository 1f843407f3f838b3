/** The npm packages, installed as a stranger would install them. */

import assert from "node:assert/strict";
import { join } from "node:path";
import config from "../../deno.json" with { type: "json" };
import { buildMainPackage, buildPlatformPackage } from "../../scripts/packages/npm_packages.ts";
import { thisTarget } from "../../scripts/packages/targets.ts";
import { connect } from "../harness/client.ts";
import { binaryPath } from "../harness/program.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { run } from "./run.ts";

Deno.test("the npm package runs the executable of this platform", async (t) => {
  const folder = await Deno.makeTempDir();
  try {
    const options = { version: config.version, folder };
    const platform = await buildPlatformPackage({ target: thisTarget(), program: binaryPath() }, options);
    const main = await buildMainPackage(options);
    const home = join(folder, "home");
    await Deno.mkdir(home);
    await Deno.writeTextFile(join(home, "package.json"), "{}");
    const packed = (path: string) => run(["npm", "pack", "--silent", path], { cwd: folder });
    const archives = [await packed(main), await packed(platform)].map((name) => join(folder, name.trim()));
    // The packages of the other platforms are in no registry yet, and optional.
    const quiet = ["--no-audit", "--no-fund", "--silent"];
    await run(["npm", "install", "--offline", "--omit=optional", ...quiet, ...archives], { cwd: home });
    const program = join(home, "node_modules/.bin/jupyter-mcp");

    await t.step("says its version", async () => {
      assert.equal(await run([program, "--version"]), `jupyter-mcp ${config.version}\n`);
    });

    await t.step("passes MCP through, and ends with its client", async () => {
      await using connection = await connect({ program: { path: program }, jupyter: sharedJupyter("plain") });
      const { json } = await connection.call("kernel_list");
      assert.ok("kernelspecs" in json);
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
