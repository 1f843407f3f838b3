/**
 * How a client starts this program: the given server options with absolute paths, because a client may start programs
 * in any folder.
 *
 * No secret is ever among the arguments: one given in a variable or in the URL is stored in a file.
 */

import { allOptions, type Options, optionTable } from "../../base/options.ts";
import { parseJupyterUrl } from "../jupyter/jupyter_url.ts";
import type { ServerEntry } from "./clients.ts";
import type { CommandPrefix } from "../jupyter/environment.ts";

export interface EntryOptions {
  readonly program: CommandPrefix;
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
