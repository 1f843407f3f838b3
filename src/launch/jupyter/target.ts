/**
 * Chooses the Jupyter to use: the given one, else one that runs on this machine, else the managed one.
 *
 * A given address, root folder or file is used or refused, never ignored; a given token prefers the server that has it.
 */

import { checkToken, type Options, UsageError } from "../../base/options.ts";
import type { Logger } from "../../base/log.ts";
import type { JupyterTarget } from "../../base/protocol.ts";
import { typedCommand } from "../own_program.ts";
import { acceptsConnections, discover, realPath, type RunningServer } from "./discover.ts";
import { parseJupyterUrl } from "./jupyter_url.ts";
import { type JupyterAnswer, ManagedJupyter, rootFolder } from "./managed.ts";
import { expandedPath, isFolder, type Machine } from "../user_folders.ts";

/** A Jupyter to use: where it is, how to start it and how to stop it. */
export interface JupyterChoice {
  readonly target: JupyterTarget;
  readonly start: () => Promise<JupyterAnswer>;
  readonly stop: (limitMs: number) => Promise<void>;
}

export interface ChooseOptions {
  readonly options: Options;
  readonly machine: Machine;
  readonly cwd: string;
  readonly logger: Logger;
}

/** Chooses by the options; throws UsageError if they cannot be used. */
export async function chooseJupyter(settings: ChooseOptions): Promise<JupyterChoice> {
  const found = await findJupyter(settings);
  if (found !== undefined) return runningJupyter(found);
  const { options, machine, cwd, logger } = settings;
  const rootDir = givenRoot(options, machine) ?? await rootFolder(machine, cwd);
  const managed = new ManagedJupyter({ machine, cwd, logger, rootDir });
  const target = {
    ...managed.target,
    rootDir,
    identity: rootIdentity(rootDir),
    program: typedCommand(machine),
  };
  return { target, start: () => managed.ensure(), stop: (limitMs) => managed.stop(limitMs) };
}

/** A Jupyter that runs, and stays when the program ends. */
export function runningJupyter(target: JupyterTarget): JupyterChoice {
  return { target, start: () => Promise.resolve({ kind: "jupyter_ready" }), stop: () => Promise.resolve() };
}

interface FindOptions extends ChooseOptions {
  /** Whether a server that another jupyter-mcp has started for itself will do. */
  readonly withManaged?: boolean;
}

/** The contents of the files that the options name; throws UsageError if one cannot be used. */
export function readFiles(options: Options, logger: Logger) {
  const token = options.tokenFile === undefined ? options.jupyterToken : readToken(options.tokenFile, logger);
  const password = options.passwordFile === undefined
    ? options.jupyterPassword
    : readPassword(options.passwordFile, logger);
  const certificate = options.caCert === undefined ? {} : { caCert: readCertificate(options.caCert) };
  return { token, password, certificate };
}

/** The given server or one that is running; throws UsageError if the options cannot be used. */
export async function findJupyter(
  { options, machine, cwd, logger, withManaged = false }: FindOptions,
): Promise<JupyterTarget | undefined> {
  const { token, password, certificate } = readFiles(options, logger);
  if (options.jupyterUrl !== undefined) {
    if (options.jupyterRoot !== undefined) {
      throw new UsageError("Cannot use --jupyter-root with --jupyter-url: that server has a root folder");
    }
    const address = parseJupyterUrl(options.jupyterUrl);
    return {
      url: address.url,
      token: token ?? address.token ?? "",
      origin: "given",
      ...certificate,
      ...(password === undefined ? {} : { password }),
    };
  }
  const root = givenRoot(options, machine);
  const servers = (await discover({ machine, cwd, withManaged }))
    .filter(({ rootDir }) => root === undefined || realPath(rootDir) === root);
  const found = pick(servers, token);
  if (found !== undefined) {
    logger.info("discovered a running Jupyter", { url: found.url, root: found.rootDir });
    return {
      url: found.url,
      token: found.token || token || "",
      rootDir: found.rootDir,
      identity: rootIdentity(found.rootDir),
      origin: "discovered",
      ...certificate,
      ...(password === undefined ? {} : { password }),
    };
  }
  // A token without an address means Jupyter's default address, as for a server in a container.
  if (root === undefined && token !== undefined && await acceptsConnections("127.0.0.1", usualPort)) {
    return { url: `http://127.0.0.1:${usualPort}/`, token, origin: "given", ...certificate };
  }
  return undefined;
}

/** The folder of `--jupyter-root`. */
export function givenRoot({ jupyterRoot }: Options, machine: Machine): string | undefined {
  if (jupyterRoot === undefined) return undefined;
  const folder = realPath(expandedPath(machine, jupyterRoot));
  if (isFolder(folder)) return folder;
  throw new UsageError(`Cannot use --jupyter-root "${jupyterRoot}": there is no such folder`);
}

const usualPort = 8888;

/** A server that is started again, by us or by the person, serves the same notebooks on another port. */
export function rootIdentity(rootDir: string): string {
  return `root:${rootDir}`;
}

/** The server that has the given token, else the first. */
function pick(servers: readonly RunningServer[], token: string | undefined): RunningServer | undefined {
  return servers.find((server) => token !== undefined && server.token === token) ?? servers[0];
}

function readPassword(path: string, logger: Logger): string {
  const password = readSecret("password", { path, logger }).replace(/\r?\n$/, "");
  if (password !== "" && !password.includes("\n")) return password;
  throw new UsageError(`Cannot use --password-file "${path}": expected one line with the password`);
}

function readToken(path: string, logger: Logger): string {
  const text = readSecret("token", { path, logger });
  try {
    return checkToken(text);
  } catch {
    throw new UsageError(`Cannot use --token-file "${path}": expected a file that contains only the token`);
  }
}

function readSecret(
  what: "password" | "token",
  { path, logger }: { readonly path: string; readonly logger: Logger },
): string {
  const text = readFile(`--${what}-file`, path);
  // On Windows the mode does not say who may read a file.
  const mode = Deno.statSync(path).mode;
  if (Deno.build.os !== "windows" && mode !== null && (mode & 0o077) !== 0) {
    logger.warning(`other users can read the ${what} file; chmod 600 makes it private`, { path });
  }
  return text;
}

function readCertificate(path: string): string {
  const text = readFile("--ca-cert", path);
  if (!text.includes("-----BEGIN CERTIFICATE-----")) {
    throw new UsageError(`Cannot use --ca-cert "${path}": expected a certificate in PEM form`);
  }
  return text;
}

function readFile(flag: string, path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    const state = error instanceof Deno.errors.NotFound
      ? "file does not exist"
      : error instanceof Deno.errors.PermissionDenied
      ? "file cannot be read"
      : "not a readable file";
    throw new UsageError(`Cannot use ${flag} "${path}": ${state}`);
  }
}
