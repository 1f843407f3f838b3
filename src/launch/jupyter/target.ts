/**
 * Chooses the Jupyter to use: the given one, else one that runs on this machine, else the managed one.
 *
 * What the user gave explicitly is used or refused, never ignored.
 */

import { checkToken, type Options, UsageError } from "../../base/options.ts";
import type { Logger } from "../../base/log.ts";
import type { JupyterTarget } from "../../base/protocol.ts";
import { acceptsConnections, discover, type RunningServer } from "./discover.ts";
import { parseJupyterUrl } from "./jupyter_url.ts";
import { type JupyterAnswer, ManagedJupyter, rootFolder } from "./managed.ts";
import type { Machine } from "../user_folders.ts";

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
export async function chooseJupyter(
  { options, machine, cwd, logger }: ChooseOptions,
): Promise<JupyterChoice> {
  const token = options.tokenFile === undefined ? options.jupyterToken : readToken(options.tokenFile, logger);
  const password = options.passwordFile === undefined
    ? options.jupyterPassword
    : readPassword(options.passwordFile, logger);
  const certificate = options.caCert === undefined ? {} : { caCert: readCertificate(options.caCert) };
  if (options.jupyterUrl !== undefined) {
    const address = parseJupyterUrl(options.jupyterUrl);
    return running({
      url: address.url,
      token: token ?? address.token ?? "",
      origin: "given",
      ...certificate,
      ...(password === undefined ? {} : { password }),
    });
  }
  const found = pick(await discover({ machine, cwd }), token);
  if (found !== undefined) {
    logger.info("discovered a running Jupyter", { url: found.url, root: found.rootDir });
    return running({
      url: found.url,
      token: found.token || token || "",
      identity: rootIdentity(found.rootDir),
      origin: "discovered",
      ...certificate,
      ...(password === undefined ? {} : { password }),
    });
  }
  // A token without an address means Jupyter's default address, as for a server in a container.
  if (token !== undefined && await acceptsConnections("127.0.0.1", usualPort)) {
    return running({ url: `http://127.0.0.1:${usualPort}/`, token, origin: "given", ...certificate });
  }
  const managed = new ManagedJupyter({ machine, cwd, logger });
  const target = { ...managed.target, identity: rootIdentity(await rootFolder(machine, cwd)) };
  return { target, start: () => managed.ensure(), stop: (limitMs) => managed.stop(limitMs) };
}

const usualPort = 8888;

/** A server that is started again, by us or by the person, serves the same notebooks on another port. */
function rootIdentity(rootDir: string): string {
  return `root:${rootDir}`;
}

function running(target: JupyterTarget): JupyterChoice {
  return { target, start: () => Promise.resolve({ kind: "jupyter_ready" }), stop: () => Promise.resolve() };
}

/** The server that has the given token, else the first. */
function pick(servers: readonly RunningServer[], token: string | undefined): RunningServer | undefined {
  return servers.find((server) => token !== undefined && server.token === token) ?? servers[0];
}

function readPassword(path: string, logger: Logger): string {
  const password = readSecret({ flag: "--password-file", what: "password", path }, logger).replace(
    /\r?\n$/,
    "",
  );
  if (password === "" || password.includes("\n")) {
    throw new UsageError(`Cannot use --password-file "${path}": expected one line with the password`);
  }
  return password;
}

function readSecret(
  { flag, what, path }: { readonly flag: string; readonly what: string; readonly path: string },
  logger: Logger,
): string {
  const text = readFile(flag, path);
  // On Windows the mode does not say who may read a file.
  const mode = Deno.statSync(path).mode;
  if (Deno.build.os !== "windows" && mode !== null && (mode & 0o077) !== 0) {
    logger.warning(`other users can read the ${what} file; chmod 600 makes it private`, { path });
  }
  return text;
}

function readToken(path: string, logger: Logger): string {
  const text = readSecret({ flag: "--token-file", what: "token", path }, logger);
  try {
    return checkToken(text);
  } catch {
    throw new UsageError(`Cannot use --token-file "${path}": expected a file that contains only the token`);
  }
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
