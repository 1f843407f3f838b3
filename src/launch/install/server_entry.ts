/**
 * How a client is to start this program: the serving options that were given, with every path made absolute, as a
 * client starts programs from a folder of its own choice.
 *
 * Invariant: no secret is ever among the arguments. One that was given in a variable or in the URL goes into a file.
 */

import { allOptions, type Options, optionTable, UsageError } from "../../base/options.ts";
import { parseJupyterUrl } from "../jupyter/jupyter_url.ts";
import type { ServerEntry } from "./clients.ts";
import { asRecord } from "../../base/json.ts";
import { type Machine, pathsOf } from "../user_folders.ts";

export interface EntryOptions {
  readonly program: readonly [string, ...string[]];
  readonly options: Options;
  /** The flags of serving as they were given. */
  readonly given: ReadonlyMap<string, string>;
  readonly absolute: (path: string) => string;
  /** Where a token is kept that was given otherwise than by file. */
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

/** The entry, and the secrets to keep beside it. */
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

/** Those that were not given by file; a file wins, as it does when serving. */
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
 * What a client is to start: this program by its path, or by the runner (npx, uvx) in whose cache it lies, as such a
 * cache may be emptied any day.
 *
 * Invariant: a package's name is written down only where the runner has got this program by that name from a registry.
 * One that came from a file would become whatever a registry has under the name.
 */

export type Program = readonly [string, ...string[]];

const name = "jupyter-mcp";

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
    `Cannot install: this program lies in a cache that may be emptied any day, "${path}", and by which name it came ` +
      "there is not known; install it for good (npm install --global, uv tool install, or the file alone), and run " +
      "install from there",
  );
}

/** Of `pnpm dlx`, `yarn dlx`, `bunx` and `pipx run`. */
const otherCaches =
  /[\\/](dlx|dlx-[^\\/]+|bunx-[^\\/]+)[\\/](.*[\\/])?node_modules[\\/]|[\\/]pipx[\\/]\.?cache[\\/]|[\\/]\.?cache[\\/]pipx[\\/]/i;

/** What npx was asked for stands in the package file of the folder that it made. */
function byNpx(folder: string, { os }: Machine): Program | undefined {
  const file = asRecord(parsed(`${folder}/package.json`));
  const { packages } = asRecord(file["_npx"]);
  const asked = Array.isArray(packages) ? packages.map(String) : [];
  const spec = asked.find((one) => /^jupyter-mcp(@[\w.+-]+)?$/.test(one));
  if (spec === undefined) return undefined;
  // What has a place, such as file:../x.tgz, came from there, whatever it is called.
  if (/[:/]/.test(String(asRecord(file["dependencies"])[name] ?? ":"))) return undefined;
  // On Windows npx is a script, which only a shell starts.
  return os === "windows" ? ["cmd", "/c", "npx", "-y", spec] : ["npx", "-y", spec];
}

/** Of what did not come from an index, an installer keeps the place (PEP 610). */
function byUvx(path: string, machine: Machine): Program | undefined {
  const { dirname, join } = pathsOf(machine);
  const environment = dirname(dirname(path));
  const library = join(environment, machine.os === "windows" ? "Lib" : "lib");
  const versions = namesIn(library).filter((entry) => entry.startsWith("python"));
  const places = [library, ...versions.map((entry) => join(library, entry))];
  for (const packages of places.map((place) => join(place, "site-packages"))) {
    const info = namesIn(packages).find((entry) => /^jupyter_mcp-.*\.dist-info$/.test(entry));
    if (info === undefined) continue;
    return namesIn(join(packages, info)).includes("direct_url.json") ? undefined : ["uvx", name];
  }
  return undefined;
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(Deno.readTextFileSync(path));
  } catch {
    return undefined; // Whoever made the folder has not left word.
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return [...Deno.readDirSync(folder)].map((entry) => entry.name);
  } catch {
    return []; // Not there, on this platform or in this version.
  }
}
