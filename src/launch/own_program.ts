/**
 * How this program is started again, by a person or by a client.
 *
 * A package name is used only if the runner fetched this program by that name from a registry: one installed from a file
 * could otherwise turn into whatever package a registry has under that name.
 */

import { asRecord } from "../base/json.ts";
import { UsageError } from "../base/options.ts";
import { realPath } from "./jupyter/discover.ts";
import { type CommandPrefix, findProgram } from "./jupyter/environment.ts";
import { type Machine, namesIn, pathsOf, thisMachine } from "./user_folders.ts";

/** The package on npm and PyPI. */
const packageName = "jupyter-live-mcp";

/**
 * How a person starts this program from a shell: by the runner that has fetched it (which alone has put it on its PATH),
 * by its name if that is on PATH, otherwise by its path.
 */
export function typedCommand(machine = thisMachine(), path = ownPath()): string {
  if (path === undefined) return "jupyter-mcp";
  const runner = runnerCommand(path, machine);
  if (runner !== undefined && runner[0] !== path) return runner.join(" ");
  const own = path.split(/[\\/]/).at(-1)?.replace(/\.exe$/i, "") ?? "";
  // The command of the npm package is a script, which starts the program of the platform's package.
  const isOfNpm = /[\\/]node_modules[\\/]@jupyter-live-mcp[\\/]/.test(path);
  const name = [own, "jupyter-mcp"].find((one) => {
    const found = findProgram(one, machine);
    return found !== undefined && (isOfNpm || realPath(found) === realPath(path));
  });
  return name ?? (/\s/.test(path) ? `"${path}"` : path);
}

/** Absent if the program runs from its sources, which have no command. */
function ownPath(): string | undefined {
  return Deno.build.standalone ? Deno.execPath() : undefined;
}

/**
 * The command that a client runs: this program's path, or the runner (npx, uvx) if the program is in the runner's cache,
 * because such a cache may be emptied at any time.
 */
export function permanentCommand(path: string, machine: Machine): CommandPrefix {
  const found = runnerCommand(path, machine);
  if (found !== undefined) return found;
  throw new UsageError(
    `Cannot install: this program is in a cache that may be emptied at any time, "${path}", and its package name is ` +
      "unknown; install it permanently (npm install --global, uv tool install, or the executable), and run install " +
      "from there",
  );
}

/** The command for a program at this path; undefined if it is in a cache and its package name is unknown. */
function runnerCommand(path: string, machine: Machine): CommandPrefix | undefined {
  const npx = /^.*[\\/]_npx[\\/][^\\/]+(?=[\\/])/.exec(path)?.[0];
  const isOfUv = /[\\/](archive|environments|builds)-v\d+[\\/]/.test(path);
  return npx !== undefined
    ? byNpx(npx, machine)
    : isOfUv
    ? byUvx(path, machine)
    : otherCaches.test(path)
    ? undefined
    : [path] as const;
}

/** Of `pnpm dlx`, `yarn dlx`, `bunx` and `pipx run`. */
const otherCaches =
  /[\\/](dlx|dlx-[^\\/]+|bunx-[^\\/]+)[\\/](.*[\\/])?node_modules[\\/]|[\\/]pipx[\\/]\.?cache[\\/]|[\\/]\.?cache[\\/]pipx[\\/]/i;

/** npx records the requested package in the package.json of its cache folder. */
function byNpx(folder: string, { os }: Machine): CommandPrefix | undefined {
  const file = asRecord(parsed(`${folder}/package.json`));
  const { packages } = asRecord(file["_npx"]);
  const asked = Array.isArray(packages) ? packages.map(String) : [];
  const spec = asked.find((one) => /^jupyter-live-mcp(@[\w.+-]+)?$/.test(one));
  if (spec === undefined) return undefined;
  // A spec with a location, such as file:../x.tgz, did not come from a registry.
  if (/[:/]/.test(String(asRecord(file["dependencies"])[packageName] ?? ":"))) return undefined;
  // On Windows npx is a script, which only a shell can start.
  return os === "windows" ? ["cmd", "/c", "npx", "-y", spec] : ["npx", "-y", spec];
}

/** Installers record the origin of packages that did not come from an index (PEP 610). */
function byUvx(path: string, machine: Machine): CommandPrefix | undefined {
  const { dirname, join } = pathsOf(machine);
  const environment = dirname(dirname(path));
  const library = join(environment, machine.os === "windows" ? "Lib" : "lib");
  const versions = namesIn(library).filter((entry) => entry.startsWith("python"));
  const places = [library, ...versions.map((entry) => join(library, entry))];
  for (const packages of places.map((place) => join(place, "site-packages"))) {
    const info = namesIn(packages).find((entry) => /^jupyter_live_mcp-.*\.dist-info$/.test(entry));
    if (info === undefined) continue;
    return namesIn(join(packages, info)).includes("direct_url.json") ? undefined : ["uvx", packageName];
  }
  return undefined;
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(Deno.readTextFileSync(path));
  } catch {
    return undefined; // Not a cache folder of npx.
  }
}
