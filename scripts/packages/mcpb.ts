/**
 * Builds the MCPB bundle of a platform: what Claude Desktop installs with a double click. A manifest cannot name an
 * architecture, so that there is one bundle for each target.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { toolsetNames } from "../../src/base/options.ts";
import { toolsets } from "../../src/tools/mod.ts";
import { firstSentence } from "../docs/tool_reference.ts";
import { description, repository } from "./project.ts";
import { programName, type Target, targets } from "./targets.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The packer, pinned. */
export const packer = "@anthropic-ai/mcpb@2.1.2";

export interface BundleOptions {
  readonly target: Target;
  /** Path of the compiled program. */
  readonly program: string;
  readonly version: string;
  readonly folder: string;
}

/** The file's name in a release. */
export function bundleName({ os, cpu }: Target): string {
  return `jupyter-mcp-${os}-${cpu}.mcpb`;
}

/** The platforms' bundles that are not in the folder. */
export function missingBundles(folder: string): readonly string[] {
  return targets.map(bundleName).filter((name) => !existsSync(join(folder, name)));
}

/** Stages the bundle's content and has the packer check and pack it; returns the path of the bundle. */
export async function buildBundle(options: BundleOptions): Promise<string> {
  const { target, folder } = options;
  const stage = await stageBundle(options);
  const path = join(folder, bundleName(target));
  await pack(["validate", join(stage, "manifest.json")]);
  await pack(["pack", stage, path]);
  return path;
}

/** Makes the folder that is packed. */
async function stageBundle({ target, program, version, folder }: BundleOptions): Promise<string> {
  const stage = join(folder, `mcpb-${target.os}-${target.cpu}`);
  await Deno.mkdir(join(stage, "server"), { recursive: true });
  const executable = join(stage, "server", programName(target));
  await Deno.copyFile(program, executable);
  await Deno.chmod(executable, 0o755);
  await Deno.copyFile(join(root, "LICENSE"), join(stage, "LICENSE"));
  const manifest = JSON.stringify(bundleManifest({ target, version }), null, 2);
  await Deno.writeTextFile(join(stage, "manifest.json"), `${manifest}\n`);
  return stage;
}

const longDescription =
  "Runs code in your kernels, edits the notebooks that you have open, reads your files and variables, and draws " +
  "charts. It uses the Jupyter that runs on this computer, or one that you name; it reaches that server and " +
  "nothing else. Code that is run has the rights of that Jupyter.";

/** What a person is asked for. Empty and not absent: some hosts leave the name of a setting without a value. */
const settings = {
  jupyter_url: {
    type: "string",
    title: "Jupyter address",
    description: "Leave it empty to use the Jupyter that runs on this computer, or to have one started",
    required: false,
    default: "",
  },
  jupyter_token: {
    type: "string",
    title: "Jupyter token",
    description: "Token of that server; a server on this computer is asked for its own",
    sensitive: true,
    required: false,
    default: "",
  },
} as const;

export interface ManifestOptions {
  readonly version: string;
  /** The platform of a bundle; without one the manifest is what those of all platforms say. */
  readonly target?: Target;
}

/** What a client shows and starts. */
export function bundleManifest({ version, target }: ManifestOptions) {
  const program = target === undefined ? "server/jupyter-mcp" : `server/${programName(target)}`;
  const others = { platform_overrides: { win32: { command: `\${__dirname}/${program}.exe` } } };
  return {
    manifest_version: "0.3",
    name: "jupyter-mcp",
    display_name: "Jupyter",
    version,
    description,
    long_description: longDescription,
    author: { name: "The jupyter-mcp authors", url: repository },
    repository: { type: "git", url: `${repository}.git` },
    documentation: `${repository}/tree/main/docs`,
    support: `${repository}/issues`,
    license: "MIT",
    keywords: ["jupyter", "notebook", "python", "data"],
    server: {
      type: "binary",
      entry_point: program,
      mcp_config: {
        command: `\${__dirname}/${program}`,
        args: [],
        env: {
          JUPYTER_SERVER_URL: "${user_config.jupyter_url}",
          JUPYTER_TOKEN: "${user_config.jupyter_token}",
        },
        ...(target === undefined ? others : {}),
      },
    },
    tools: listedTools(),
    tools_generated: false,
    prompts_generated: true,
    compatibility: { platforms: target === undefined ? ["darwin", "linux", "win32"] : [target.os] },
    user_config: settings,
  } as const;
}

/** The tools offered by default, each in its first sentence. */
function listedTools(): { name: string; description: string }[] {
  const offered: readonly string[] = toolsetNames.filter((set) => set.default).map((set) => set.name);
  return toolsets.filter(({ name }) => offered.includes(name)).flatMap(({ tools }) => tools)
    .filter(({ isRare, isForViews }) => !isRare && !isForViews)
    .map((tool) => ({ name: tool.name, description: firstSentence(tool.description) }));
}

async function pack(args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await new Deno.Command("npx", { args: ["-y", packer, ...args] }).output();
  if (code === 0) return;
  const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
  throw new Error(`Cannot ${args[0]} the bundle: exit code ${code}\n${said}`);
}
