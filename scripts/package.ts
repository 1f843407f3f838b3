/**
 * Builds packages around compiled programs, into `dist/packages/`.
 *
 *     deno task package [wheel] [npm] [mcpb] [docker] [sbom] [registry] [checksums] [--target <triple>]
 *
 * Without a word the packages of this machine's program. `--target` names another program, compiled before
 * (`deno task compile --target <triple>`). The last three tell of what lies in `dist/release/`.
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import config from "../deno.json" with { type: "json" };
import { checksumsOf, sha256Of } from "./packages/checksums.ts";
import { buildBundle, bundleName } from "./packages/mcpb.ts";
import { buildMainPackage, buildPlatformPackage } from "./packages/npm_packages.ts";
import { repository } from "./packages/project.ts";
import { serverJson } from "./packages/registry.ts";
import { billOfMaterials } from "./packages/sbom.ts";
import { programName, type Target, targets, thisTarget } from "./packages/targets.ts";
import { buildWheel } from "./packages/wheel.ts";
import { complain, say } from "./terminal.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const release = join(root, "dist", "release");
const made = { version: config.version, folder: join(root, "dist", "packages") };

interface Built {
  readonly target: Target;
  readonly program: string;
}

type Builder = (built: Built) => Promise<readonly string[]>;

/** Those that a machine's own program is packed with. */
const packages: Readonly<Record<string, Builder>> = {
  wheel: async (built) => [await buildWheel({ ...made, ...built })],
  npm: async (built) => [await buildMainPackage(made), await buildPlatformPackage(built, made)],
  mcpb: async (built) => [await buildBundle({ ...made, ...built })],
};

const builders: Readonly<Record<string, Builder>> = {
  ...packages,
  docker: async ({ target, program }) => {
    // Docker's name for the architecture.
    const folder = join(root, "dist", "docker", target.cpu === "x64" ? "amd64" : "arm64");
    await Deno.mkdir(folder, { recursive: true });
    await Deno.copyFile(program, join(folder, "jupyter-mcp"));
    return [folder];
  },
  sbom: async () => {
    const path = join(release, "sbom.cdx.json");
    const bill = await billOfMaterials({ version: config.version, deno: Deno.version.deno });
    await Deno.mkdir(release, { recursive: true });
    await Deno.writeTextFile(path, `${JSON.stringify(bill, null, 2)}\n`);
    return [path];
  },
  registry: async () => {
    const bundles = await Promise.all(targets.map(async (target) => ({
      url: `${repository}/releases/download/v${config.version}/${bundleName(target)}`,
      sha256: await sha256Of(join(release, bundleName(target))),
    })));
    const path = join(release, "server.json");
    await Deno.writeTextFile(
      path,
      `${JSON.stringify(serverJson({ version: config.version, bundles }), null, 2)}\n`,
    );
    return [path];
  },
  checksums: async () => {
    const path = join(release, "SHA256SUMS");
    await Deno.writeTextFile(path, await checksumsOf(release));
    return [path];
  },
};

function builtFor(triple: string | undefined): Built {
  if (triple === undefined) {
    const target = thisTarget();
    return { target, program: join(root, "dist", programName(target)) };
  }
  const target = targets.find((one) => one.triple === triple);
  if (target === undefined) {
    throw new Error(
      `Cannot package for "${triple}": known are ${targets.map((one) => one.triple).join(", ")}`,
    );
  }
  const ending = target.os === "win32" ? ".exe" : "";
  return { target, program: join(root, "dist", `jupyter-mcp-${triple}${ending}`) };
}

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { target: { type: "string" } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((word) => !Object.hasOwn(builders, word));
  if (unknown.length > 0) {
    complain(`Cannot package "${unknown.join(", ")}": known are ${Object.keys(builders).join(", ")}`);
    return 2;
  }
  const words = positionals.length > 0 ? positionals : Object.keys(packages);
  for (const word of words) {
    for (const path of await builders[word]?.(builtFor(values.target)) ?? []) say(path);
  }
  return 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
