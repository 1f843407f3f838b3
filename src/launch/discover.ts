/**
 * Finds the Jupyter servers that run on this machine, by the files they leave in Jupyter's runtime folder.
 *
 * Invariants: a file whose process or port is gone is passed over; a server that another jupyter-mcp started for
 * itself is passed over, as it ends with that one; all of it takes milliseconds, for the sandbox cannot be made before.
 */

import { managedPorts } from "./managed_ports.ts";
import { processIsAlive } from "./process_tree.ts";
import { hostsOf, parseServerFile, type ServerFile } from "./server_file.ts";
import { jupyterRuntimeFolders, type Machine, pathsOf } from "./user_folders.ts";

export interface RunningServer {
  readonly url: string;
  /** Empty where the server wants none, or only a password. */
  readonly token: string;
  readonly rootDir: string;
}

export interface DiscoverOptions {
  readonly machine: Machine;
  readonly cwd: string;
  readonly isAlive?: (pid: number) => boolean;
  readonly accepts?: (host: string, port: number) => Promise<boolean>;
}

interface Candidate {
  readonly file: ServerFile;
  readonly modified: number;
  /** Length of the root folder where it holds the current folder, else -1. */
  readonly depth: number;
}

/** Lists the servers that answer, the most fitting first. */
export async function discover(options: DiscoverOptions): Promise<readonly RunningServer[]> {
  const { machine, cwd, isAlive = processIsAlive, accepts = acceptsConnections } = options;
  const managed = managedPorts(machine, isAlive);
  const candidates = readCandidates(machine, cwd)
    .filter(({ file }) => !managed.has(file.port) && isAlive(file.pid))
    .toSorted(compare);
  const servers = await Promise.all(candidates.map(({ file }) => locate(file, accepts)));
  return servers.filter((server) => server !== undefined);
}

function readCandidates(machine: Machine, cwd: string): readonly Candidate[] {
  const { join } = pathsOf(machine);
  return jupyterRuntimeFolders(machine).flatMap((folder) =>
    fileNames(folder)
      .filter((name) => /^(jp|nb)server-.*\.json$/.test(name))
      .flatMap((name) => readCandidate(join(folder, name), { machine, cwd }) ?? [])
  );
}

function readCandidate(
  path: string,
  { machine, cwd }: { readonly machine: Machine; readonly cwd: string },
): Candidate | undefined {
  try {
    const file = parseServerFile(Deno.readTextFileSync(path));
    if (file === undefined) return undefined;
    const modified = Deno.statSync(path).mtime?.getTime() ?? 0;
    return { file, modified, depth: depthOf(file.rootDir, { machine, cwd }) };
  } catch {
    return undefined; // Removed meanwhile, or another user's.
  }
}

function fileNames(folder: string): readonly string[] {
  try {
    return [...Deno.readDirSync(folder)].map((entry) => entry.name);
  } catch {
    return []; // No server has ever run here.
  }
}

function depthOf(
  root: string,
  { machine, cwd }: { readonly machine: Machine; readonly cwd: string },
): number {
  if (root === "") return -1;
  const { relative, isAbsolute } = pathsOf(machine);
  const [from, to] = [realPath(root), realPath(cwd)];
  const way = relative(from, to);
  return way === ".." || /^\.\.[/\\]/.test(way) || isAbsolute(way) ? -1 : from.length;
}

function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}

function compare(a: Candidate, b: Candidate): number {
  return Number(needsPassword(a.file)) - Number(needsPassword(b.file)) || b.depth - a.depth ||
    b.modified - a.modified;
}

function needsPassword(file: ServerFile): boolean {
  return file.password && file.token === "";
}

async function locate(
  file: ServerFile,
  accepts: (host: string, port: number) => Promise<boolean>,
): Promise<RunningServer | undefined> {
  for (const host of hostsOf(file)) {
    if (!await accepts(host, file.port)) continue;
    const base = file.baseUrl.replace(/^\/*/, "/").replace(/\/*$/, "/");
    const url = new URL(base, `${file.secure ? "https" : "http"}://${host}:${file.port}`).href;
    return { url, token: file.token, rootDir: file.rootDir };
  }
  return undefined;
}

const connectLimitMs = 200;

/** Whether something listens there. */
export async function acceptsConnections(host: string, port: number): Promise<boolean> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), connectLimitMs);
  try {
    const hostname = host.replace(/^\[(.*)\]$/, "$1");
    (await Deno.connect({ hostname, port, signal: controller.signal })).close();
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
