/**
 * Builds the PyPI wheel: the executable as a script, which pip puts straight into the environment's `bin`, and the
 * extension that serves it inside Jupyter.
 */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Zippable, zipSync } from "fflate";
import { description, registryName, repository } from "./project.ts";
import { programName, type Target } from "./targets.ts";

const python = fileURLToPath(new URL("./pypi/jupyter_mcp/", import.meta.url));
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
    path: `jupyter_mcp-${version}.dist-info/RECORD`,
    bytes: encode(recordOf(entries, version)),
  };
  const path = join(folder, `jupyter_mcp-${version}-py3-none-${target.wheelTag}.whl`);
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeFile(path, zipped([...entries, record], level));
  return path;
}

async function contents({ target, program, version }: WheelOptions): Promise<readonly Entry[]> {
  const info = `jupyter_mcp-${version}.dist-info`;
  const data = `jupyter_mcp-${version}.data`;
  const module = async (name: string): Promise<Entry> => ({
    path: `jupyter_mcp/${name}`,
    bytes: encode((await Deno.readTextFile(join(python, name))).replaceAll("@VERSION@", version)),
  });
  return [
    await module("__init__.py"),
    await module("config.py"),
    await module("handlers.py"),
    {
      path: `${data}/scripts/${programName(target)}`,
      bytes: await Deno.readFile(program),
      executable: true,
    },
    {
      path: `${data}/data/etc/jupyter/jupyter_server_config.d/jupyter_mcp.json`,
      bytes: encode(
        `${JSON.stringify({ ServerApp: { jpserver_extensions: { jupyter_mcp: true } } }, null, 2)}\n`,
      ),
    },
    { path: `${info}/METADATA`, bytes: encode(await metadata(version)) },
    { path: `${info}/WHEEL`, bytes: encode(wheelFile(target)) },
    { path: `${info}/licenses/LICENSE`, bytes: await Deno.readFile(join(root, "LICENSE")) },
  ];
}

async function metadata(version: string): Promise<string> {
  return `Metadata-Version: 2.4
Name: jupyter-mcp
Version: ${version}
Summary: ${description}
License-Expression: MIT
License-File: LICENSE
Requires-Python: >=3.9
Requires-Dist: jupyter-server>=2
Requires-Dist: jupyter-server-proxy>=4.1,<5
Requires-Dist: simpervisor>=1,<2
Project-URL: Source, ${repository}
Description-Content-Type: text/markdown

${withWholeLinks(await Deno.readTextFile(join(root, "README.md")))}
<!-- mcp-name: ${registryName} -->
`;
}

/** On PyPI a link to a file of the repository leads nowhere, and a picture of it is not shown. */
export function withWholeLinks(markdown: string): string {
  return markdown.replaceAll(
    /(!?)(\[[^\]]*\])\((?!https?:|#|mailto:)([^)\s]+)\)/g,
    (_, picture: string, text: string, path: string) =>
      `${picture}${text}(${repository}/${picture === "" ? "blob" : "raw"}/main/${path})`,
  );
}

function wheelFile(target: Target): string {
  return `Wheel-Version: 1.0\nGenerator: jupyter-mcp\nRoot-Is-Purelib: false\nTag: py3-none-${target.wheelTag}\n`;
}

/** Every file with its hash, as pip checks them; the record itself goes without. */
function recordOf(entries: readonly Entry[], version: string): string {
  const lines = entries.map(({ path, bytes }) =>
    `${path},sha256=${createHash("sha256").update(bytes).digest("base64url")},${bytes.length}`
  );
  return [...lines, `jupyter_mcp-${version}.dist-info/RECORD,,`, ""].join("\n");
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
