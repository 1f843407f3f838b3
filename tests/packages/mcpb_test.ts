/** The MCPB bundle, packed and unpacked by its own tool and run as a client that installs it would. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { isToolVisibilityAppOnly } from "@modelcontextprotocol/ext-apps/app-bridge";
import { z } from "zod";
import config from "../../deno.json" with { type: "json" };
import { buildBundle, packer } from "../../scripts/packages/mcpb.ts";
import { thisTarget } from "../../scripts/packages/targets.ts";
import { connect } from "../harness/client.ts";
import { binaryPath, projectRoot } from "../harness/program.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { viewsCapability } from "../harness/views_capability.ts";
import { run } from "./run.ts";

const manifestSchema = z.object({
  version: z.string(),
  server: z.object({
    mcp_config: z.object({
      command: z.string(),
      args: z.array(z.string()),
      env: z.record(z.string(), z.string()),
    }),
  }),
  tools: z.array(z.object({ name: z.string(), description: z.string().regex(/\.$/) })),
  user_config: z.record(z.string(), z.object({ default: z.string() })),
});

Deno.test("the bundle is valid, and its program serves what its manifest says", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const bundle = await buildBundle({
      target: thisTarget(),
      program: binaryPath(),
      version: config.version,
      folder,
    });
    const unpacked = join(folder, "unpacked");
    await run(["npx", "-y", packer, "unpack", bundle, unpacked]);
    const manifest = manifestSchema.parse(
      JSON.parse(await Deno.readTextFile(join(unpacked, "manifest.json"))),
    );
    assert.equal(manifest.version, config.version);
    const jupyter = sharedJupyter("plain");
    const defaults = Object.entries(manifest.user_config).map(([name, { default: value }]) => [name, value]);
    const values = Object.fromEntries([
      ...defaults,
      ["jupyter_url", jupyter.url],
      ["jupyter_token", jupyter.token],
    ]);
    const filled = (text: string) =>
      text.replaceAll("${__dirname}", unpacked)
        .replaceAll(/\$\{user_config\.(\w+)\}/g, (_, name: string) => String(values[name]));
    const { command, args, env } = manifest.server.mcp_config;
    await using connection = await connect({
      program: { path: filled(command) },
      args: args.map(filled),
      env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)])),
      // Clients that install bundles show views.
      capabilities: viewsCapability,
    });
    const { tools } = await connection.client.listTools();
    const forModels = tools.filter((tool) => !isToolVisibilityAppOnly(tool));
    assert.deepEqual(manifest.tools.map(({ name }) => name), forModels.map(({ name }) => name));
    assert.ok("kernelspecs" in (await connection.call("kernel_list")).json);

    // As hosts start it that fill in no setting without a value.
    await using unfilled = await connect({
      program: { path: filled(command) },
      env,
      capabilities: viewsCapability,
    });
    assert.equal((await unfilled.client.listTools()).tools.length, tools.length);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the manifest in the repository, of all platforms, is valid", async () => {
  await run(["npx", "-y", packer, "validate", join(projectRoot, "manifest.json")]);
});
