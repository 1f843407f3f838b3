/**
 * Builds the npm packages: one for each platform, with the executable, and `jupyter-live-mcp`, which depends on all
 * of them optionally and runs the one that npm has found fitting.
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { description, packageName, registryName, repository } from "./project.ts";
import { packageReadme } from "./readme.ts";
import { programName, type Target, targets } from "./targets.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

export interface NpmOptions {
  readonly version: string;
  /** Where the packages' folders go. */
  readonly folder: string;
}

interface Manifest {
  readonly name: string;
  readonly description: string;
  readonly [field: string]: unknown;
}

/** Makes the folder of the package that holds a platform's executable. */
export async function buildPlatformPackage(
  { target, program }: { readonly target: Target; readonly program: string },
  { version, folder }: NpmOptions,
): Promise<string> {
  const path = join(folder, `${target.os}-${target.cpu}`);
  await Deno.mkdir(join(path, "bin"), { recursive: true });
  const executable = join(path, "bin", programName(target));
  await Deno.copyFile(program, executable);
  await Deno.chmod(executable, 0o755);
  return await finish(path, version, {
    name: packageOf(target),
    description: `The jupyter-mcp executable for ${target.os} ${target.cpu}`,
    os: [target.os],
    cpu: [target.cpu],
    // Deno's runtime is linked against glibc.
    ...(target.os === "linux" ? { libc: ["glibc"] } : {}),
  });
}

/** Makes the folder of the package that people install. */
export async function buildMainPackage({ version, folder }: NpmOptions): Promise<string> {
  const path = join(folder, packageName);
  await Deno.mkdir(join(path, "bin"), { recursive: true });
  const source = await Deno.readTextFile(new URL("./npm/jupyter-mcp.cjs", import.meta.url));
  const platforms = JSON.stringify(targets.map(({ os, cpu }) => `${os}-${cpu}`));
  const script = source.replace('"@PLATFORMS@"', JSON.stringify(platforms));
  await Deno.writeTextFile(join(path, "bin", "jupyter-mcp.cjs"), script);
  await Deno.writeTextFile(join(path, "README.md"), await packageReadme());
  return await finish(path, version, {
    name: packageName,
    mcpName: registryName,
    description,
    keywords: ["mcp", "jupyter", "notebook", "ai"],
    // npx runs the one that has the name of the package.
    bin: { [packageName]: "bin/jupyter-mcp.cjs", "jupyter-mcp": "bin/jupyter-mcp.cjs" },
    engines: { node: ">=18" },
    optionalDependencies: Object.fromEntries(targets.map((target) => [packageOf(target), version])),
  });
}

function packageOf({ os, cpu }: Target): string {
  return `@${packageName}/${os}-${cpu}`;
}

async function finish(path: string, version: string, manifest: Manifest): Promise<string> {
  const { name, ...rest } = manifest;
  const text = JSON.stringify(
    { name, version, license: "MIT", repository: { type: "git", url: `git+${repository}.git` }, ...rest },
    null,
    2,
  );
  await Deno.writeTextFile(join(path, "package.json"), `${text}\n`);
  await Deno.copyFile(join(root, "LICENSE"), join(path, "LICENSE"));
  return path;
}
