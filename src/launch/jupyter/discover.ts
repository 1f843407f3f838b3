/**
 * Finds the Jupyter servers that run on this machine, by the server files in Jupyter's runtime folder.
 *
 * 1. A file whose process or port no longer exists, or belongs to another program now, is ignored: that program would
 *    receive the token.
 * 2. A server that another jupyter-mcp started for itself is ignored, because it stops with that one, unless a command
 *    asks for those too: they come last, unless the current folder is in such a server's root and in no other's.
 * 3. All of it takes milliseconds, because the sandbox cannot be created before.
 */

import { hostsOf, ownedPorts, readServerFiles, type ServerFile } from "./server_files.ts";
import { isOurListener, type Listening } from "./listening_socket.ts";
import { processIsAlive } from "../processes.ts";
import { joinPath, type Machine } from "../user_folders.ts";

export interface RunningServer {
  readonly url: string;
  /** Empty if the server needs none, or uses a password. */
  readonly token: string;
  readonly rootDir: string;
}

export interface DiscoverOptions {
  readonly machine: Machine;
  readonly cwd: string;
  /** Whether servers that other jupyter-mcp processes have started for themselves are listed too. */
  readonly withManaged?: boolean;
  readonly isAlive?: (pid: number) => boolean;
  readonly accepts?: (host: string, port: number) => Promise<boolean>;
  /** Whether the process is this user's and the one that listens there. */
  readonly isListener?: (listening: Listening) => boolean;
}

interface Candidate {
  readonly file: ServerFile;
  readonly modified: number;
  /** Whether another jupyter-mcp has started it for itself. */
  readonly isManaged: boolean;
  /** Length of the root folder's path if it contains the current folder, else -1. */
  readonly depth: number;
}

/** Lists the servers that respond, best match first. */
export async function discover(options: DiscoverOptions): Promise<readonly RunningServer[]> {
  const { machine, cwd, withManaged = false, isAlive = processIsAlive } = options;
  const managed = ownedPorts(machine, "managed", isAlive);
  const sorted = readServerFiles(machine)
    .filter(({ file }) => isAlive(file.pid))
    .map(({ file, modified }) => ({
      file,
      modified,
      isManaged: managed.has(file.port),
      depth: depthOf(file.rootDir, { machine, cwd }),
    }))
    .filter(({ isManaged }) => withManaged || !isManaged)
    .toSorted(compare);
  const nearest = sorted.find(({ depth }) => depth >= 0);
  const candidates = nearest?.isManaged ? [...new Set([nearest, ...sorted])] : sorted;
  const servers = await Promise.all(candidates.map(({ file }) => locate(file, options)));
  return servers.filter((server) => server !== undefined);
}

function depthOf(
  root: string,
  { machine, cwd }: { readonly machine: Machine; readonly cwd: string },
): number {
  if (root === "") return -1;
  const [from, to] = [realPath(root), realPath(cwd)];
  return to === from || to.startsWith(joinPath(machine, from, "")) ? from.length : -1;
}

/** The path without symbolic links, or as it is if nothing is there. */
export function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}

function compare(a: Candidate, b: Candidate): number {
  return Number(a.isManaged) - Number(b.isManaged) ||
    Number(needsPassword(a.file)) - Number(needsPassword(b.file)) || b.depth - a.depth ||
    b.modified - a.modified;
}

function needsPassword(file: ServerFile): boolean {
  return file.password && file.token === "";
}

async function locate(
  file: ServerFile,
  { accepts = acceptsConnections, isListener = isOurListener }: DiscoverOptions,
): Promise<RunningServer | undefined> {
  const { pid, port } = file;
  for (const host of hostsOf(file)) {
    if (!isListener({ pid, host, port }) || !await accepts(host, port)) continue;
    const base = file.baseUrl.replace(/^\/*/, "/").replace(/\/*$/, "/");
    const url = new URL(base, `${file.secure ? "https" : "http"}://${host}:${port}`).href;
    return { url, token: file.token, rootDir: file.rootDir };
  }
  return undefined;
}

const connectLimitMs = 200;

/** Whether something accepts connections there. */
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
