/** Where this user's data is, by platform: Jupyter's runtime folders, our own data folder and the knowledge base. */

import type { posix } from "node:path";
import type { Environment } from "../base/options.ts";

/** The platform and environment; an argument, so that every platform can be tested on one machine. */
export interface Machine {
  readonly os: typeof Deno.build.os;
  readonly env: Environment;
}

/** This machine. */
export function thisMachine(): Machine {
  return { os: Deno.build.os, env: Deno.env.toObject() };
}

/** The path functions of a platform. Not imported, because loading them takes about 15 ms, which not every start needs. */
export function pathsOf(machine: Machine): typeof posix {
  const { posix, win32 } = globalThis.process.getBuiltinModule("node:path");
  return machine.os === "windows" ? win32 : posix;
}

/** Joins a folder and names inside of it, without loading the path functions. */
export function joinPath({ os }: Machine, folder: string, ...names: readonly string[]): string {
  const [separator, last] = os === "windows" ? ["\\", /[/\\]+$/] : ["/", /\/+$/];
  return [folder.replace(last, ""), ...names].join(separator);
}

export function homeFolder(machine: Machine): string {
  return configuredHome(machine) ?? (machine.os === "windows" ? "C:\\" : "/");
}

/** The home folder according to the environment; containers and services may have none. */
export function configuredHome({ os, env }: Machine): string | undefined {
  return os === "windows" ? nonEmpty(env.USERPROFILE) ?? nonEmpty(env.HOME) : nonEmpty(env.HOME);
}

/**
 * The folders where Jupyter servers leave `jpserver-*.json`, most likely first. Mirrors `jupyter_core.paths`, with
 * and without `JUPYTER_PLATFORM_DIRS`, as the server may have been started with another environment.
 */
export function jupyterRuntimeFolders(machine: Machine): readonly string[] {
  const runtime = nonEmpty(machine.env.JUPYTER_RUNTIME_DIR);
  if (runtime !== undefined) return [runtime];
  const data = nonEmpty(machine.env.JUPYTER_DATA_DIR);
  const folders = data === undefined ? jupyterDataFolders(machine) : [data];
  return folders.map((folder) => joinPath(machine, folder, "runtime"));
}

function jupyterDataFolders(machine: Machine): readonly string[] {
  const join = (folder: string, ...names: readonly string[]) => joinPath(machine, folder, ...names);
  const home = homeFolder(machine);
  switch (machine.os) {
    case "darwin":
      return [join(home, "Library", "Jupyter"), join(home, "Library", "Application Support", "Jupyter")];
    case "windows":
      return [join(roamingFolder(machine), "jupyter"), join(userData(machine), "Jupyter")];
    default:
      return [join(userData(machine), "jupyter")];
  }
}

/** Our own folder in the user's data. */
export function dataFolder(machine: Machine): string {
  return joinPath(machine, userData(machine), "jupyter-mcp");
}

/** The folder where programs keep a user's data. */
function userData(machine: Machine): string {
  const join = (folder: string, ...names: readonly string[]) => joinPath(machine, folder, ...names);
  const home = homeFolder(machine);
  switch (machine.os) {
    case "darwin":
      return join(home, "Library", "Application Support");
    case "windows":
      return nonEmpty(machine.env.LOCALAPPDATA) ?? join(home, "AppData", "Local");
    default:
      return nonEmpty(machine.env.XDG_DATA_HOME) ?? join(home, ".local", "share");
  }
}

/** On Windows, the folder for settings that roam with the user. */
export function roamingFolder(machine: Machine): string {
  return nonEmpty(machine.env.APPDATA) ?? joinPath(machine, homeFolder(machine), "AppData", "Roaming");
}

/** A variable's value; an empty one counts as unset. */
export function nonEmpty(value: string | undefined): string | undefined {
  return value === "" ? undefined : value;
}

/** The folder of the knowledge base: that of `--knowledge-dir`, else one in our data folder. */
export function knowledgeFolder(machine: Machine, given: string | undefined): string {
  if (given === undefined) return joinPath(machine, dataFolder(machine), "knowledge");
  return expandedPath(machine, given);
}

/** An absolute path; in a client's configuration no shell has expanded a tilde. */
export function expandedPath(machine: Machine, given: string): string {
  const { join, resolve } = pathsOf(machine);
  return /^~([/\\]|$)/.test(given) ? join(homeFolder(machine), given.slice(1)) : resolve(given);
}

interface FolderOptions {
  readonly toolsets: readonly string[];
  readonly knowledgeDir: string | undefined;
  readonly readOnly: boolean;
  readonly noJournal: boolean;
}

/** The folders that the server may use, as its settings name them; created if need be. */
export function makeServerFolders(machine: Machine, options: FolderOptions) {
  const journalFolder = options.noJournal || options.readOnly ? undefined : makeJournalFolder(machine);
  return {
    ...(options.toolsets.includes("knowledge")
      ? { knowledgeFolder: makeKnowledgeFolder(machine, options.knowledgeDir, options) }
      : {}),
    ...(journalFolder === undefined ? {} : { journalFolder }),
  };
}

/**
 * Creates the folder unless read-only, and returns its real path, which permissions need. If it cannot be created, the
 * knowledge tools report that when they are used; all others work without it.
 */
export function makeKnowledgeFolder(
  machine: Machine,
  given: string | undefined,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): string {
  const folder = knowledgeFolder(machine, given);
  try {
    // Private to this user.
    if (!readOnly) Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return Deno.realPathSync(folder);
  } catch {
    return folder;
  }
}

/** The folder of the journal, private to this user; undefined if it cannot be created: changes are then kept in memory. */
function makeJournalFolder(machine: Machine): string | undefined {
  try {
    const folder = joinPath(machine, stateFolder(machine), "jupyter-mcp", "journal");
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    // The mode above is that of a new folder.
    if (Deno.build.os !== "windows") Deno.chmodSync(folder, 0o700);
    return Deno.realPathSync(folder);
  } catch {
    return undefined;
  }
}

/** The folder where programs keep what should survive a restart but is not a user's own data. */
function stateFolder(machine: Machine): string {
  if (machine.os === "darwin" || machine.os === "windows") return userData(machine);
  return nonEmpty(machine.env.XDG_STATE_HOME) ??
    joinPath(machine, homeFolder(machine), ".local", "state");
}

export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory === true;
}

export function isFile(path: string): boolean {
  return statOf(path)?.isFile === true;
}

function statOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined;
  }
}

/** The names of what is in a folder; none if it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return [...Deno.readDirSync(folder)].map((entry) => entry.name);
  } catch {
    return [];
  }
}
