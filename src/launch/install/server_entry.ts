/**
 * How a client is to start this program: the serving options that were given, with every path made absolute, as a
 * client starts programs from a folder of its own choice.
 *
 * Invariant: a token is never among the arguments. One that was given in a variable or in the URL goes into a file.
 */

import { declared, type Options } from "../../options.ts";
import { parseJupyterUrl } from "../jupyter_url.ts";
import type { ServerEntry } from "./clients.ts";

export interface EntryOptions {
  readonly program: readonly [string, ...string[]];
  readonly options: Options;
  /** The flags of serving as they were given. */
  readonly given: ReadonlyMap<string, string>;
  readonly absolute: (path: string) => string;
  /** Where a token is kept that was given otherwise than by file. */
  readonly tokenFile: string;
}

export interface Entry {
  readonly entry: ServerEntry;
  /** What to write into the token file. */
  readonly token: string | undefined;
}

/** The entry, and the token to keep beside it. */
export function serverEntry({ program, options, given, absolute, tokenFile }: EntryOptions): Entry {
  const address = options.jupyterUrl === undefined ? undefined : parseJupyterUrl(options.jupyterUrl);
  const token = options.tokenFile === undefined ? options.jupyterToken ?? address?.token : undefined;
  const keptFile = options.tokenFile === undefined ? undefined : absolute(options.tokenFile);
  const file = keptFile ?? (token === undefined ? undefined : tokenFile);
  const [command, ...first] = program;
  const args = [
    ...first,
    ...(address === undefined ? [] : ["--jupyter-url", address.url]),
    ...(file === undefined ? [] : ["--token-file", file]),
    ...[...given].flatMap(([flag, value]) => otherFlag(flag, { value, absolute })),
  ];
  return { entry: { command, args }, token };
}

const ownFlags = new Set([declared.jupyterUrl.flag, declared.tokenFile.flag]);

function otherFlag(
  flag: string,
  { value, absolute }: { readonly value: string; readonly absolute: (path: string) => string },
): readonly string[] {
  if (ownFlags.has(flag)) return [];
  if (value === "") return [flag];
  const option = Object.values(declared).find((candidate) => candidate.flag === flag);
  return [flag, option?.value === "<path>" ? absolute(value) : value];
}
