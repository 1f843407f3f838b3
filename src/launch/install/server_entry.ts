/**
 * How a client starts this program: the given server options with absolute paths, because a client may start programs
 * in any folder.
 *
 * No secret is ever among the arguments: one given in a variable or in the URL is stored in a file.
 */

import { allOptions, type Options, optionTable, UsageError } from "../../base/options.ts";
import { parseJupyterUrl } from "../jupyter/jupyter_url.ts";
import type { ServerEntry } from "./clients.ts";
import { asRecord } from "../../base/json.ts";
import { type Machine, namesIn, pathsOf } from "../user_folders.ts";

export interface EntryOptions {
  readonly program: readonly [string, ...string[]];
  readonly options: Options;
  /** The flags of serving as they were given. */
  readonly given: ReadonlyMap<string, string>;
  readonly absolute: (path: string) => string;
  /** Where to store a token that was not given as a file. */
  readonly tokenFile: string;
  /** The same for a password. */
  readonly passwordFile: string;
}

/** A secret to write down. */
export interface SecretFile {
  readonly what: "token" | "password";
  readonly path: string;
  readonly text: string;
}

export interface Entry {
  readonly entry: ServerEntry;
  readonly secrets: readonly SecretFile[];
}

/** The entry, and the secrets to store. */
export function serverEntry(settings: EntryOptions): Entry {
  const { program: [command, ...first], options, given, absolute } = settings;
  const address = options.jupyterUrl === undefined ? undefined : parseJupyterUrl(options.jupyterUrl);
  const secrets = secretsOf(settings, options.jupyterToken ?? address?.token);
  const args = [
    ...first,
    ...(address === undefined ? [] : ["--jupyter-url", address.url]),
    ...secrets.flatMap(({ what, path }) => [`--${what}-file`, path]),
    ...[...given].flatMap(([flag, value]) => otherFlag(flag, { value, absolute })),
  ];
  return { entry: { command, args }, secrets };
}

/** Those that were not given as files; a file takes precedence, as it does when serving. */
function secretsOf(
  { options, tokenFile, passwordFile }: EntryOptions,
  token: string | undefined,
): readonly SecretFile[] {
  const password = options.jupyterPassword;
  return [
    ...(token === undefined || options.tokenFile !== undefined
      ? []
      : [{ what: "token", path: tokenFile, text: token } as const]),
    ...(password === undefined || options.passwordFile !== undefined
      ? []
      : [{ what: "password", path: passwordFile, text: password } as const]),
  ];
}

function otherFlag(
  flag: string,
  { value, absolute }: { readonly value: string; readonly absolute: (path: string) => string },
): readonly string[] {
  if (flag === optionTable.jupyterUrl.flag) return [];
  if (value === "") return [flag];
  const option = allOptions.find((candidate) => candidate.flag === flag);
  return [flag, option?.value === "<path>" ? absolute(value) : value];
}

/**
 * The command that a client runs: this program's path, or the runner (npx, uvx) if the program is in the runner's cache,
 * because such a cache may be emptied at any time.
 *
 * A package name is used only if the runner fetched this program by that name from a registry: one installed from a file
 * could otherwise turn into whatever package a registry has under that name.
 */

export type Program = readonly [string, ...string[]];

/** The package on npm and PyPI. */
const name = "jupyter-live-mcp";

/** The program and the arguments that come first. */
export function permanentCommand(path: string, machine: Machine): Program {
  const npx = /^.*[\\/]_npx[\\/][^\\/]+(?=[\\/])/.exec(path)?.[0];
  const isOfUv = /[\\/](archive|environments|builds)-v\d+[\\/]/.test(path);
  const found = npx !== undefined
    ? byNpx(npx, machine)
    : isOfUv
    ? byUvx(path, machine)
    : otherCaches.test(path)
    ? undefined
    : [path] as const;
  if (found !== undefined) return found;
  throw new UsageError(
    `Cannot install: this program is in a cache that may be emptied at any time, "${path}", and its package name is ` +
      "unknown; install it permanently (npm install --global, uv tool install, or the executable), and run install " +
      "from there",
  );
}

/** Of `pnpm dlx`, `yarn dlx`, `bunx` and `pipx run`. */
const otherCaches =
  /[\\/](dlx|dlx-[^\\/]+|bunx-[^\\/]+)[\\/](.*[\\/])?node_modules[\\/]|[\\/]pipx[\\/]\.?cache[\\/]|[\\/]\.?cache[\\/]pipx[\\/]/i;

/** npx records the requested package in the package.json of its cache folder. */
function byNpx(folder: string, { os }: Machine): Program | undefined {
  const file = asRecord(parsed(`${folder}/package.json`));
  const { packages } = asRecord(file["_npx"]);
  const asked = Array.isArray(packages) ? packages.map(String) : [];
  const spec = asked.find((one) => /^jupyter-live-mcp(@[\w.+-]+)?$/.test(one));
  if (spec === undefined) return undefined;
  // A spec with a location, such as file:../x.tgz, did not come from a registry.
  if (/[:/]/.test(String(asRecord(file["dependencies"])[name] ?? ":"))) return undefined;
  // On Windows npx is a script, which only a shell can start.
  return os === "windows" ? ["cmd", "/c", "npx", "-y", spec] : ["npx", "-y", spec];
}

/** Installers record the origin of packages that did not come from an index (PEP 610). */
function byUvx(path: string, machine: Machine): Program | undefined {
  const { dirname, join } = pathsOf(machine);
  const environment = dirname(dirname(path));
  const library = join(environment, machine.os === "windows" ? "Lib" : "lib");
  const versions = namesIn(library).filter((entry) => entry.startsWith("python"));
  const places = [library, ...versions.map((entry) => join(library, entry))];
  for (const packages of places.map((place) => join(place, "site-packages"))) {
    const info = namesIn(packages).find((entry) => /^jupyter_live_mcp-.*\.dist-info$/.test(entry));
    if (info === undefined) continue;
    return namesIn(join(packages, info)).includes("direct_url.json") ? undefined : ["uvx", name];
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
