/** Builds packages around compiled programs, into `dist/packages/`; `help` says which. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import config from "../deno.json" with { type: "json" };
import { checksumsOf, sha256Of } from "./packages/checksums.ts";
import { buildBundle, bundleName, missingBundles } from "./packages/mcpb.ts";
import { buildMainPackage, buildPlatformPackage } from "./packages/npm_packages.ts";
import { repository } from "./packages/project.ts";
import {
  isPackageRegistry,
  packageRegistries,
  type PackageRegistry,
  serverJson,
} from "./packages/registry.ts";
import { billOfMaterials } from "./packages/sbom.ts";
import { programName, type Target, targets, thisTarget } from "./packages/targets.ts";
import { buildWheel } from "./packages/wheel.ts";
import { complain, say } from "./terminal.ts";

const help = `deno task package builds packages around compiled programs, into dist/packages/.

Usage:
  deno task package [word ...] [--target <triple>] [--published <registry> ...]

Without a word: wheel, npm and mcpb, of this machine's program.
  wheel, mcpb                 A wheel for PyPI, a bundle for Claude Desktop
  npm                         Both of npm's packages, which are also words of their own:
                              npm-platform (the program) and npm-wrapper (what people install)
  docker                      The program where the Dockerfile looks for it
  sbom, registry, checksums   What tells of the files in dist/release/

Options:
  --target <triple>           The program of another platform, compiled before by
                              deno task compile --target <triple>
  --published <registry>      For registry: npm or pypi, where the name jupyter-live-mcp is ours
`;

const root = fileURLToPath(new URL("../", import.meta.url));
const release = join(root, "dist", "release");
const made = { version: config.version, folder: join(root, "dist", "packages") };

interface Built {
  readonly target: Target;
  readonly program: string;
}

interface Wanted {
  readonly built: () => Built;
  readonly published: readonly PackageRegistry[];
}

type Builder = (wanted: Wanted) => Promise<readonly string[]>;

/** Those that a machine's own program is packed with. */
const packages: Readonly<Record<string, Builder>> = {
  wheel: async ({ built }) => [await buildWheel({ ...made, ...built() })],
  npm: async ({ built }) => [await buildMainPackage(made), await buildPlatformPackage(built(), made)],
  mcpb: async ({ built }) => [await buildBundle({ ...made, ...built() })],
};

const builders: Readonly<Record<string, Builder>> = {
  ...packages,
  "npm-platform": async ({ built }) => [await buildPlatformPackage(built(), made)],
  "npm-wrapper": async () => [await buildMainPackage(made)],
  docker: async ({ built }) => {
    const { target, program } = built();
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
  registry: async ({ published }) => {
    const missing = missingBundles(release);
    if (missing.length > 0) {
      throw new Mistake(`Cannot write server.json: not in ${release} are ${missing.join(", ")}`);
    }
    const bundles = await Promise.all(targets.map(async (target) => ({
      url: `${repository}/releases/download/v${config.version}/${bundleName(target)}`,
      sha256: await sha256Of(join(release, bundleName(target))),
    })));
    const path = join(release, "server.json");
    await Deno.writeTextFile(
      path,
      `${JSON.stringify(serverJson({ version: config.version, published, bundles }), null, 2)}\n`,
    );
    return [path];
  },
  checksums: async () => {
    const path = join(release, "SHA256SUMS");
    await Deno.writeTextFile(path, await checksumsOf(release));
    return [path];
  },
};

/** The compiled program of a platform, of this one's if none is named; it must be there. */
function builtFor(target: Target | undefined): Built {
  const built = placeOf(target);
  if (existsSync(built.program)) return built;
  const command = `deno task compile${target === undefined ? "" : ` --target ${target.triple}`}`;
  throw new Mistake(`Cannot package "${built.program}": it does not exist; make it with ${command}`);
}

function placeOf(target: Target | undefined): Built {
  if (target === undefined) {
    const own = thisTarget();
    return { target: own, program: join(root, "dist", programName(own)) };
  }
  const ending = target.os === "win32" ? ".exe" : "";
  return { target, program: join(root, "dist", `jupyter-mcp-${target.triple}${ending}`) };
}

/** A mistake in what was asked for. */
class Mistake extends Error {}

interface Request extends Wanted {
  readonly kind: "build";
  readonly words: readonly string[];
}

function readRequest(args: readonly string[]): Request | { readonly kind: "help" } {
  const { values, positionals } = parsed(args);
  if (values.help) return { kind: "help" };
  const target = targets.find(({ triple }) => triple === values.target);
  if (values.target !== undefined && target === undefined) {
    const known = targets.map(({ triple }) => triple).join(", ");
    throw new Mistake(`Cannot package for "${values.target}": known are ${known}`);
  }
  const unknown = positionals.find((word) => !Object.hasOwn(builders, word));
  if (unknown !== undefined) {
    throw new Mistake(`Cannot package "${unknown}": known are ${Object.keys(builders).join(", ")}`);
  }
  const words = positionals.length > 0 ? positionals : Object.keys(packages);
  return {
    kind: "build",
    words,
    built: () => builtFor(target),
    published: (values.published ?? []).map(registryOf),
  };
}

function registryOf(word: string): PackageRegistry {
  if (isPackageRegistry(word)) return word;
  throw new Mistake(`Cannot name registry "${word}": known are ${packageRegistries.join(", ")}`);
}

function parsed(args: readonly string[]) {
  const options = {
    target: { type: "string" },
    published: { type: "string", multiple: true },
    help: { type: "boolean", short: "h" },
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // Node throws it for an option that it does not know, or one without its value.
    if (error instanceof TypeError) throw new Mistake(error.message);
    throw error;
  }
}

async function build(request: Request): Promise<void> {
  for (const word of request.words) {
    for (const path of await builders[word]?.(request) ?? []) say(path);
  }
}

async function main(args: readonly string[]): Promise<number> {
  try {
    const request = readRequest(args);
    if (request.kind === "help") say(help.trimEnd());
    else await build(request);
    return 0;
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    complain(`${error.message}\nTry: deno task package --help`);
    return 2;
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));
