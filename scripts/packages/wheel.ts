/**
 * Builds the PyPI wheel: the executable as the script `jupyter-live-mcp`, which pip puts straight into the environment's
 * `bin`; `jupyter-mcp`, which starts it; and the extension that serves it inside Jupyter. What the extension needs is
 * in the extra `server`, so that the program by itself installs nothing else.
 */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Zippable, zipSync } from "fflate";
import { description, packageName, registryName, repository } from "./project.ts";
import { packageReadme } from "./readme.ts";
import type { Target } from "./targets.ts";

/** As files and modules spell the name. */
const moduleName = packageName.replaceAll("-", "_");
const python = fileURLToPath(new URL(`./pypi/${moduleName}/`, import.meta.url));
const root = fileURLToPath(new URL("../../", import.meta.url));

export interface WheelOptions {
  readonly target: Target;
  /** Path of the compiled program. */
  readonly program: string;
  readonly version: string;
  readonly folder: string;
  /** 0 to 9, of the archive's compression. */
  readonly level?: 0 | 1 | 6 | 9;
}

interface Entry {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable?: boolean;
}

/** Writes the wheel into the folder; returns its path. */
export async function buildWheel(options: WheelOptions): Promise<string> {
  const { target, version, folder, level = 9 } = options;
  const entries = await contents(options);
  const record = {
    path: `${moduleName}-${version}.dist-info/RECORD`,
    bytes: encode(recordOf(entries, version)),
  };
  const path = join(folder, `${moduleName}-${version}-py3-none-${target.wheelTag}.whl`);
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeFile(path, zipped([...entries, record], level));
  return path;
}

async function contents({ target, program, version }: WheelOptions): Promise<readonly Entry[]> {
  const info = `${moduleName}-${version}.dist-info`;
  const data = `${moduleName}-${version}.data`;
  const module = async (name: string): Promise<Entry> => ({
    path: `${moduleName}/${name}`,
    bytes: encode((await Deno.readTextFile(join(python, name))).replaceAll("@VERSION@", version)),
  });
  return [
    await module("__init__.py"),
    await module("config.py"),
    await module("handlers.py"),
    await module("program.py"),
    {
      path: `${data}/scripts/${packageName}${target.os === "win32" ? ".exe" : ""}`,
      bytes: await Deno.readFile(program),
      executable: true,
    },
    {
      path: `${data}/data/etc/jupyter/jupyter_server_config.d/${moduleName}.json`,
      bytes: encode(
        `${JSON.stringify({ ServerApp: { jpserver_extensions: { [moduleName]: true } } }, null, 2)}\n`,
      ),
    },
    { path: `${info}/METADATA`, bytes: encode(await metadata(version)) },
    {
      path: `${info}/entry_points.txt`,
      bytes: encode(`[console_scripts]\njupyter-mcp = ${moduleName}.program:main\n`),
    },
    { path: `${info}/WHEEL`, bytes: encode(wheelFile(target)) },
    { path: `${info}/licenses/LICENSE`, bytes: await Deno.readFile(join(root, "LICENSE")) },
  ];
}

async function metadata(version: string): Promise<string> {
  return `Metadata-Version: 2.4
Name: ${packageName}
Version: ${version}
Summary: ${description}
License-Expression: MIT
License-File: LICENSE
Requires-Python: >=3.9
Provides-Extra: server
Requires-Dist: jupyter-server>=2; extra == "server"
Requires-Dist: jupyter-server-proxy>=4.1,<5; extra == "server"
Requires-Dist: simpervisor>=1,<2; extra == "server"
Project-URL: Source, ${repository}
Description-Content-Type: text/markdown

${await packageReadme()}
<!-- mcp-name: ${registryName} -->
`;
}

function wheelFile(target: Target): string {
  return `Wheel-Version: 1.0\nGenerator: jupyter-mcp\nRoot-Is-Purelib: false\nTag: py3-none-${target.wheelTag}\n`;
}

/** Every file with its hash, as pip checks them; the record itself goes without. */
function recordOf(entries: readonly Entry[], version: string): string {
  const lines = entries.map(({ path, bytes }) =>
    `${path},sha256=${createHash("sha256").update(bytes).digest("base64url")},${bytes.length}`
  );
  return [...lines, `${moduleName}-${version}.dist-info/RECORD,,`, ""].join("\n");
}

/** The time that every file gets, so that the same input gives the same bytes. */
const epoch = new Date("2020-01-01T00:00:00Z");

function zipped(entries: readonly Entry[], level: 0 | 1 | 6 | 9): Uint8Array {
  const files: Zippable = {};
  for (const { path, bytes, executable = false } of entries) {
    // The upper half holds the Unix mode, of a regular file.
    files[path] = [bytes, { mtime: epoch, os: 3, attrs: (executable ? 0o100755 : 0o100644) << 16 }];
  }
  return zipSync(files, { level });
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
