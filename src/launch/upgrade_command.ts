/** `jupyter-mcp upgrade`: says how to get a newer version. It downloads nothing: that is up to how it was installed. */

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Command, splitArguments } from "./command.ts";
import { printText } from "./terminal.ts";

const releases = "https://github.com/jupyter-mcp/jupyter-mcp/releases";

const help = `jupyter-mcp upgrade says how to upgrade this program. It changes nothing and
sends nothing. The Jupyter that jupyter-mcp setup has installed is upgraded by
jupyter-mcp setup --upgrade.

Usage:
  jupyter-mcp upgrade
`;

export const upgradeCommand: Command = {
  help,
  flags: [],
  run: (args, _, { version }) => {
    splitArguments(args, { command: "upgrade", flags: [] });
    const path = Deno.build.standalone ? Deno.execPath() : undefined;
    printText(`This is version ${version}${path === undefined ? "" : `, ${path}`}\n${upgradeText(path)}\n`);
    return Promise.resolve(0);
  },
};

/** How to upgrade the program at this path; without a path, it runs from its sources. */
export function upgradeText(path: string | undefined): string {
  if (path === undefined) return "It runs from its sources: git pull";
  const way = ways.find(({ place }) => place.test(path));
  if (way !== undefined) return way.text;
  if (isInEnvironment(path)) {
    return "It is in a Python environment; run there: pip install --upgrade jupyter-live-mcp";
  }
  if (isInSources(path)) return "It is compiled from its sources: git pull, then deno task compile";
  return "If install.sh or install.ps1 has installed it, run that again. Otherwise download the new version from\n" +
    `${releases}\nand replace that file, while no MCP client is running it`;
}

/** Whether it is among the programs of a Python environment, as pip puts it there. */
function isInEnvironment(path: string): boolean {
  return existsSync(join(dirname(dirname(path)), "pyvenv.cfg"));
}

/** Whether it is where `deno task compile` puts it. */
function isInSources(path: string): boolean {
  const folder = dirname(path);
  return basename(folder) === "dist" && existsSync(join(dirname(folder), "scripts", "compile.ts"));
}

/** By where package managers put programs. */
const ways: readonly { readonly place: RegExp; readonly text: string }[] = [
  {
    place: /[\\/]_npx[\\/]/,
    text: "npx has fetched it: npx -y jupyter-live-mcp@latest fetches the newest version",
  },
  { place: /[\\/]node_modules[\\/]/, text: "Run: npm install --global jupyter-live-mcp@latest" },
  { place: /[\\/]uv[\\/]tools[\\/]/, text: "Run: uv tool upgrade jupyter-live-mcp" },
  {
    place: /[\\/](archive|environments|builds)-v\d+[\\/]/,
    text: "uvx has fetched it: uvx jupyter-live-mcp@latest fetches the newest version",
  },
  { place: /[\\/]pipx[\\/]/, text: "Run: pipx upgrade jupyter-live-mcp" },
];
