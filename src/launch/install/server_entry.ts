/**
 * How a client starts this program: the given server options with absolute paths, because a client may start programs
 * in any folder.
 *
 * No secret is ever among the arguments: one given in a variable or in the URL is stored in a file.
 */

import {
  allOptions,
  type Environment,
  type Options,
  optionTable,
  readOptions,
  UsageError,
} from "../../base/options.ts";
import { splitArguments } from "../command.ts";
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

interface Former {
  /** The arguments of the entry that is there. */
  readonly former: readonly string[];
  readonly variables: Environment;
}

interface Merged {
  readonly serving: ReadonlyMap<string, string>;
  /** Flags of the former entry that were not given. */
  readonly kept: readonly string[];
  readonly dropped: readonly string[];
}

/**
 * The flags that were given, after those of the former entry. A token or password belongs to its server, so that none
 * is kept if another server or another secret was given.
 */
export function withFormer(fresh: ReadonlyMap<string, string>, { former, variables }: Former): Merged {
  const { jupyterUrl, jupyterRoot, jupyterToken, jupyterPassword } = readOptions(fresh, variables);
  const present = flagsIn(former);
  if (present === undefined) {
    const dropped = former.filter((arg) => arg.startsWith("--")).map((arg) => arg.split("=")[0] ?? "");
    return { serving: fresh, kept: [], dropped };
  }
  const url = jupyterUrl === undefined ? undefined : parseJupyterUrl(jupyterUrl);
  const isElsewhere = (url !== undefined && url.url !== addressIn(present.get("--jupyter-url"))) ||
    (jupyterRoot !== undefined && jupyterRoot !== present.get("--jupyter-root"));
  const hasSecret = (jupyterToken ?? url?.token ?? jupyterPassword) !== undefined ||
    fresh.has("--token-file") || fresh.has("--password-file");
  const isSecret = (flag: string) => flag === "--token-file" || flag === "--password-file";
  const isKept = (flag: string) => {
    const group = allOptions.find((option) => option.flag === flag)?.group;
    if (group === "Transport" || (group === "Jupyter" && isElsewhere)) return false;
    if (flag === "--jupyter-url") return url === undefined;
    return !(hasSecret && isSecret(flag));
  };
  const isReplaced = (flag: string) =>
    isSecret(flag) ? hasSecret : flag === "--jupyter-url" && url !== undefined;
  const others = [...present].filter(([flag]) => !fresh.has(flag));
  const kept = others.filter(([flag]) => isKept(flag));
  return {
    serving: new Map([...kept, ...fresh]),
    kept: kept.map(([flag]) => flag),
    dropped: others.flatMap(([flag]) => isKept(flag) || isReplaced(flag) ? [] : [flag]),
  };
}

function addressIn(text: string | undefined): string | undefined {
  return text === undefined || !URL.canParse(text) ? undefined : parseJupyterUrl(text).url;
}

/** Our flags among the arguments, which follow those of a runner; undefined if another program has them. */
function flagsIn(args: readonly string[]): ReadonlyMap<string, string> | undefined {
  const isOurs = (arg: string) => allOptions.some(({ flag }) => flag === arg.split("=")[0]);
  const at = args.findIndex(isOurs);
  try {
    return splitArguments(at === -1 ? [] : args.slice(at), { flags: allOptions }).given;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
